import { DownloadOutlined } from '@ant-design/icons'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { type FirmwareFile, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../base/save-file.ts'
import { useTexts } from '../../base/use-texts.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { InstantField } from '../../ui/form/field-controls.tsx'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { FirmwareSelect } from './FirmwareSelect.tsx'
import { UpgradeDevices } from './UpgradeDevices.tsx'

interface LinkFormProps {
  /** Null: it is chosen in the form. */
  file: FirmwareFile | null
  isOpen: boolean
  onClose: () => void
}

type Made = OutputOf<typeof firmwareCalls.addLinks>

/** Makes a link to a file for each device, and shows them. */
export function LinkForm({ file, isOpen, onClose }: LinkFormProps) {
  const { t } = useTexts()
  const [made, setMade] = useState<Made | null>(null)
  return (
    <>
      <FormDialog
        call={firmwareCalls.addLinks}
        isOpen={isOpen}
        title={file ? t('firmware.links.openFor', { name: file.version }) : t('firmware.links.open')}
        submitLabel={t('firmware.links.make')}
        onClose={onClose}
        label={(name) => t(`firmware.field.${name}`)}
        initial={file ? { fileId: file.id } : {}}
        fields={[
          ...(file ? [] : [{ name: 'fileId', control: <FirmwareSelect /> } as const]),
          { name: 'terminalIDs', control: <DevicesOfForm fileId={file?.id ?? null} />, isRequired: true },
          {
            name: 'expireTime',
            control: <InstantField earliest={Date.now()} placeholder={t('firmware.links.usualTerm')} />,
          },
        ]}
        rereads={['list']}
        onDone={setMade}
      />
      <Dialog
        open={made !== null}
        title={t('firmware.links.made', { count: made?.links.length ?? 0 })}
        width={720}
        footer={null}
        onCancel={() => setMade(null)}
      >
        {made && <LinksMade made={made} />}
      </Dialog>
    </>
  )
}

/** Devices for the file that the form holds, where it is not known before. */
function DevicesOfForm({ fileId, ...field }: FieldValue<string[]> & { fileId: number | null }) {
  const chosen = Form.useWatch((values: { fileId?: number | null }) => values.fileId ?? null)
  return <UpgradeDevices {...field} fileId={fileId ?? chosen ?? null} />
}

function LinksMade({ made: { links, failed } }: { made: Made }) {
  const { t } = useTexts()
  const save = () => {
    const lines = links.map(({ terminalID, url }) => `${terminalID},${url}`)
    saveFile(new Blob([lines.join('\r\n'), '\r\n'], { type: 'text/csv' }), 'firmware-links.csv')
  }
  const reasonOf = (reason: string) =>
    t(reason === 'notFound' ? 'firmware.links.notFound' : `reports.taskReason.${reason}`)
  return (
    <div className="tw-column tw-gap-12">
      {failed.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('firmware.links.failed', { count: failed.length })}
          description={failed
            .slice(0, 10)
            .map(({ terminalID, reason }) => `${terminalID}: ${reasonOf(reason)}`)
            .join(' · ')}
        />
      )}
      {links.length > 0 && (
        <>
          <div>
            <Button icon={<DownloadOutlined />} onClick={save}>
              {t('firmware.links.save')}
            </Button>
          </div>
          <PlainTable<Made['links'][number]>
            rowKey="terminalID"
            dataSource={links}
            pageSize={20}
            columns={[
              { title: t('reports.column.terminalID'), dataIndex: 'terminalID' },
              { title: t('reports.column.linkUrl'), render: (_, { url }) => <CopyText text={url} /> },
            ]}
          />
        </>
      )}
    </div>
  )
}
