import { DeleteOutlined, EditOutlined, KeyOutlined, LoginOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { type SubAccount, subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { api } from '../../base/api.ts'
import { beginActing } from '../../base/session.ts'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import type { AccountTarget } from './dialogs/AccountDialogs.tsx'

export const mayEditAccounts = { permission: ['main:agent_edit'] } as const

/** What is done with one sub-account of the list. */
export function useAccountActions(
  onChoose: (target: AccountTarget) => void,
  changed: () => Promise<void>,
): RowAction<SubAccount>[] {
  const appNavigate = useNavigate()
  const act = async ({ id: accountId }: SubAccount) => {
    const { token, user: account } = await api(subAccountCalls.actAs, { id: accountId })
    beginActing(token, account)
    await appNavigate({ to: '/index' as never })
  }
  const remove = async ({ id: accountId }: SubAccount) => {
    await api(subAccountCalls.delete, { id: accountId })
    void changed()
  }

  return [
    {
      label: 'agents.edit',
      icon: <EditOutlined />,
      call: accountCalls.update,
      ...mayEditAccounts,
      run: (account) => onChoose({ kind: 'edit', account }),
    },
    {
      label: 'agents.actAs',
      icon: <LoginOutlined />,
      call: subAccountCalls.actAs,
      isFor: ({ state }) => state === 'active',
      run: act,
    },
    {
      label: 'agents.resetPassword',
      icon: <KeyOutlined />,
      call: subAccountCalls.resetPassword,
      run: (account) => onChoose({ kind: 'resetPassword', account }),
    },
    {
      label: 'agents.delete',
      icon: <DeleteOutlined />,
      call: subAccountCalls.delete,
      isDangerous: true,
      confirm: { text: 'agents.deleteText', ok: 'agents.deleteOk', typed: ({ username }) => username },
      run: remove,
      done: 'agents.deleted',
    },
  ]
}
