import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { OrderRefunds } from './OrderRefunds.tsx'

interface OrderDetailSheetProps {
  orderNo: string
  /** Undefined: it is loaded. */
  order: OrderDetail | undefined
  error: unknown
  footer: ReactNode
  onClose: () => void
  /** Dialogs of what can be done with it. */
  children: ReactNode
}

/** An order over its list: its refunds, facts, devices and payments, with what can be done with it at the foot. */
export function OrderDetailSheet({ orderNo, order, error, children, ...sheet }: OrderDetailSheetProps) {
  const { t, toText } = useTexts()
  return (
    <Sheet isOpen title={t('orders.orderOf', { orderNo })} height="90%" {...sheet}>
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
              <h2 className="tw-size-16">{t('orders.line.title')}</h2>
              <OrderLines order={order} />
            </section>
          )}
          <OrderPayments order={order} />
          {children}
        </Flex>
      )}
    </Sheet>
  )
}
