import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { type SubAccount, subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useUser } from '../../../base/session.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { confirm } from '../../../ui/form/confirm.ts'
import { type MenuItems, RowMenu } from '../../../ui/RowMenu.tsx'
import type { AccountTarget } from './AccountDialogs.tsx'

interface AccountMenuProps {
  account: SubAccount
  /** Shown before its own items. */
  first: MenuItems
  onChoose: (target: AccountTarget) => void
  onChange: () => Promise<void>
}

/** What is done with an account less often. */
export function AccountMenu({ account, first, onChoose, onChange }: AccountMenuProps) {
  const { t } = useTranslation()
  const { act } = useAction()
  const { permissions, isDemo } = useUser()
  const { id, username, state, role, hasChildren } = account

  const change = (call: typeof subAccountCalls.suspend) =>
    act(async () => {
      await api(call, { id })
      await onChange()
      return t('agents.saved')
    })
  const confirmSuspend = () =>
    confirm({
      title: t('agents.suspendTitle', { name: username }),
      text: t('agents.suspendText'),
      okLabel: t('agents.suspend'),
      onOk: () => change(subAccountCalls.suspend),
    })
  const confirmDeleteAll = () =>
    act(async () => {
      const { accountsBelow } = await api(subAccountCalls.findById, { id })
      confirm({
        title: t('agents.deleteAllTitle', { name: username, count: accountsBelow }),
        text: t('agents.deleteAllText'),
        okLabel: t('agents.deleteAll'),
        typed: String(accountsBelow),
        onOk: async () => {
          await api(subAccountCalls.deleteAll, { id, count: accountsBelow })
          await onChange()
          return t('agents.deletedAll', { count: accountsBelow })
        },
      })
    })
  const isAgent = rolesWithSubAccounts.includes(role)
  const dialog = (kind: Exclude<AccountTarget['kind'], 'add'>) => () => onChoose({ kind, account })
  const items: {
    key: string
    permission: Permission
    run: () => unknown
    isShown?: boolean
    reads?: boolean
  }[] = [
    { key: 'username', permission: 'main:agent_username', run: dialog('username') },
    { key: 'role', permission: 'main:agent_edit', run: dialog('role') },
    { key: 'transfer', permission: 'main:agent_transfer', run: dialog('transfer') },
    { key: 'importCount', permission: 'main:agent_add', run: dialog('importCount'), isShown: isAgent },
    { key: 'checkPassword', permission: 'main:agent_password', run: dialog('checkPassword') },
    { key: 'flags', permission: 'main:system_config', run: dialog('flags') },
    { key: 'family', permission: 'main:agent', run: dialog('family'), reads: true },
    { key: 'suspend', permission: 'main:agent_edit', run: confirmSuspend, isShown: state !== 'suspended' },
    {
      key: 'resume',
      permission: 'main:agent_edit',
      run: () => change(subAccountCalls.resume),
      isShown: state === 'suspended',
    },
    { key: 'deleteAll', permission: 'main:agent_delete', run: confirmDeleteAll, isShown: hasChildren },
  ]
  const shown = items.filter(
    ({ permission, isShown = true }) => isShown && holdsAny(permissions, [permission]),
  )
  return (
    <RowMenu
      name={username}
      items={[
        ...first,
        ...shown.map(({ key, run, reads = false }) => ({
          key,
          label: t(`agents.${key}`),
          danger: key === 'deleteAll',
          disabled: isDemo && !reads,
          title: isDemo && !reads ? t('result.demoAccount') : '',
          onClick: () => void run(),
        })),
      ]}
    />
  )
}
