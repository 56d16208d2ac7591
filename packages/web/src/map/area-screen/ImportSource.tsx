import { InboxOutlined } from '@ant-design/icons'
import { zoneBounds } from '@trackway/core/features/zones/zone-calls.ts'
import { Input, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import type { AreaImport } from './use-area-import.ts'

const accepted = '.kml,.geojson,.json,.csv,.txt'

/** Where a file is dropped, chosen, or its text pasted. */
export function ImportSource({ file, read, during, setFailure, isBusy }: AreaImport) {
  const { t } = useTranslation()
  return (
    <>
      <Upload.Dragger
        accept={accepted}
        showUploadList={false}
        disabled={isBusy}
        beforeUpload={(picked) => {
          void during(async () => {
            const text = await picked.text()
            if (text.length > zoneBounds.importChars) setFailure(t('map.areas.import.tooLarge'))
            else read({ ...file, text })
          })
          return false
        }}
      >
        <InboxOutlined className="tw-accent tw-size-32" />
        <p>{t(isBusy ? 'map.areas.import.reading' : 'map.areas.import.drop')}</p>
        <p className="tw-muted tw-small">{t('map.areas.import.dropNote')}</p>
      </Upload.Dragger>
      <Input.TextArea
        rows={4}
        aria-label={t('map.areas.import.paste')}
        placeholder={t('map.areas.import.paste')}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (text) read({ ...file, text })
        }}
      />
    </>
  )
}
