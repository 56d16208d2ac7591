import { EditOutlined } from '@ant-design/icons'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import {
  type NotificationRule,
  notificationRuleCalls,
  notificationRuleList,
} from '@trackway/core/features/notifications/rule-calls.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { GroupPicker } from '../../ui/pickers/GroupPicker.tsx'
import { AlarmCodes, alarmWords, ReceiverPicker } from './notification-controls.tsx'

const fresh: Partial<NotificationRule> = {
  isEnabled: true,
  severity: 'warning',
  withSubAccounts: true,
  isForFences: false,
  postType: 'platform',
  byEmail: false,
  coolDownMinutes: 10,
  digestMinutes: 0,
  maxAgeMinutes: 15,
  tellsRecovery: false,
}

/** Which alarms are sent, to whom, by which way, and when not. */
export function RulesTab() {
  const { t } = useTranslation()
  const user = useUser()
  const hasBelow = rolesWithSubAccounts.includes(user.role)
  const [target, setTarget] = useEditedRow(notificationRuleList, notificationRuleCalls.save, fresh)
  const rowActions: RowAction<NotificationRule>[] = [
    { label: 'notifications.edit', icon: <EditOutlined />, call: notificationRuleCalls.save, run: setTarget },
    {
      ...deletion(notificationRuleCalls.delete, 'notifications'),
      confirm: { text: 'notifications.rule.deleteText', ok: 'notifications.delete' },
    },
  ]
  const add = <AddButton label={t('notifications.rule.add')} onClick={() => setTarget('new')} />
  const minutes = { unit: { name: t('notifications.minutes') } }
  return (
    <>
      <ListScreen
        list={notificationRuleList}
        rowActions={rowActions}
        onOpen={user.isDemo ? undefined : setTarget}
        tools={add}
        cells={{
          codes: ({ codes }) => alarmWords(codes, t),
        }}
        empty={{ action: add }}
      />
      <FormDialog
        call={notificationRuleCalls.save}
        title={t(target?.id === undefined ? 'notifications.rule.add' : 'notifications.rule.edit')}
        submitLabel={t('notifications.save')}
        isOpen={target !== null}
        onClose={() => setTarget(null)}
        width={640}
        label={(name) => t(`notifications.rule.${name}`)}
        initial={target ?? {}}
        fields={[
          'name',
          'isEnabled',
          ...(hasBelow
            ? [
                {
                  name: 'userId' as const,
                  control: <AccountPicker block isExact label={t('notifications.rule.userId')} />,
                  isHidden: () => target?.id !== undefined,
                },
                'withSubAccounts' as const,
              ]
            : []),
          {
            name: 'groupIds',
            label: t('list.filter.groupIds'),
            control: <GroupPicker label={t('list.filter.groupIds')} />,
          },
          { name: 'codes', control: <AlarmCodes /> },
          { name: 'severity', word: (severity) => t(`reports.alarmSeverity.${severity}`) },
          'isForFences',
          {
            name: 'postType',
            word: (type) => t(`reports.postType.${type}`),
            help: t('notifications.rule.postTypeHelp'),
          },
          'byEmail',
          { name: 'receiverIds', control: <ReceiverPicker /> },
          [
            { name: 'escalateMinutes', ...minutes, help: t('notifications.rule.escalateHelp') },
            {
              name: 'escalateTo',
              control: <ReceiverPicker />,
              isHidden: ({ escalateMinutes }) => escalateMinutes === null || escalateMinutes === undefined,
            },
          ],
          [
            { name: 'coolDownMinutes', ...minutes },
            { name: 'digestMinutes', ...minutes, isHidden: ({ byEmail }) => !byEmail },
            { name: 'maxAgeMinutes', ...minutes },
          ],
          'tellsRecovery',
        ]}
        rereads={['list']}
        done={() => t('notifications.saved')}
      />
    </>
  )
}
