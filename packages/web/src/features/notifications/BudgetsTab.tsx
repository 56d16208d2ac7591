import { EditOutlined } from '@ant-design/icons'
import { roles } from '@trackway/core/codes/roles.ts'
import {
  type NotificationBudget,
  notificationBudgetCalls,
  notificationBudgetList,
} from '@trackway/core/features/notifications/budget-calls.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'

/** What accounts may spend on SMS and calls in a month, and have. */
export function BudgetsTab() {
  const { t } = useTranslation()
  const user = useUser()
  const [target, setTarget] = useEditedRow(notificationBudgetList, notificationBudgetCalls.save)
  // What one's own account may is for the account above to say.
  const maySet = ({ userId }: NotificationBudget) => userId !== user.id || user.role === roles.admin
  const rowActions: RowAction<NotificationBudget>[] = [
    {
      label: 'notifications.edit',
      icon: <EditOutlined />,
      call: notificationBudgetCalls.save,
      isFor: maySet,
      run: setTarget,
    },
  ]
  return (
    <>
      <ListScreen
        list={notificationBudgetList}
        rowActions={rowActions}
        onOpen={user.isDemo ? undefined : (row) => maySet(row) && setTarget(row)}
      />
      <FormDialog
        call={notificationBudgetCalls.save}
        title={t('notifications.budget.edit', { username: target?.username })}
        submitLabel={t('notifications.save')}
        isOpen={target !== null}
        onClose={() => setTarget(null)}
        label={(name) => t(`notifications.budget.${name}`)}
        initial={target ?? {}}
        fields={[
          { name: 'smsLimit', help: t('notifications.budget.noneHelp') },
          { name: 'phoneLimit', help: t('notifications.budget.noneHelp') },
        ]}
        rereads={['list']}
        done={() => t('notifications.saved')}
      />
    </>
  )
}
