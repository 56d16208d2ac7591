import { ApartmentOutlined } from '@ant-design/icons'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import type { AccountTree as Tree } from './AccountTree.tsx'
import { PickerButton } from './PickerButton.tsx'
import { rememberAccount } from './recent-accounts.ts'
import { nameOfAccount, type PickedAccount, useAccountNames } from './use-account-names.ts'

interface AccountPickerProps {
  /** The account chosen; none means the user's own, with everything below. */
  value?: number | null | undefined
  onChange?: (id: number | undefined) => void
  /** What is chosen by it, for assistive technology. */
  label: string
  block?: boolean
  /** One account is meant, not everything below it. */
  isExact?: boolean
  /** One account must be chosen: one's own too by its id, not by leaving it out. */
  isRequired?: boolean
}

/** Chooses an account at or below one's own. Shows nothing to those who have none below. */
export function AccountPicker({
  value: chosen,
  onChange,
  label,
  block = false,
  isExact = false,
  isRequired = false,
}: AccountPickerProps) {
  const value = chosen ?? undefined
  const { t } = useTranslation()
  const user = useUser()
  const [AccountTree, setTree] = useState<typeof Tree | null>(null)
  const loadTree = async () => {
    const { AccountTree } = await import('./AccountTree.tsx')
    setTree(() => AccountTree)
  }
  const [picked, setPicked] = useState<PickedAccount | undefined>()
  // A link or a form names the account by its id alone.
  const unnamed = value === undefined || value === user.id || value === picked?.id ? [] : [value]
  const names = useAccountNames(unnamed)
  if (!rolesWithSubAccounts.includes(user.role)) return null

  const pick = (account: PickedAccount) => {
    setPicked(account)
    if (account.id !== user.id) rememberAccount(user.id, account.id)
    onChange?.(account.id === user.id && !isRequired ? undefined : account.id)
  }
  const nameNow = () => {
    if (value === undefined && isRequired) return t('ui.accounts.choose')
    if (value === undefined)
      return isExact ? nameOfAccount(user) : t('ui.accounts.all', { name: nameOfAccount(user) })
    if (value === user.id) return nameOfAccount(user)
    if (value === picked?.id) return picked.name
    return names.data?.get(value) ?? (names.isPending ? '…' : t('ui.accounts.number', { id: value }))
  }

  return (
    <PickerButton icon={<ApartmentOutlined />} label={label} shown={nameNow()} block={block} load={loadTree}>
      {(close) =>
        AccountTree && (
          <AccountTree
            selected={value ?? user.id}
            onPick={(account) => {
              close()
              pick(account)
            }}
          />
        )
      }
    </PickerButton>
  )
}
