import { orderStatuses } from '@trackway/core/codes/orders.ts'
import type { Order } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { CopyText } from '../../../ui/link/CopyText.tsx'
import { durationText } from '../../cards/duration-text.ts'

/** What an order is for, what it comes to, and when it was paid. */
export function OrderFacts({ order }: { order: Order }) {
  const { t, format } = useTexts()
  const { currency, amount, listAmount, taxAmount, unitAmount, duration, payType } = order
  const money = (value: number) => moneyText(value, currency)
  const name = (key: string) => t(`reports.column.${key}`)
  const isOfCards = payType === 'card'
  const rows = [
    [name('orderNo'), <CopyText key="no" text={order.orderNo} />],
    [name('orderStatus'), t(`reports.orderStatus.${orderStatuses[order.status]}`)],
    [
      name('orderKind'),
      duration === null
        ? t(`reports.orderKind.${order.kind}`)
        : t('orders.renewalOf', {
            term: durationText(t, duration),
            count: order.deviceCount,
            shown: format.number(order.deviceCount),
          }),
    ],
    [
      name('orderAmount'),
      isOfCards ? (
        t('orders.cards.used', { count: order.deviceCount })
      ) : (
        <strong key="amount">{money(amount)}</strong>
      ),
    ],
    [name('unitAmount'), !isOfCards && unitAmount !== null && order.kind === 'renewal' && money(unitAmount)],
    [
      name('discountCode'),
      order.discountCode !== null &&
        `${order.discountCode} (${t('orders.discount.off', { percent: order.discountRate ?? 0, amount: money(listAmount - amount) })})`,
    ],
    [t('orders.tax'), taxAmount > 0 && money(taxAmount)],
    [name('payType'), t(`reports.payType.${payType}`)],
    [name('seller'), order.seller],
    [name('orderTime'), format.dateTime(order.createTime)],
    [name('paidTime'), order.paidTime !== null && format.dateTime(order.paidTime)],
    [name('receiptNo'), order.receiptNo],
    [name('refundedAmount'), order.refundedAmount > 0 && money(order.refundedAmount)],
  ] as const
  return <Facts facts={rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))} />
}
