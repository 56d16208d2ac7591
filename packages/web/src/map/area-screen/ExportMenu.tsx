import { DownloadOutlined } from '@ant-design/icons'
import { type ZoneFormat, zoneFormats } from '@trackway/core/features/zones/zone-calls.ts'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../base/save-file.ts'
import { useAction } from '../../ui/actions/use-action.ts'

export interface AreaFile {
  fileName: string
  contentType: string
  text: string
}

interface ExportMenuProps {
  onExport: (format: ZoneFormat) => Promise<AreaFile>
}

/** A button that makes a file of areas, in one of its formats. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  const { t } = useTranslation()
  const { act, isBusy } = useAction()
  const run = (format: ZoneFormat) =>
    act(async () => {
      const { fileName, contentType, text } = await onExport(format)
      saveFile(new Blob([text], { type: contentType }), fileName)
    })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: zoneFormats.map((key) => ({ key, label: t(`map.areas.format.${key}`) })),
        onClick: ({ key }) => void run(key as ZoneFormat),
      }}
    >
      <Button icon={<DownloadOutlined />} loading={isBusy}>
        {t('map.areas.export')}
      </Button>
    </Dropdown>
  )
}
