import { HistoryOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { dropAccounts, recentAccounts } from './recent-accounts.ts'
import { type PickedAccount, useAccountNames } from './use-account-names.ts'

/** The accounts chosen last; those that are gone meanwhile drop out. */
export function RecentAccounts({ onPick }: { onPick: (account: PickedAccount) => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const isPhone = useIsPhone()
  const [ids] = useState(() => recentAccounts(user.id))
  const names = useAccountNames(ids).data

  useEffect(() => {
    if (names)
      dropAccounts(
        user.id,
        ids.filter((id) => !names.has(id)),
      )
  }, [user.id, ids, names])

  const known = ids.flatMap((id) => names?.get(id) ?? [])
  if (ids.length === 0 || (names && known.length === 0)) return null
  return (
    <Flex
      component="fieldset"
      wrap
      align="center"
      gap={6}
      className="tw-gap-above-8"
      aria-label={t('ui.accounts.recent')}
    >
      <HistoryOutlined title={t('ui.accounts.recent')} className="tw-faint" />
      {ids.map((id) => {
        const name = names?.get(id)
        if (!names) return <span key={id} className="tw-skeleton tw-width-72" />
        return (
          name && (
            <Button
              key={id}
              shape="round"
              size={isPhone ? 'medium' : 'small'}
              onClick={() => onPick({ id, name })}
            >
              <span className="tw-ellipsis tw-name">{name}</span>
            </Button>
          )
        )
      })}
    </Flex>
  )
}
