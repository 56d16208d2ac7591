import { z } from 'zod'
import { call, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { balanceAssets, currencyOf, ledgerKinds } from '../../codes/ledger.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { amountText } from '../../rules/money.ts'

/** Everything that is counted: what moved, from whom to whom, and what an account held before and after. */

export const ledgerRecord = named('LedgerRecord', {
  id: rowId,
  time,
  username: z.string().describe('Whose count it was; the name is kept when the account is gone.'),
  asset: z
    .enum(balanceAssets)
    .describe(
      'What moved: import credits, cards of a duration, money of a currency; `owed…`: what the platform owes for sales.',
    ),
  kind: z.enum(ledgerKinds).describe('Why the count changed.'),
  amount: z.int().describe('By how much it changed; money in the smallest unit of its currency.'),
  before: z.int().describe('The count before.'),
  after: z.int().describe('The count after.'),
  operator: z
    .string()
    .nullable()
    .describe('Who did it; null: a parent account of the caller, or an account that no longer exists.'),
  other: z
    .string()
    .nullable()
    .describe('Source or destination; null: the platform, devices, or a parent account of the caller.'),
  reference: z.string().nullable().describe('What it was used for; null: passed on to another account.'),
  remark: z.string().nullable(),
})
export type LedgerRecord = z.output<typeof ledgerRecord>

/** What narrows the movements, of whatever they are. */
export const recordFilter = pageInput.extend({
  id: rowId.optional().describe('Only of this account.'),
  kind: z.enum(ledgerKinds).optional().describe('Only of this kind.'),
  search: z.string().trim().max(64).optional().describe('Part of a user name.'),
})

export const ledgerCalls = {
  find: call({
    path: '/api/ledger/find',
    permission: ['main:pay', 'main:agent'],
    demo: true,
    help: 'What the caller and its sub-accounts were given, passed on and used, newest first, with the count before and after.',
    input: recordFilter.extend({
      asset: z.enum(balanceAssets).optional().describe('Only of one thing that is counted.'),
      from: time.optional().describe('From this time, epoch ms.'),
      to: time.optional().describe('Until this time, epoch ms.'),
    }),
    output: page(ledgerRecord),
    refusals: ['notFound'],
  }),
}

/** The columns of every list of movements. */
export const recordColumns = [
  { key: 'kind', name: 'ledgerKind', form: 'ledgerKind' },
  { key: 'amount', form: 'count' },
  { key: 'before', form: 'count' },
  { key: 'after', form: 'count' },
  { key: 'other', name: 'otherAccount', form: 'text' },
  { key: 'operator', form: 'text' },
  { key: 'reference', form: 'text' },
  { key: 'remark', form: 'text' },
] as const

/** Pieces as they are; money in its currency, which the row names. */
function countOf(row: LedgerRecord, key: 'amount' | 'before' | 'after'): number | string {
  const currency = currencyOf(row.asset)
  return currency === null ? row[key] : amountText(row[key], currency)
}

export const ledgerList = list(ledgerCalls.find, {
  name: 'ledger',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'instant', isFixed: true },
    { key: 'username', name: 'userName', form: 'text', isFixed: true, card: 'title' },
    { key: 'asset', name: 'ledgerAsset', form: 'ledgerAsset' },
    ...recordColumns.map((column) =>
      column.form === 'count' ? { ...column, of: (row: LedgerRecord) => countOf(row, column.key) } : column,
    ),
  ],
  filters: [
    search(),
    choice('asset', balanceAssets, 'reports.ledgerAsset'),
    choice('kind', ledgerKinds, 'reports.ledgerKind'),
    given('id'),
    given('from'),
    given('to'),
  ],
})
