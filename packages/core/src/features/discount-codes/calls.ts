import { z } from 'zod'
import { bulkCall, call, instant, named, page, pageInput, rowId, searchText, time } from '../../api/call.ts'
import { choice, chosen, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'

/** Codes that take a part off the price of one order each, sold or given away by whoever sells. Outside tools know the path of `add`. */

const permission = ['main:pay'] as const

const maxCodesAtOnce = 10_000

/** What is so of a code first, in this order: used, reserved by an order to be paid, disabled, expired, or else unused. */
export const discountCodeStates = ['unused', 'reserved', 'used', 'disabled', 'expired'] as const
export type DiscountCodeState = (typeof discountCodeStates)[number]

const rate = z
  .number()
  .min(0.01)
  .max(100)
  .refine((percent) => Number(percent.toFixed(2)) === percent, 'twoDecimals')
  .describe('Percent taken off the price, above 0 up to 100, with two decimals at most.')

export const discountCode = named('DiscountCode', {
  id: rowId,
  code: z.string().describe('The code, as `XXXX-XXXX-XXXX`.'),
  batchId: rowId.describe('Codes that were generated together have the same.'),
  rate: z.number().describe('Percent taken off the price.'),
  state: z.enum(discountCodeStates).describe('`reserved`: an order that is to be paid holds it.'),
  isEnabled: z.boolean(),
  isUsed: z.boolean().describe('An order that was paid used it.'),
  expireTime: time.nullable().describe('When it expires, epoch ms; null: never.'),
  createTime: time,
  orderNo: z.string().nullable().describe('The order that holds or used it.'),
  usedBy: z.string().nullable().describe('User name of who used it; null: unused.'),
  usedTime: time.nullable().describe('When it was used, epoch ms; null: unused.'),
})
export type DiscountCode = z.output<typeof discountCode>

const find = call({
  path: '/api/discountCode/find',
  permission,
  demo: true,
  help: 'The caller’s discount codes, for administrators those of the platform, newest first.',
  input: pageInput.extend({
    state: z.enum(discountCodeStates).optional().describe('Only of this state.'),
    batchId: rowId.optional().describe('Only those generated together.'),
    search: searchText
      .optional()
      .describe('Part of a code or of the user name of who used it, or an order number.'),
  }),
  output: page(discountCode),
})

export const discountCodeCalls = {
  find,
  add: call({
    path: '/api/discountCode/add',
    permission,
    help: 'Generates discount codes, each for one order with the caller as its seller.',
    input: z.object({
      count: z.int().min(1).max(maxCodesAtOnce).describe('How many.'),
      rate,
      expireTime: instant.nullish().describe('When they expire; null or left out: never.'),
    }),
    output: z.object({
      batchId: rowId.describe('Finds the new codes.'),
      count: z.int().describe('How many.'),
    }),
  }),
  enable: bulkCall(find, rowId, {
    path: '/api/discountCode/enable',
    permission,
    help: 'Enables or disables discount codes. An order that holds one keeps it.',
    more: { isEnabled: z.boolean() },
    refusals: ['notFound'],
  }),
  delete: bulkCall(find, rowId, {
    path: '/api/discountCode/delete',
    permission,
    help: 'Deletes discount codes that no order holds or used.',
    refusals: ['notFound', 'discountCodeUsed'],
  }),
}

export const discountCodeList = list(discountCodeCalls.find, {
  name: 'discountCodes',
  rowId: 'id',
  mostAtOnce: 1_000_000,
  columns: [
    { key: 'code', name: 'discountCode', form: 'identifier', isFixed: true, card: 'title' },
    { key: 'state', name: 'discountCodeState', form: 'discountCodeState', card: 'sign' },
    { key: 'rate', name: 'discountRate', of: ({ rate }: DiscountCode) => `${rate}%`, form: 'text' },
    { key: 'expireTime', form: 'term' },
    { key: 'usedBy', name: 'discountUsedBy', form: 'text' },
    { key: 'usedTime', name: 'discountUsedTime', form: 'instant' },
    { key: 'orderNo', form: 'text' },
    { key: 'batchId', name: 'discountBatch', form: 'text' },
    { key: 'createTime', form: 'instant' },
  ],
  filters: [search(), choice('state', discountCodeStates, 'reports.discountCodeState'), chosen('batchId')],
  bulk: [
    { name: 'enableCodes', call: discountCodeCalls.enable, input: { isEnabled: true } },
    { name: 'disableCodes', call: discountCodeCalls.enable, input: { isEnabled: false } },
    { name: 'delete', call: discountCodeCalls.delete, isDangerous: true },
  ],
})
