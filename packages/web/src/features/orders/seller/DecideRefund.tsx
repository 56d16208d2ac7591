import { payTypes } from '@trackway/core/codes/orders.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Form } from 'antd'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { RefundConsequences } from './RefundConsequences.tsx'

type Refund = OrderDetail['refunds'][number]

interface DecideRefundProps {
  order: OrderDetail
  /** The one that the customer asked for. */
  refund: Refund
  isApproval: boolean
  onClose: () => void
}

/** Makes the refund that a customer asked for, or refuses it with a word to him. */
export function DecideRefund({ order, refund, isApproval, onClose }: DecideRefundProps) {
  const { t } = useTexts()
  const { role } = useUser()
  const { orderNo, payType, currency, kind } = order
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
        ...(isApproval && role === roles.admin && kind === 'renewal'
          ? [{ name: 'takesBack' as const, help: t('sellerOrders.takesBackHelp') }]
          : []),
        ...(isApproval && payTypes[payType].isOnline
          ? [{ name: 'isByHand' as const, help: t('sellerOrders.isByHandHelp') }]
          : []),
        {
          name: 'answer',
          help: t('sellerOrders.answerHelp'),
          isRequired: !isApproval,
          checkAfter: ['isByHand'],
          check: (value, { isByHand }) => (isByHand && !value ? t('sellerOrders.proofMissing') : null),
        },
        ...(isApproval ? [<RequestedConsequences key="consequences" order={order} refund={refund} />] : []),
      ]}
      rereads={['list', 'orders']}
      done={({ state, amount }) => t(`sellerOrders.made.${state}`, { amount: moneyText(amount, currency) })}
    />
  )
}

/** Of what was asked for, by what is entered now. */
function RequestedConsequences({ order, refund }: Pick<DecideRefundProps, 'order' | 'refund'>) {
  const { takesBack = true, isByHand = false } =
    (Form.useWatch([], Form.useFormInstance()) as { takesBack?: boolean; isByHand?: boolean } | undefined) ??
    {}
  return (
    <RefundConsequences
      order={order}
      lines={order.lines.filter(({ terminalID }) => refund.terminalIDs.includes(terminalID))}
      amount={refund.amount}
      takesBack={takesBack}
      isByHand={isByHand}
    />
  )
}
