import { FileTextOutlined } from '@ant-design/icons'
import { limits } from '@trackway/core/codes/limits.ts'
import { Alert, Button, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { IdsInput } from '../../ui/vehicles/IdsInput.tsx'
import { readIdFile } from './read-id-file.ts'

interface AddListProps {
  onAdd: (ids: readonly string[]) => void
  onClose: () => void
}

/** Many devices at once: pasted, scanned one after the other, or from a file. */
export function AddList({ onAdd, onClose }: AddListProps) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const max = limits.devicesPerTask
  const read = async (file: File) => {
    setFailure(null)
    try {
      const found = await readIdFile(file)
      setIds(found)
      if (found.length === 0) setFailure(t('qualityChecks.noIds'))
    } catch {
      setFailure(t('qualityChecks.unreadable'))
    }
  }
  return (
    <Dialog
      open
      width={560}
      title={t('qualityChecks.list')}
      okText={t('qualityChecks.addList', { count: ids.length })}
      okButtonProps={{ disabled: ids.length === 0 || ids.length > max }}
      onOk={() => {
        onAdd(ids)
        onClose()
      }}
      onCancel={onClose}
    >
      <div className="tw-column tw-gap-12">
        <IdsInput value={ids} onChange={(next) => setIds(next ?? [])} max={max} rows={10} />
        <Upload
          accept=".xlsx,.csv,.txt"
          showUploadList={false}
          beforeUpload={(file) => {
            void read(file)
            return Upload.LIST_IGNORE
          }}
        >
          <Button size="large" icon={<FileTextOutlined />}>
            {t('qualityChecks.file')}
          </Button>
        </Upload>
        {failure && <Alert type="error" showIcon role="alert" title={failure} />}
      </div>
    </Dialog>
  )
}
