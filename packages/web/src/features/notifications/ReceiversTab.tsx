import { EditOutlined, MailOutlined } from '@ant-design/icons'
import { type Language, languages } from '@trackway/core/codes/languages.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { mailReceiverCalls } from '@trackway/core/features/mail-receivers/calls.ts'
import {
  type NotificationReceiver,
  notificationReceiverCalls,
  notificationReceiverList,
} from '@trackway/core/features/notifications/receiver-calls.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../base/language.ts'
import { useUser } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TimeOfDay, ZonePicker } from '../../ui/form/time-controls.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { Weekdays } from './notification-controls.tsx'

/** People who are notified, their addresses, and their quiet hours. */
export function ReceiversTab() {
  const { t } = useTranslation()
  const user = useUser()
  const language = useLanguage((state) => state.language)
  const fresh: Partial<NotificationReceiver> = {
    language,
    timeZone: user.timeZone,
    quietHolds: true,
    quietDays: [],
  }
  const [target, setTarget] = useEditedRow(notificationReceiverList, notificationReceiverCalls.save, fresh)
  const rowActions: RowAction<NotificationReceiver>[] = [
    {
      label: 'notifications.edit',
      icon: <EditOutlined />,
      call: notificationReceiverCalls.save,
      run: setTarget,
    },
    {
      label: 'notifications.receiver.askAgain',
      icon: <MailOutlined />,
      call: mailReceiverCalls.ask,
      isFor: ({ mailConsent }) => mailConsent === 'waiting' || mailConsent === 'expired',
      done: 'notifications.receiver.asked',
    },
    {
      ...deletion(notificationReceiverCalls.delete, 'notifications'),
      confirm: { text: 'notifications.receiver.deleteText', ok: 'notifications.delete' },
    },
  ]
  const add = <AddButton label={t('notifications.receiver.add')} onClick={() => setTarget('new')} />
  const hasNoHours = ({ quietFrom, quietTo }: Record<string, unknown>) => quietFrom == null || quietTo == null
  return (
    <>
      <ListScreen
        list={notificationReceiverList}
        rowActions={rowActions}
        onOpen={user.isDemo ? undefined : setTarget}
        tools={add}
        empty={{ action: add }}
      />
      <FormDialog
        call={notificationReceiverCalls.save}
        title={t(target?.id === undefined ? 'notifications.receiver.add' : 'notifications.receiver.edit')}
        submitLabel={t('notifications.save')}
        isOpen={target !== null}
        onClose={() => setTarget(null)}
        width={560}
        label={(name) => t(`notifications.receiver.${name}`)}
        initial={target ?? {}}
        fields={[
          'name',
          ...(rolesWithSubAccounts.includes(user.role)
            ? [
                {
                  name: 'userId' as const,
                  control: <AccountPicker block isExact label={t('notifications.receiver.userId')} />,
                  isHidden: () => target?.id !== undefined,
                },
              ]
            : []),
          [
            { name: 'telephone', help: t('notifications.receiver.telephoneHelp') },
            { name: 'email', help: t('notifications.receiver.emailHelp') },
          ],
          [
            { name: 'language', word: (code) => languages[code as Language] },
            { name: 'timeZone', control: <ZonePicker /> },
          ],
          [
            {
              name: 'quietFrom',
              control: <TimeOfDay inputReadOnly />,
              help: t('notifications.receiver.quietHelp'),
            },
            { name: 'quietTo', control: <TimeOfDay inputReadOnly /> },
          ],
          { name: 'quietDays', control: <Weekdays />, isHidden: hasNoHours },
          { name: 'quietHolds', isHidden: hasNoHours },
        ]}
        refusals={{ invalidTimeZone: 'timeZone' }}
        rereads={['list', 'receivers']}
        done={() => t('notifications.saved')}
      />
    </>
  )
}
