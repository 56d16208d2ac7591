import { FilePdfOutlined } from '@ant-design/icons'
import { type Order, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { saveReceipt } from '../paying/receipt.ts'

/** The receipt of an order of a list, once it is paid. */
export const receiptAction = {
  label: 'orders.receiptOf',
  icon: <FilePdfOutlined />,
  call: orderCalls.receipt,
  isFor: ({ receiptNo }: Order) => receiptNo !== null,
  run: ({ orderNo }: Order) => saveReceipt(orderNo),
}
