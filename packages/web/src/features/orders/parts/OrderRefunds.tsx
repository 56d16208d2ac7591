import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Alert } from 'antd'
import { useTexts } from '../../../base/use-texts.ts'

type Refund = OrderDetail['refunds'][number]

const types: Record<Refund['state'], 'info' | 'success' | 'warning'> = {
  requested: 'info',
  sending: 'info',
  sent: 'info',
  done: 'success',
  refused: 'warning',
  failed: 'warning',
}

/** What went back, goes back or was to go back, in words. */
export function OrderRefunds({ order }: { order: OrderDetail }) {
  const { t, format } = useTexts()
  return order.refunds.map((refund) => {
    const {
      id,
      state,
      cause,
      amount,
      currency,
      terminalIDs,
      reason,
      answer,
      failure,
      isByHand,
      takesBack,
      createTime,
      endTime,
    } = refund
    const money =
      order.payType === 'card'
        ? t('orders.cards.used', { count: terminalIDs.length })
        : moneyText(amount, currency)
    const count = terminalIDs.length
    const why = cause === 'late' && order.cancelCause === 'otherAmount' ? 'otherAmount' : cause
    return (
      <Alert
        key={id}
        type={types[state]}
        title={t(
          state === 'failed' && !order.isOwn ? 'sellerOrders.refundFailed' : `orders.refund.state.${state}`,
          { amount: money },
        )}
        description={
          <>
            <span className="tw-block">
              {t(order.isOwn ? `orders.refund.cause.${why}` : `sellerOrders.cause.${why}`, { count })}
            </span>
            {(cause === 'buyer' || cause === 'seller') && takesBack && count > 0 && (
              <span className="tw-block">{t('orders.refund.takesBack', { count })}</span>
            )}
            {isByHand && <span className="tw-block">{t('orders.refund.byHand')}</span>}
            {reason && <span className="tw-block">{t('orders.refund.reasonWas', { text: reason })}</span>}
            {answer && <span className="tw-block">{t('orders.refund.answerWas', { text: answer })}</span>}
            {failure && <span className="tw-block">{t('sellerOrders.failureWas', { text: failure })}</span>}
            <span className="tw-muted tw-small">{format.dateTime(endTime ?? createTime)}</span>
          </>
        }
      />
    )
  })
}
