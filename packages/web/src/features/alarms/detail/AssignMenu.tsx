import { UserAddOutlined } from '@ant-design/icons'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useUser } from '../../../base/session.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { DisabledReason } from '../../../ui/DisabledReason.tsx'
import type { AlarmActionsProps } from './alarm-actions.ts'

interface AssignMenuProps extends Pick<AlarmActionsProps, 'alarm' | 'notify' | 'onChanged'> {
  /** Opens the form that selects another account. */
  onOther: () => void
}

/** Who deals with an alarm. */
export function AssignMenu({ alarm, notify, onChanged, onOther }: AssignMenuProps) {
  const { t } = useTranslation()
  const { act } = useAction()
  const user = useUser()
  const reason = user.isDemo ? t('result.demoAccount') : null
  const assign = (assigneeId: number | null) =>
    act(async () => {
      notify(await api(alarmCalls.handle, { ids: [alarm.id], action: 'assign', assigneeId }))
      onChanged()
    })
  return (
    <DisabledReason reason={reason}>
      <Dropdown
        trigger={['click']}
        disabled={reason !== null}
        menu={{
          items: [
            { key: 'me', label: t('alarms.assign.me'), disabled: alarm.assigneeId === user.id },
            ...(rolesWithSubAccounts.includes(user.role)
              ? [{ key: 'other', label: t('alarms.assign.other') }]
              : []),
            ...(alarm.assigneeId !== null ? [{ key: 'nobody', label: t('alarms.assign.nobody') }] : []),
          ],
          onClick: ({ key }) => (key === 'other' ? onOther() : void assign(key === 'me' ? user.id : null)),
        }}
      >
        <Button icon={<UserAddOutlined />}>{t('list.bulk.assign')}</Button>
      </Dropdown>
    </DisabledReason>
  )
}
