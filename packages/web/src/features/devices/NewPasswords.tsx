import type { OutputOf } from '@trackway/core/api/call.ts'
import type { deviceServiceCalls } from '@trackway/core/api/devices/service.ts'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'

export type NewPassword = OutputOf<typeof deviceServiceCalls.updatePasswords>['passwords'][number]

/** The passwords that devices were given, which nobody is told again. */
export function NewPasswords({ passwords, onClose }: { passwords: NewPassword[]; onClose: () => void }) {
  const { t } = useTranslation()
  const lines = passwords.map(({ terminalID, password }) => `${terminalID}\t${password}`).join('\n')
  return (
    <Dialog
      open={passwords.length > 0}
      width={560}
      title={t('devices.passwords.title')}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <p className="tw-muted">{t('devices.passwords.once')}</p>
      <p>
        <CopyText text={lines} label={t('devices.passwords.copyAll')} />
      </p>
      <PlainTable
        rowKey="terminalID"
        dataSource={passwords}
        pageSize={15}
        columns={[
          { title: t('devices.terminalID'), dataIndex: 'terminalID' },
          {
            title: t('devices.passwords.password'),
            dataIndex: 'password',
            render: (password: string) => <CopyText text={password} />,
          },
        ]}
      />
    </Dialog>
  )
}
