import { z } from 'zod'
import { bulkCall, call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { onlinePayTypes } from '../../codes/orders.ts'
import { choice, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { amountText } from '../../rules/money.ts'
import { currency } from '../orders/calls.ts'

/** Where the reports of payment providers and the books differ, a day after the other. */

/**
 * Moved by the report alone; in the books alone; in both, with another amount or currency. Of another amount than its
 * order, which a payment shows at once.
 */
export const differenceKinds = ['theirsOnly', 'oursOnly', 'unequal', 'otherAmount'] as const
export type DifferenceKind = (typeof differenceKinds)[number]
export const differenceStates = ['open', 'settled'] as const

const permission = ['main:pay'] as const

export const paymentDifference = named('PaymentDifference', {
  id: rowId,
  day: z.string().describe('Day of the provider’s books, `YYYY-MM-DD`.'),
  provider: z.enum(onlinePayTypes).describe('Name of the payment provider.'),
  payAccount: z.string().describe('The account at the provider, as its owner calls it.'),
  username: z.string().nullable().describe('Whose account at the provider it is; null: it is gone.'),
  kind: z
    .enum(differenceKinds)
    .describe(
      'Only in the provider’s report, only in the books, in both with another amount, or a payment of another amount than its order’s.',
    ),
  reference: z.string().describe('The provider’s id of the payment or refund; our number where it has none.'),
  orderNo: z.string().nullable().describe('Number of the order, where it is known.'),
  currency,
  ourAmount: z
    .int()
    .nullable()
    .describe(
      'In the books, or of the order, in the smallest unit of the currency, negative for what went back; null: it is not there.',
    ),
  theirAmount: z.int().nullable().describe('The same by the provider’s report.'),
  state: z.enum(differenceStates).describe('`settled`: somebody cleared it up, or a later report did.'),
  note: z.string().nullable().describe('What came of it.'),
  settledBy: z
    .string()
    .nullable()
    .describe('Who settled it; null: nobody yet, a later report did, or somebody above the caller.'),
  createTime: time,
  settleTime: time.nullable().describe('When it was settled, epoch ms; null: it is open.'),
})
export type PaymentDifference = z.output<typeof paymentDifference>

const find = call({
  path: '/api/pay/differences/find',
  permission,
  demo: true,
  help: 'Where the daily reports of payment providers and the books differ: of the caller’s accounts at providers and of those below; administrators see all.',
  input: pageInput.extend({
    state: z.enum(differenceStates).optional().describe('Only of this state.'),
    kind: z.enum(differenceKinds).optional().describe('Only of this kind.'),
    search: z.string().trim().max(64).optional().describe('Part of a reference or an order number.'),
  }),
  output: page(paymentDifference),
})

const note = line(300).min(1).describe('What came of it.')

export const differenceCalls = {
  find,
  settle: call({
    path: '/api/pay/differences/settle',
    permission,
    help: 'Settles a difference with a note of what came of it. Nothing is booked by it.',
    input: z.object({ id: rowId, note }),
    refusals: ['notFound'],
  }),
  settleMany: bulkCall(find, rowId, {
    path: '/api/pay/differences/settleMany',
    permission,
    help: 'Settles open differences with one note of what came of them. Nothing is booked by it.',
    more: { note },
    refusals: ['notFound'],
  }),
}

const money = (amount: number | null, { currency: unit }: PaymentDifference) =>
  amount === null ? null : `${amountText(amount, unit)} ${unit}`

export const differenceList = list(differenceCalls.find, {
  name: 'paymentDifferences',
  rowId: 'id',
  columns: [
    { key: 'day', form: 'day', isFixed: true },
    { key: 'kind', name: 'differenceKind', form: 'differenceKind', isFixed: true, card: 'title' },
    { key: 'state', name: 'differenceState', form: 'differenceState' },
    {
      key: 'theirAmount',
      of: (row: PaymentDifference) => money(row.theirAmount, row),
      form: 'money',
    },
    { key: 'ourAmount', of: (row: PaymentDifference) => money(row.ourAmount, row), form: 'money' },
    { key: 'orderNo', form: 'identifier' },
    { key: 'reference', name: 'payReference', form: 'identifier' },
    { key: 'provider', name: 'payProvider', form: 'payType' },
    { key: 'payAccount', form: 'text' },
    { key: 'username', form: 'text' },
    { key: 'note', form: 'text' },
    { key: 'settledBy', form: 'text' },
    { key: 'settleTime', form: 'instant' },
  ],
  filters: [
    search(),
    choice('state', differenceStates, 'reports.differenceState'),
    choice('kind', differenceKinds, 'reports.differenceKind'),
  ],
  bulk: [{ name: 'settleDifferences', call: differenceCalls.settleMany, fieldKeys: 'note' }],
})
