import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { useState } from 'react'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { OrderActions } from './parts/OrderActions.tsx'
import { OrderDetailSheet } from './parts/OrderDetailSheet.tsx'
import { refundedDevices } from './parts/refunded-devices.tsx'
import { useFollowedOrder } from './paying/use-followed-order.ts'

/** An own order, and what can be done with it. */
export function OrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { t } = useTexts()
  const { isOfDevice } = useUser()
  const { order, error } = useFollowedOrder(orderNo)
  const [isRefunding, setIsRefunding] = useState(false)
  const isRunning = ['requested', 'sending', 'sent'].includes(order?.refundState ?? '')
  return (
    <OrderDetailSheet
      orderNo={orderNo}
      order={order}
      error={error}
      onClose={onClose}
      footer={
        order && (
          <OrderActions order={order}>
            {order.status === 2 && order.isOwn && !isOfDevice && (
              <ActionButton
                {...(isRunning && { reason: t('result.refundRunning') })}
                onClick={() => setIsRefunding(true)}
              >
                {t('orders.refund.ask')}
              </ActionButton>
            )}
          </OrderActions>
        )
      }
    >
      {order && (
        <FormDialog
          call={orderCalls.refund}
          isOpen={isRefunding}
          title={t('orders.refund.ask')}
          submitLabel={t('orders.refund.ask')}
          onClose={() => setIsRefunding(false)}
          label={(name) => t(`orders.refund.field.${name}`)}
          initial={{ orderNo }}
          fields={[<p key="text">{t('orders.refund.text')}</p>, ...refundedDevices(t, order), 'reason']}
          rereads={['list', 'orders']}
          done={({ state }) => t(state === 'requested' ? 'orders.refund.asked' : 'orders.refund.made')}
        />
      )}
    </OrderDetailSheet>
  )
}
