import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { OrderFacts } from '../parts/OrderFacts.tsx'
import { OrderLines } from '../parts/OrderLines.tsx'
import { OrderPayments } from '../parts/OrderPayments.tsx'
import { OrderRefunds } from '../parts/OrderRefunds.tsx'
import { saveReceipt } from '../paying/receipt.ts'
import { DecideRefund } from './DecideRefund.tsx'
import { MakeRefund } from './MakeRefund.tsx'

type Step = 'approve' | 'refuse' | 'refund'

/** An order of somebody below, with its devices, payments and refunds, and what its seller can do about it. */
export function SellerOrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { t, toText } = useTexts()
  const { data: order, error } = useCall(['orders', 'of', orderNo], orderCalls.get, { orderNo })
  const [step, setStep] = useState<Step | null>(null)
  const requested = order?.refunds.find(({ state }) => state === 'requested')
  const leave = () => setStep(null)
  return (
    <Sheet
      isOpen
      title={t('orders.orderOf', { orderNo })}
      height="90%"
      onClose={onClose}
      footer={order && <SellerActions order={order} isRequested={requested !== undefined} onStep={setStep} />}
    >
      {error ? (
        <EmptyState title={toText(error)} />
      ) : !order ? (
        <ContentLoading />
      ) : (
        <Flex vertical gap={20}>
          <OrderRefunds order={order} />
          <OrderFacts order={order} />
          {order.lines.length > 0 && (
            <section>
              <h2>{t('sellerOrders.field.terminalIDs')}</h2>
              <OrderLines order={order} />
            </section>
          )}
          <OrderPayments order={order} />
          {step === 'refund' && <MakeRefund order={order} onClose={leave} />}
          {requested && (step === 'approve' || step === 'refuse') && (
            <DecideRefund order={order} refund={requested} isApproval={step === 'approve'} onClose={leave} />
          )}
        </Flex>
      )}
    </Sheet>
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
    order.kind === 'topUp'
      ? order.refundedAmount < order.amount
      : order.lines.some(({ result, isRefunded }) => result === 'renewed' && !isRefunded)
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
