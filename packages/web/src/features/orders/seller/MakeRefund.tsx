import { payTypes } from '@trackway/core/codes/orders.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Form, Select } from 'antd'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { RefundConsequences } from './RefundConsequences.tsx'

/** Refunds an order, or some of its devices. */
export function MakeRefund({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTexts()
  const { role } = useUser()
  const left = order.lines.filter(({ result, isRefunded }) => result === 'renewed' && !isRefunded)
  const { orderNo, kind, payType, currency } = order
  const isOnline = payTypes[payType].isOnline
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
        ...(kind === 'renewal' && left.length > 1
          ? [
              {
                name: 'terminalIDs' as const,
                control: (
                  <Select
                    mode="multiple"
                    allowClear
                    maxTagCount="responsive"
                    placeholder={t('sellerOrders.allDevices', { count: left.length })}
                    optionFilterProp="label"
                    options={left.map(({ terminalID, nickname, amount }) => ({
                      value: terminalID,
                      label: [
                        nickname ?? terminalID,
                        ...(payType === 'card' ? [] : [moneyText(amount, currency)]),
                      ].join(' · '),
                    }))}
                  />
                ),
              },
            ]
          : []),
        ...(role === roles.admin && kind === 'renewal'
          ? [{ name: 'takesBack' as const, help: t('sellerOrders.takesBackHelp') }]
          : []),
        ...(isOnline ? [{ name: 'isByHand' as const, help: t('sellerOrders.isByHandHelp') }] : []),
        {
          name: 'reason',
          checkAfter: ['isByHand'],
          check: (value, { isByHand }) => (isByHand && !value ? t('sellerOrders.proofMissing') : null),
        },
        <ChosenConsequences key="consequences" order={order} left={left} />,
      ]}
      rereads={['list', 'orders']}
      done={({ state, amount }) => t(`sellerOrders.made.${state}`, { amount: moneyText(amount, currency) })}
    />
  )
}

/** Of what is entered now. */
function ChosenConsequences({ order, left }: { order: OrderDetail; left: OrderDetail['lines'] }) {
  const {
    terminalIDs = [],
    takesBack = true,
    isByHand = false,
  } = (Form.useWatch([], Form.useFormInstance()) as
    | { terminalIDs?: string[]; takesBack?: boolean; isByHand?: boolean }
    | undefined) ?? {}
  const lines =
    terminalIDs.length > 0 ? left.filter(({ terminalID }) => terminalIDs.includes(terminalID)) : left
  const unrefunded = order.amount - order.refundedAmount
  const amount =
    order.kind === 'topUp'
      ? unrefunded
      : Math.min(
          lines.reduce((sum, line) => sum + line.amount, 0),
          unrefunded,
        )
  return (
    <RefundConsequences
      order={order}
      lines={lines}
      amount={amount}
      takesBack={takesBack}
      isByHand={isByHand}
    />
  )
}
