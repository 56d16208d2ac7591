import { moneyText } from '@trackway/core/rules/money.ts'
import { useState } from 'react'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useWays } from '../use-ways.ts'
import { TopUpDialog } from './TopUpDialog.tsx'

/** What the account has on its balance, and the way to have more. */
export function BalanceBar() {
  const { t } = useTexts()
  const { isOfDevice } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const { list = [], balances = [] } = useWays() ?? {}
  const ways = list.filter(({ payType }) => payType !== 'card' && payType !== 'balance')
  const held = balances.filter(({ amount }) => amount > 0)
  if (isOfDevice || (ways.length === 0 && held.length === 0)) return null
  return (
    <>
      <span className="tw-row tw-number">
        <span className="tw-muted">{t('orders.balance.title')}</span>
        {held.length > 0
          ? held.map(({ currency, amount }) => <strong key={currency}>{moneyText(amount, currency)}</strong>)
          : t('orders.balance.empty')}
      </span>
      {ways.length > 0 && (
        <>
          <ActionButton type="primary" onClick={() => setIsOpen(true)}>
            {t('orders.balance.topUp')}
          </ActionButton>
          {isOpen && <TopUpDialog ways={ways} onClose={() => setIsOpen(false)} />}
        </>
      )}
    </>
  )
}
