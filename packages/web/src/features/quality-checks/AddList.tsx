import { FileTextOutlined } from '@ant-design/icons'
import { limits } from '@trackway/core/codes/limits.ts'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { IdsInput } from '../../ui/vehicles/IdsInput.tsx'
import { readIds } from '../../ui/vehicles/read-ids.ts'

interface AddListProps {
  onAdd: (ids: readonly string[]) => void
  onClose: () => void
}

/** Many devices at once: pasted, scanned one after the other, or from a file of text. */
export function AddList({ onAdd, onClose }: AddListProps) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<string[]>([])
  return (
    <Dialog
      open
      width={560}
      title={t('qualityChecks.list')}
      okText={t('qualityChecks.addList', { count: ids.length })}
      okButtonProps={{ disabled: ids.length === 0 || ids.length > limits.devicesPerOperation }}
      onOk={() => {
        onAdd(ids)
        onClose()
      }}
      onCancel={onClose}
    >
      <div className="tw-column tw-gap-12">
        <IdsInput
          value={ids}
          onChange={(next) => setIds(next ?? [])}
          max={limits.devicesPerOperation}
          rows={10}
        />
        <Upload
          accept=".csv,.txt,text/plain,text/csv"
          showUploadList={false}
          beforeUpload={async (file) => {
            // Of a table, the cells that are ids: quotation marks and headings are none.
            const { ids } = readIds((await file.text()).replaceAll('"', ' '))
            setIds(ids.filter((id) => /\d{6}/.test(id)))
            return Upload.LIST_IGNORE
          }}
        >
          <Button icon={<FileTextOutlined />}>{t('qualityChecks.file')}</Button>
        </Upload>
      </div>
    </Dialog>
  )
}
