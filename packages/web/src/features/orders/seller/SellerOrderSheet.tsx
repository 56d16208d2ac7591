import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { OrderDetailSheet } from '../parts/OrderDetailSheet.tsx'
import { refundableLines } from '../parts/refunded-devices.tsx'
import { saveReceipt } from '../paying/receipt.ts'
import { DecideRefund } from './DecideRefund.tsx'
import { MakeRefund } from './MakeRefund.tsx'

type Step = 'approve' | 'refuse' | 'refund'

/** An order of somebody below, and what its seller can do about it. */
export function SellerOrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { data: order, error } = useCall(['orders', 'of', orderNo], orderCalls.get, { orderNo })
  const [step, setStep] = useState<Step | null>(null)
  const requested = order?.refunds.find(({ state }) => state === 'requested')
  const leave = () => setStep(null)
  return (
    <OrderDetailSheet
      orderNo={orderNo}
      order={order}
      error={error}
      onClose={onClose}
      footer={order && <SellerActions order={order} isRequested={requested !== undefined} onStep={setStep} />}
    >
      {order && step === 'refund' && <MakeRefund order={order} onClose={leave} />}
      {order && requested && (step === 'approve' || step === 'refuse') && (
        <DecideRefund order={order} refund={requested} isApproval={step === 'approve'} onClose={leave} />
      )}
    </OrderDetailSheet>
  )
}

interface SellerActionsProps {
  order: OrderDetail
  /** The customer waits for a decision. */
  isRequested: boolean
  onStep: (step: Step) => void
}

function SellerActions({ order, isRequested, onStep }: SellerActionsProps) {
  const { t } = useTexts()
  const { act, isBusy } = useAction()
  const isRunning = order.refunds.some(({ state }) => state === 'sending' || state === 'sent')
  const hasLeft =
    order.kind === 'topUp' ? order.refundedAmount < order.amount : refundableLines(order).length > 0
  const reason = isRunning
    ? t('result.refundRunning')
    : !order.mayRefund
      ? t('sellerOrders.notYours')
      : hasLeft
        ? undefined
        : t('sellerOrders.nothingLeft')
  // Left out, a button says by itself what the demo account may not.
  const why = reason === undefined ? {} : { reason }
  return (
    <Flex gap={8} wrap justify="center">
      {order.receiptNo !== null && (
        <ActionButton
          reason={null}
          loading={isBusy}
          onClick={() => void act(() => saveReceipt(order.orderNo))}
        >
          {t('orders.receipt')}
        </ActionButton>
      )}
      {isRequested ? (
        <>
          <ActionButton {...why} onClick={() => onStep('refuse')}>
            {t('sellerOrders.refuse')}
          </ActionButton>
          <ActionButton type="primary" {...why} onClick={() => onStep('approve')}>
            {t('sellerOrders.approve')}
          </ActionButton>
        </>
      ) : (
        (order.status === 2 || (order.status === 3 && hasLeft)) && (
          <ActionButton {...why} onClick={() => onStep('refund')}>
            {t(order.status === 2 ? 'sellerOrders.refund' : 'sellerOrders.takeTime')}
          </ActionButton>
        )
      )}
    </Flex>
  )
}
