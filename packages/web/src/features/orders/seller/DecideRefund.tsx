import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { RefundConsequences } from './RefundConsequences.tsx'
import { useRefundFields } from './use-refund-fields.ts'

interface DecideRefundProps {
  order: OrderDetail
  /** The one that the customer requested. */
  refund: OrderDetail['refunds'][number]
  isApproval: boolean
  onClose: () => void
}

/** Makes the refund that a customer requested, or refuses it with a word to him. */
export function DecideRefund({ order, refund, isApproval, onClose }: DecideRefundProps) {
  const { t } = useTexts()
  const { orderNo, currency } = order
  const { choices, proof } = useRefundFields(order)
  const key = isApproval ? 'approve' : 'refuse'
  return (
    <FormDialog
      key={key}
      call={orderCalls.decideRefund}
      isOpen
      width={560}
      title={t(`sellerOrders.${key}Of`, { amount: moneyText(refund.amount, currency) })}
      submitLabel={t(`sellerOrders.${key}`)}
      onClose={onClose}
      label={(name) => t(`sellerOrders.field.${name}`)}
      initial={{ orderNo, approve: isApproval, takesBack: true, isByHand: false }}
      fields={[
        ...(refund.reason === null
          ? []
          : [<p key="reason">{t('sellerOrders.reasonWas', { text: refund.reason })}</p>]),
        ...(isApproval ? choices : []),
        { name: 'answer', help: t('sellerOrders.answerHelp'), isRequired: !isApproval, ...proof },
        ...(isApproval ? [<RefundConsequences key="consequences" order={order} refund={refund} />] : []),
      ]}
      rereads={['list', 'orders']}
      done={({ state, amount }) => t(`sellerOrders.made.${state}`, { amount: moneyText(amount, currency) })}
    />
  )
}
