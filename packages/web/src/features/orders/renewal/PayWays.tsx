import type { PayWay } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Radio } from 'antd'
import { useTexts } from '../../../base/use-texts.ts'
import styles from '../orders.module.css'
import { missingOf, wayKey } from './use-quote.ts'

interface PayWaysProps {
  ways: readonly PayWay[]
  chosen: PayWay
  onChoose: (way: PayWay) => void
}

/** The ways to pay, each with what it comes to and what is lacking for it. */
export function PayWays({ ways, chosen, onChoose }: PayWaysProps) {
  const { t } = useTexts()
  return (
    <Radio.Group
      className={styles.ways!}
      aria-label={t('orders.way')}
      value={wayKey(chosen)}
      onChange={({ target }) => onChoose(ways.find((way) => wayKey(way) === target.value)!)}
    >
      {ways.map((way) => (
        <Radio key={wayKey(way)} value={wayKey(way)}>
          <span className={styles.wayText}>
            <strong>{t(`reports.payType.${way.payType}`)}</strong>
            <WayPrice way={way} />
          </span>
        </Radio>
      ))}
    </Radio.Group>
  )
}

function WayPrice({ way }: { way: PayWay }) {
  const { t, format } = useTexts()
  const { currency, amount, listAmount, unitAmount, held } = way
  const missing = missingOf(way)
  if (currency === null)
    return (
      <span data-testid="renewal-sum" className={missing > 0 ? 'tw-danger' : 'tw-number'}>
        {t(held === null ? 'orders.cards.needed' : 'orders.cards.neededHeld', {
          count: amount,
          shown: format.number(amount),
          held: format.number(held ?? 0),
        })}
      </span>
    )
  return (
    <span className="tw-number">
      {amount < listAmount && <del className="tw-muted">{moneyText(listAmount, currency)}</del>}{' '}
      {moneyText(amount, currency)}{' '}
      <small className={missing > 0 ? 'tw-danger' : 'tw-muted'}>
        {held !== null
          ? t('orders.balance.held', { held: moneyText(held, currency) })
          : unitAmount !== null &&
            unitAmount !== listAmount &&
            t('orders.perDevice', { amount: moneyText(unitAmount, currency) })}
      </small>
    </span>
  )
}
