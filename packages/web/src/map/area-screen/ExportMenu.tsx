import { DownloadOutlined } from '@ant-design/icons'
import { type FenceFormat, fenceFormats } from '@trackway/core/api/fences.ts'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { saveFile } from '../../base/save-file.ts'

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
  const { message } = App.useApp()
  const toText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const run = async (format: FenceFormat) => {
    setBusy(true)
    try {
      const { fileName, contentType, text } = await onExport(format)
      saveFile(new Blob([text], { type: contentType }), fileName)
    } catch (error) {
      message.error(toText(error))
    } finally {
      setBusy(false)
    }
  }
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
