import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Select } from 'antd'
import type { TFunction } from 'i18next'

/** The devices of an order that can be refunded. */
export const refundableLines = ({ lines }: OrderDetail): OrderDetail['lines'] =>
  lines.filter(({ result, isRefunded }) => result === 'renewed' && !isRefunded)

/** The field that chooses which devices are refunded, where there are several; left empty: all. */
export function refundedDevices(t: TFunction, order: OrderDetail) {
  const left = refundableLines(order)
  if (order.kind !== 'renewal' || left.length < 2) return []
  const control = (
    <Select
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('orders.refund.all', { count: left.length })}
      optionFilterProp="label"
      options={left.map(({ terminalID, nickname, amount }) => ({
        value: terminalID,
        label: [
          nickname ?? terminalID,
          ...(order.payType === 'card' ? [] : [moneyText(amount, order.currency)]),
        ].join(' · '),
      }))}
    />
  )
  return [{ name: 'terminalIDs' as const, control }]
}
