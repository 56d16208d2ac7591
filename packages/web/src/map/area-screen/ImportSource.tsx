import { InboxOutlined } from '@ant-design/icons'
import { Input, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import type { AreaImport } from './use-area-import.ts'

const accepted = '.kml,.geojson,.json,.csv,.txt'

/** Where a file is dropped, chosen, or its text pasted. */
export function ImportSource({ open, paste, isBusy }: AreaImport) {
  const { t } = useTranslation()
  return (
    <>
      <Upload.Dragger
        accept={accepted}
        showUploadList={false}
        disabled={isBusy}
        beforeUpload={(picked) => {
          void open(picked)
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
          if (text) paste(text)
        }}
      />
    </>
  )
}
