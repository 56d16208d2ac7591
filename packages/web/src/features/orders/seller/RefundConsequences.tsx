import { durations } from '@trackway/core/codes/durations.ts'
import { payTypes } from '@trackway/core/codes/orders.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Alert } from 'antd'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'

type Line = OrderDetail['lines'][number]

interface RefundConsequencesProps {
  order: OrderDetail
  /** The devices whose part is refunded; of a top-up none. */
  lines: readonly Line[]
  amount: number
  takesBack: boolean
  isByHand: boolean
}

/** Devices that are named with what they lose. */
const namedLines = 5

/** What a refund does, in words: where the money goes, who bears it, what the devices lose. */
export function RefundConsequences({ order, lines, amount, takesBack, isByHand }: RefundConsequencesProps) {
  const { t, format } = useTexts()
  const { role } = useUser()
  const { payType, currency, duration, buyer } = order
  const isOnline = payTypes[payType].isOnline
  const isBack = payType !== 'card' && amount === 0
  const to = isBack
    ? 'back'
    : payType === 'card'
      ? 'card'
      : payType === 'balance'
        ? 'balance'
        : isByHand
          ? 'hand'
          : 'online'
  const count = lines.length
  const said = { count, shown: format.number(count) }
  const term = duration === null ? '' : t(`reports.column.${durations[duration].name}Cards`)
  return (
    <Alert
      type="warning"
      showIcon
      title={t(`sellerOrders.money.${to}`, {
        ...said,
        amount: moneyText(amount, currency),
        way: t(`reports.payType.${payType}`),
        buyer,
      })}
      description={
        <>
          {!isBack && (isOnline || payType === 'balance') && order.kind === 'renewal' && (
            <p>{t(role === roles.admin ? 'sellerOrders.bornByAll' : 'sellerOrders.bornByYou')}</p>
          )}
          {count > 0 && (
            <p>{t(takesBack ? 'sellerOrders.loses' : 'sellerOrders.keeps', { ...said, term })}</p>
          )}
          {takesBack && (
            <ul className="tw-small">
              {lines.slice(0, namedLines).map(({ terminalID, nickname, platformExpireTime }) => (
                <li key={terminalID}>
                  {platformExpireTime === null
                    ? (nickname ?? terminalID)
                    : t('sellerOrders.losesLine', {
                        name: nickname ?? terminalID,
                        date: format.date(platformExpireTime),
                      })}
                </li>
              ))}
              {count > namedLines && (
                <li>{t('sellerOrders.moreLines', { shown: format.number(count - namedLines) })}</li>
              )}
            </ul>
          )}
        </>
      }
    />
  )
}
