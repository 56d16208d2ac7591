import { DownloadOutlined } from '@ant-design/icons'
import { type FenceFormat, fenceFormats } from '@trackway/core/features/fences/calls.ts'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../base/save-file.ts'
import { useAction } from '../../ui/actions/use-action.ts'

interface AreaFile {
  fileName: string
  contentType: string
  text: string
}

interface ExportMenuProps {
  onExport: (format: FenceFormat) => Promise<AreaFile>
}

/** A button that makes a file of areas, in one of its formats. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  const { t } = useTranslation()
  const { act, isBusy } = useAction()
  const run = (format: FenceFormat) =>
    act(async () => {
      const { fileName, contentType, text } = await onExport(format)
      saveFile(new Blob([text], { type: contentType }), fileName)
    })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: fenceFormats.map((key) => ({ key, label: t(`map.areas.format.${key}`) })),
        onClick: ({ key }) => void run(key as FenceFormat),
      }}
    >
      <Button icon={<DownloadOutlined />} loading={isBusy}>
        {t('map.areas.export')}
      </Button>
    </Dropdown>
  )
}
