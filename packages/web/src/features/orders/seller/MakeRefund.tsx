import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { refundedDevices } from '../parts/refunded-devices.tsx'
import { RefundConsequences } from './RefundConsequences.tsx'
import { useRefundFields } from './use-refund-fields.ts'

/** Refunds an order, or some of its devices. */
export function MakeRefund({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTexts()
  const { orderNo, currency } = order
  const { choices, proof } = useRefundFields(order)
  return (
    <FormDialog
      call={orderCalls.refund}
      isOpen
      width={560}
      title={t('sellerOrders.refundOf', { orderNo })}
      submitLabel={t(order.status === 2 ? 'sellerOrders.refund' : 'sellerOrders.takeTime')}
      onClose={onClose}
      label={(name) => t(`sellerOrders.field.${name}`)}
      initial={{ orderNo, takesBack: true, isByHand: false }}
      fields={[
        ...refundedDevices(t, order),
        ...choices,
        { name: 'reason', ...proof },
        <RefundConsequences key="consequences" order={order} refund={null} />,
      ]}
      rereads={['list', 'orders']}
      done={({ state, amount }) => t(`sellerOrders.made.${state}`, { amount: moneyText(amount, currency) })}
    />
  )
}
