import { payTypes } from '@trackway/core/codes/orders.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Alert, Form } from 'antd'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { durationText } from '../../cards/duration-text.ts'
import { refundableLines } from '../parts/refunded-devices.tsx'

interface RefundConsequencesProps {
  order: OrderDetail
  /** One that was requested; null: of the devices that are entered, or all. */
  refund: OrderDetail['refunds'][number] | null
}

type Entered = { terminalIDs?: string[]; takesBack?: boolean; isByHand?: boolean } | undefined

/** Devices that are named with what they lose. */
const namedLines = 5

/** What the refund that is entered does, in words: where the money goes, who bears it, what the devices lose. */
export function RefundConsequences({ order, refund }: RefundConsequencesProps) {
  const { t, format } = useTexts()
  const { role } = useUser()
  const entered = (Form.useWatch([], Form.useFormInstance()) as Entered) ?? {}
  const { terminalIDs = [], takesBack = true, isByHand = false } = entered
  const { payType, currency, duration, buyer } = order
  const ids = refund?.terminalIDs ?? terminalIDs
  const chosen = order.lines.filter(({ terminalID }) => ids.includes(terminalID))
  const lines = refund || ids.length > 0 ? chosen : refundableLines(order)
  const unrefunded = order.amount - order.refundedAmount
  const sum = lines.reduce((total, line) => total + line.amount, 0)
  const amount = refund?.amount ?? (order.kind === 'topUp' ? unrefunded : Math.min(sum, unrefunded))
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
  const counted = { count, shown: format.number(count) }
  const term = duration === null ? '' : durationText(t, duration)
  return (
    <Alert
      type="warning"
      showIcon
      title={t(`sellerOrders.money.${to}`, {
        ...counted,
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
            <p>{t(takesBack ? 'sellerOrders.loses' : 'sellerOrders.keeps', { ...counted, term })}</p>
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
