import { z } from 'zod'
import { bulkCall, call, line, named, nothing, page, pageInput, prose, rowId, time } from '../../api/call.ts'
import { type Currency, currencyCodes } from '../../codes/currencies.ts'
import { limits } from '../../codes/limits.ts'
import {
  cancelCauses,
  lineResults,
  orderKinds,
  orderStatuses,
  orderStatusIds,
  orderStatusNames,
  paymentStates,
  payTypeNames,
  refundCauses,
  refundStates,
} from '../../codes/orders.ts'
import { account, choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { amountText, moneyText } from '../../rules/money.ts'
import { duration, renewalPreview } from '../cards/calls.ts'
import { deviceCalls, terminalID } from '../devices/calls.ts'

/** Orders of service time and of money on a balance: placing, paying, refunding. Outside tools know some of the paths. */

export const currency = z.enum(currencyCodes).describe('Currency, ISO 4217.')
const amount = z.int().describe('In the smallest unit of the currency.')
export const payType = z.enum(payTypeNames).describe('How it is paid.')
const orderNo = z
  .string()
  .regex(/^[0-9A-Z]{6,32}$/)
  .describe('Number of the order.')
const target = z
  .enum(['both', 'platform'])
  .describe('`both`: the user’s term is extended along with the platform’s, where it ends at all.')
const orderStatus = z
  .literal(orderStatusIds as [1, 2, 3, 4])
  .describe('1: to be paid, 2: completed, 3: refunded as a whole, 4: cancelled.')
const discountCode = line(40).min(1).describe('Discount code.')

export const payPage = named('PayPage', {
  url: z.string().optional().describe('Where the payer is sent.'),
  qrText: z.string().optional().describe('Text of a QR code that the payer scans.'),
  miniProgram: z
    .record(z.string(), z.string())
    .optional()
    .describe('What the payment of the mini program takes.'),
})
export type PayPage = z.output<typeof payPage>

/** What stands on a receipt of its seller, as it was when the order was paid. */
export interface Receipt {
  name: string
  address: string | null
  taxLabel: string | null
  taxNumber: string | null
}

export const order = named('Order', {
  id: rowId,
  orderNo,
  kind: z.enum(orderKinds).describe('Service time of devices, or money on the balance of the account.'),
  status: orderStatus,
  buyer: z.string().describe('Who ordered; the name is kept when the account is gone.'),
  seller: z.string().describe('Who sells it.'),
  payType,
  paymentType: z
    .int()
    .describe('The same as a number: 1 PayPal, 2 WeChat Pay, 3 cards, 4 balance, 5 Stripe, 6 test mode.'),
  currency,
  listAmount: amount.describe('Before the discount, in the smallest unit of the currency.'),
  amount: amount.describe('What is to be paid, in the smallest unit of the currency.'),
  refundedAmount: amount.describe('Of it refunded.'),
  usdAmount: z
    .int()
    .nullable()
    .describe('The amount in US cents by the rate of the order’s day; null: no rate was known.'),
  taxAmount: amount.describe('Tax contained in the amount.'),
  duration: duration.nullable().describe('Duration id; null: not of service time.'),
  days: z
    .int()
    .nullable()
    .describe('Days that the service time has; null: for life, or not of service time.'),
  target: target.nullable().describe('`both`: the user’s term too; null: not of service time.'),
  deviceCount: z.int().describe('Devices that it is for.'),
  unitAmount: amount.nullable().describe('Price of one device; null: they differ.'),
  discountCode: z.string().nullable().describe('Discount code; null: none.'),
  discountRate: z.number().nullable().describe('Percent taken off.'),
  createTime: time,
  expireTime: time.describe('Until when it may be paid, epoch ms.'),
  paidTime: time.nullable().describe('When it was paid, epoch ms; null: it is not.'),
  cancelTime: time.nullable().describe('When it was cancelled, epoch ms; null: it is not.'),
  cancelCause: z.enum(cancelCauses).nullable().describe('Why it was cancelled.'),
  receiptNo: z.string().nullable().describe('Number of the receipt; null: not paid.'),
  refundState: z.enum(refundStates).nullable().describe('How its last refund is; null: there is none.'),
})
export type Order = z.output<typeof order>

const orderLine = named('OrderLine', {
  terminalID: z.string(),
  nickname: z.string().nullable(),
  amount,
  result: z
    .enum(lineResults)
    .nullable()
    .describe('What became of the device: renewed, deleted, or without an end; null: not paid yet.'),
  platformExpireTime: time
    .nullable()
    .describe('End of its platform term after the renewal, epoch ms; null: none, or not renewed.'),
  isRefunded: z.boolean().describe('Its part was refunded.'),
})

const orderRefund = named('OrderRefund', {
  id: rowId,
  state: z.enum(refundStates),
  cause: z
    .enum(refundCauses)
    .describe(
      'Why: wanted by buyer or seller, a device not renewed, money that came late or was of another amount, decided at the provider.',
    ),
  amount,
  currency,
  terminalIDs: z.array(z.string()).describe('The devices whose part is refunded.'),
  takesBack: z.boolean().describe('Do the devices lose the time that was paid?'),
  isByHand: z.boolean().describe('Outside the payment provider.'),
  reason: z.string().nullable(),
  answer: z.string().nullable().describe('What the seller says to it.'),
  failure: z.string().nullable().describe('The provider’s code and words.'),
  createTime: time,
  endTime: time.nullable().describe('When it was over, epoch ms; null: it is not.'),
})

const orderPayment = named('OrderPayment', {
  id: rowId,
  provider: z.string().describe('Name of the payment provider.'),
  state: z.enum(paymentStates),
  amount,
  currency,
  providerPayment: z.string().nullable().describe('What the provider calls it.'),
  providerCapture: z.string().nullable().describe('What the provider calls the money that moved.'),
  failure: z.string().nullable().describe('The provider’s code and words.'),
  createTime: time,
  endTime: time.nullable().describe('When it was over, epoch ms; null: it is not.'),
  payPage: payPage.nullable().describe('How it is paid; null: no more.'),
})

const orderDetail = order.extend({
  lines: z.array(orderLine).describe('The devices, the first 1,000.'),
  payments: z.array(orderPayment).describe('Attempts to pay it, newest first.'),
  refunds: z.array(orderRefund).describe('Newest first.'),
  isOwn: z.boolean().describe('The caller ordered it.'),
  mayRefund: z.boolean().describe('May the caller decide on refunds of it?'),
})
export type OrderDetail = z.output<typeof orderDetail>

/** Which devices, for how long. */
const renewal = bulkCall(deviceCalls.find, terminalID, {
  idsKey: 'terminalIDs',
  path: '/api/order/quote',
  permission: ['main:order'],
  help: '',
  more: { duration, target: target.default('both') },
}).input

const filters = {
  status: z.enum(orderStatusNames).optional().describe('Only of this status.'),
  payType: payType.optional().describe('Only paid this way.'),
  kind: z.enum(orderKinds).optional().describe('Only of this kind.'),
  search: z.string().trim().max(64).optional().describe('Part of an order number, a device or a user name.'),
  from: time.optional().describe('Placed from this time on, epoch ms.'),
  to: time.optional().describe('Placed until this time, epoch ms.'),
}

const placed = z.object({
  orderNo,
  amount: amount.describe('To be paid, in the smallest unit of the currency.'),
  currency,
  payUrl: z.string().optional().describe('Where the payer is sent.'),
  payPage: payPage.optional().describe('How it is paid at the provider.'),
  status: orderStatus,
  refused: z
    .array(z.object({ id: z.string(), result: z.string() }))
    .describe('Devices that can’t be renewed and are not part of the order.'),
})
export type PlacedOrder = z.output<typeof placed>

const own = ['main:order'] as const
const below = ['main:pay'] as const
const placing = [
  'priceMissing',
  'payTypeUnavailable',
  'balanceInsufficient',
  'payProviderSilent',
  'payProviderRefused',
  'publicUrlMissing',
] as const
const discounts = [
  'discountCodeMalformed',
  'discountCodeUnknown',
  'discountCodeUsed',
  'discountCodeOver',
  'discountCodeUnfit',
] as const
const byNumber = z.object({ orderNo })

/** How an order can be paid, and what it comes to. */
const payWay = named('PayWay', {
  payType,
  currency: currency.nullable().describe('Null: cards.'),
  listAmount: amount.describe('Before the discount.'),
  amount: amount.describe('What is to be paid; of cards their number.'),
  unitAmount: amount.nullable().describe('Price of one device; null: they differ.'),
  held: z
    .int()
    .nullable()
    .describe('Cards, or balance, that the caller has; null: no limit, or paid at a provider.'),
})
export type PayWay = z.output<typeof payWay>

export const orderCalls = {
  quote: call({
    path: '/api/order/quote',
    permission: own,
    demo: true,
    deviceSession: true,
    help: 'What renewing devices comes to, by each way to pay that there is, and of the first 200 devices their last contact and new end.',
    input: renewal.safeExtend({ discountCode: discountCode.optional() }),
    output: z.object({
      list: z.array(renewalPreview),
      needed: z.int().describe('Devices that can be renewed.'),
      refused: z.int().describe('Devices that can’t be renewed.'),
      silent: z.int().describe('Devices not heard for 30 days or longer.'),
      seller: z.string().describe('Who sells it.'),
      discountRate: z.number().nullable().describe('Percent taken off; null: no discount code.'),
      ways: z.array(payWay).describe('The ways to pay that there are.'),
    }),
    refusals: ['notFound', 'tooManyDevices', ...discounts],
  }),
  create: call({
    path: '/api/order/create',
    permission: own,
    deviceSession: true,
    help: 'Orders service time of devices. Paid by cards or a balance, they are renewed at once; else the order is to be paid at `payUrl` within 30 minutes. The same order again within a minute is the first one.',
    input: renewal.safeExtend({
      payType,
      currency: currency
        .optional()
        .describe('Currency; left out: the first that this way to pay has a price in.'),
      discountCode: discountCode.optional(),
      openId: line(128).min(1).optional().describe('Of the payer in the WeChat mini program.'),
    }),
    output: placed,
    refusals: [
      'notFound',
      'tooManyDevices',
      'lifetimeTerm',
      'operationRepeated',
      'notEnoughCards',
      ...placing,
      ...discounts,
    ],
  }),
  topUp: call({
    path: '/api/order/topUp',
    permission: own,
    help: 'Orders money on the balance of the caller’s account.',
    input: z.object({
      amount: z.int().min(1).max(100_000_000).describe('In the smallest unit of the currency.'),
      currency,
      payType,
      openId: line(128).min(1).optional().describe('Of the payer in the WeChat mini program.'),
    }),
    output: placed,
    refusals: ['payTypeUnavailable', 'payProviderSilent', 'payProviderRefused', 'publicUrlMissing'],
  }),
  find: call({
    method: 'GET',
    path: '/api/order/find',
    permission: own,
    demo: true,
    deviceSession: true,
    help: 'The caller’s own orders, newest first.',
    input: pageInput.extend(filters),
    output: page(order),
  }),
  findBelow: call({
    path: '/api/order/findBelow',
    permission: below,
    demo: true,
    help: 'Orders of the accounts below the caller, newest first.',
    input: pageInput.extend({
      ...filters,
      refundState: z.enum(refundStates).optional().describe('Only with a refund in this state.'),
      id: rowId.optional().describe('Only of this account and its sub-accounts.'),
      withSubAccounts: z.boolean().default(true),
    }),
    output: page(order),
    refusals: ['notFound'],
  }),
  get: call({
    method: 'GET',
    path: '/api/order/get',
    permission: own,
    demo: true,
    deviceSession: true,
    help: 'An order with its devices, payments and refunds.',
    input: byNumber,
    output: orderDetail,
    refusals: ['notFound'],
  }),
  refresh: call({
    path: '/api/order/refresh',
    permission: own,
    deviceSession: true,
    help: 'Asks the payment provider how the order is, unless that is just happening, and answers its status.',
    input: byNumber,
    output: z.object({
      status: orderStatus,
      isPending: z.boolean().describe('A payment is under way at the provider.'),
    }),
    refusals: ['notFound'],
  }),
  pay: call({
    path: '/api/order/pay',
    permission: own,
    deviceSession: true,
    help: 'Pays an order that is to be paid with a new attempt, also another way in the same currency.',
    input: byNumber.extend({
      payType: payType.optional(),
      openId: line(128).min(1).optional().describe('Of the payer in the WeChat mini program.'),
    }),
    output: placed,
    refusals: ['notFound', 'orderNotOpen', 'paymentRunning', 'notEnoughCards', ...placing],
  }),
  cancel: call({
    path: '/api/order/cancel',
    permission: own,
    deviceSession: true,
    help: 'Cancels an order that is to be paid, at the provider too. One that was paid meanwhile is completed.',
    input: byNumber,
    output: z.object({ status: orderStatus }),
    refusals: ['notFound', 'orderNotOpen', 'paymentRunning', 'payProviderSilent'],
  }),
  refund: call({
    path: '/api/order/refund',
    permission: own,
    help: 'Asks for a refund of an order or of some of its devices; by who is above its buyer it is made at once.',
    input: byNumber.extend({
      terminalIDs: z
        .array(z.string().max(40))
        .min(1)
        .max(limits.devicesPerOperation)
        .optional()
        .describe('Only of these devices.'),
      reason: prose(500).nullish(),
      takesBack: z.boolean().default(true).describe('Do the devices lose the time that was paid?'),
      isByHand: z
        .boolean()
        .default(false)
        .describe('The money was given back outside the payment provider; the reason says how.'),
    }),
    output: z.object({ state: z.enum(refundStates), amount }),
    refusals: ['notFound', 'refundNotPossible', 'refundRunning', 'balanceInsufficient'],
  }),
  decideRefund: call({
    path: '/api/order/decideRefund',
    permission: below,
    help: 'Makes or refuses a refund that the buyer asked for.',
    input: byNumber.extend({
      approve: z.boolean().describe('Make it; false: refuse it.'),
      answer: prose(500).nullish().describe('What the buyer is told.'),
      takesBack: z.boolean().default(true).describe('Do the devices lose the time that was paid?'),
      isByHand: z.boolean().default(false).describe('The money was given back outside the payment provider.'),
    }),
    output: z.object({ state: z.enum(refundStates), amount }),
    refusals: ['notFound', 'refundNotPossible', 'balanceInsufficient'],
  }),
  receipt: call({
    method: 'GET',
    path: '/api/order/receipt',
    permission: own,
    demo: true,
    deviceSession: true,
    help: 'The receipt of a paid order as PDF, in the language of the caller.',
    input: byNumber,
    output: nothing,
    files: ['application/pdf'],
    refusals: ['notFound', 'orderNotOpen'],
  }),
  income: call({
    path: '/api/order/income',
    permission: below,
    demo: true,
    help: 'What orders of the accounts below the caller brought, by day or by account, in US dollars and by currency.',
    input: z.object({
      from: time.describe('Paid from this time on, epoch ms.'),
      to: time.describe('Paid until this time, epoch ms.'),
      by: z.enum(['day', 'account']).default('day').describe('What the sums are by.'),
      id: rowId.optional().describe('Only of this account and its sub-accounts.'),
    }),
    output: z.object({
      list: z.array(
        z.object({
          day: z.string().nullable().describe('Day in the caller’s time zone; null: by account.'),
          account: z.string().nullable().describe('The seller; null: by day.'),
          currency,
          orders: z.int().describe('Orders that were paid.'),
          amount: amount.describe('Paid, in the smallest unit of the currency.'),
          refundedAmount: amount.describe('Of it refunded.'),
          usdAmount: z.int().describe('What is left of it in US cents, by the rates of the orders’ days.'),
          withoutRate: z.int().describe('Orders without a rate, which the dollars leave out.'),
        }),
      ),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
}

const money = (row: { currency: Currency }, value: number | null) =>
  value === null ? null : moneyText(value, row.currency)

const columns = [
  { key: 'orderNo', form: 'identifier', isFixed: true, card: 'title' },
  { key: 'orderStatus', of: (row: Order) => orderStatuses[row.status], form: 'orderStatus' },
  { key: 'amount', name: 'orderAmount', of: (row: Order) => money(row, row.amount), form: 'money' },
  { key: 'payType', form: 'payType' },
  { key: 'kind', name: 'orderKind', form: 'orderKind' },
  { key: 'deviceCount', name: 'devices', form: 'count' },
  { key: 'createTime', name: 'orderTime', form: 'instant' },
  { key: 'paidTime', form: 'instant', card: 'none' },
  { key: 'refundState', form: 'refundState' },
  { key: 'refundedAmount', of: (row: Order) => money(row, row.refundedAmount || null), form: 'money' },
  { key: 'unitAmount', of: (row: Order) => money(row, row.unitAmount), form: 'money', card: 'none' },
  { key: 'days', name: 'orderDays', form: 'count', card: 'none' },
  { key: 'discountCode', form: 'text', card: 'none' },
  { key: 'receiptNo', form: 'text', card: 'none' },
] as const

const statusFilters = [
  search(),
  choice('payType', payTypeNames, 'reports.payType'),
  choice('status', orderStatusNames, 'reports.orderStatus'),
  choice('kind', orderKinds, 'reports.orderKind'),
  given('from'),
  given('to'),
] as const

export const orderList = list(orderCalls.find, {
  name: 'orders',
  rowId: 'id',
  columns: [...columns],
  filters: [...statusFilters],
})

export const ordersBelowList = list(orderCalls.findBelow, {
  name: 'ordersBelow',
  rowId: 'id',
  columns: [
    columns[0],
    { key: 'buyer', form: 'text' },
    ...columns.slice(1),
    { key: 'seller', form: 'text' },
    {
      key: 'usdAmount',
      of: (row: Order) => (row.usdAmount === null ? null : amountText(row.usdAmount, 'USD')),
      form: 'money',
    },
  ],
  filters: [...statusFilters, account('id'), choice('refundState', refundStates, 'reports.refundState')],
})
