import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Flex, Select } from 'antd'
import { useState } from 'react'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { OrderActions } from './parts/OrderActions.tsx'
import { OrderFacts } from './parts/OrderFacts.tsx'
import { OrderLines } from './parts/OrderLines.tsx'
import { OrderPayments } from './parts/OrderPayments.tsx'
import { OrderRefunds } from './parts/OrderRefunds.tsx'
import { useFollowedOrder } from './paying/use-followed-order.ts'

/** An own order with its devices, payments and refunds, and what can be done with it. */
export function OrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { t, toText } = useTexts()
  const { isOfDevice } = useUser()
  const { order, error } = useFollowedOrder(orderNo)
  const [isRefunding, setIsRefunding] = useState(false)
  const renewed = order?.lines.filter(({ result, isRefunded }) => result === 'renewed' && !isRefunded) ?? []
  const isRunning = ['requested', 'sending', 'sent'].includes(order?.refundState ?? '')
  return (
    <Sheet
      isOpen
      title={t('orders.orderOf', { orderNo })}
      height="90%"
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
      {error ? (
        <EmptyState title={toText(error)} />
      ) : !order ? (
        <ContentLoading />
      ) : (
        <Flex vertical gap={20}>
          <OrderFacts order={order} />
          <OrderRefunds order={order} />
          {order.lines.length > 0 && (
            <section>
              <h2 className="tw-size-16">{t('orders.refund.field.terminalIDs')}</h2>
              <OrderLines order={order} />
            </section>
          )}
          <OrderPayments order={order} />
          <FormDialog
            call={orderCalls.refund}
            isOpen={isRefunding}
            title={t('orders.refund.title')}
            submitLabel={t('orders.refund.ask')}
            onClose={() => setIsRefunding(false)}
            label={(name) => t(`orders.refund.field.${name}`)}
            initial={{ orderNo }}
            fields={[
              <p key="text">{t('orders.refund.text')}</p>,
              ...(order.kind === 'renewal' && renewed.length > 1
                ? [
                    {
                      name: 'terminalIDs' as const,
                      control: (
                        <Select
                          mode="multiple"
                          allowClear
                          placeholder={t('orders.refund.all', { count: renewed.length })}
                          optionFilterProp="label"
                          options={renewed.map(({ terminalID, nickname, amount }) => ({
                            value: terminalID,
                            label: [
                              nickname ?? terminalID,
                              ...(order.payType === 'card' ? [] : [moneyText(amount, order.currency)]),
                            ].join(' · '),
                          }))}
                        />
                      ),
                    },
                  ]
                : []),
              'reason',
            ]}
            rereads={['list', 'orders']}
            done={({ state }) => t(state === 'requested' ? 'orders.refund.asked' : 'orders.refund.made')}
          />
        </Flex>
      )}
    </Sheet>
  )
}
