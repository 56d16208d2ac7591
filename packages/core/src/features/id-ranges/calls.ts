import { z } from 'zod'
import { call, line, named, page, pageInput, rowId, searchText, time } from '../../api/call.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { idRangeKinds } from './ids.ts'

/** Ranges of ids that are handed to production: which are used, which are free, and who got which. */

const permission = ['test:id'] as const

/** Ids that are handed out at once. */
export const maxIdsAtOnce = 10_000

const paper = {
  paperNumber: line(64).nullish().describe('Number of the order or work order.'),
  receiver: line(64).nullish().describe('Who gets them: workshop, line or maker.'),
  note: line(200).nullish(),
}
const shownPaper = {
  paperNumber: z.string().nullable().describe('Number of the order or work order.'),
  receiver: z.string().nullable().describe('Who got them.'),
  note: z.string().nullable(),
  operator: z.string().describe('User name of who did it.'),
}

export const idRange = named('IdRange', {
  id: rowId,
  kind: z
    .enum(idRangeKinds)
    .describe('`imei`: with a Luhn digit; `id808`: 11 to 20 digits; `own`: own numbers.'),
  firstId: z.string().describe('First id.'),
  lastId: z.string().describe('Last id.'),
  hasCheckDigit: z.boolean().describe('The last digit of each is a Luhn digit.'),
  total: z.int().describe('Ids of the range.'),
  issued: z.int().describe('Ids that were handed out.'),
  used: z.int().describe('Ids that a device, a test result or the stock has.'),
  free: z.int().describe('Ids that can still be handed out.'),
  nextId: z.string().nullable().describe('The first one that was not handed out; null: all were.'),
  createTime: time,
  ...shownPaper,
})
export type IdRange = z.output<typeof idRange>

export const idIssue = named('IdIssue', {
  id: rowId,
  rangeId: rowId.describe('Of the range.'),
  firstId: z.string().describe('First id.'),
  lastId: z.string().describe('Last id; ids between them that were used already are left out.'),
  count: z.int().describe('How many ids.'),
  used: z.int().describe('Of them, those that a device, a test result or the stock has.'),
  time,
  ...shownPaper,
})
export type IdIssue = z.output<typeof idIssue>

export const checkedId = named('CheckedId', {
  id: z.string(),
  luhn: z.boolean().nullable().describe('Its check digit is right; null: 15 digits have one, others none.'),
  rangeId: rowId.nullable().describe('Range that it is in; null: none.'),
  isIssued: z.boolean().describe('It was handed out.'),
  usedBy: z
    .enum(['device', 'stock', 'result'])
    .nullable()
    .describe('What has it: a registered device, the stock or a test result; null: nothing.'),
})
export type CheckedId = z.output<typeof checkedId>

const find = call({
  path: '/api/idRange/find',
  permission,
  demo: true,
  help: 'The ranges of ids, newest first, with how many are used and free.',
  input: pageInput.extend({
    search: searchText.optional().describe('An id of the range, or part of paper number or recipient.'),
    kind: z.enum(idRangeKinds).optional(),
  }),
  output: page(idRange),
})

export const idRangeCalls = {
  find,
  add: call({
    path: '/api/idRange/add',
    permission,
    help: 'Adds a range of ids, by its first and last. No id is in two ranges.',
    input: z.object({
      kind: z.enum(idRangeKinds),
      firstId: line(40).min(1).describe('First id; of an IMEI the check digit may be left out.'),
      lastId: line(40).min(1).describe('Last id.'),
      hasCheckDigit: z.boolean().default(false).describe('Of own numbers: the last digit is a Luhn digit.'),
      ...paper,
    }),
    output: z.object({ id: rowId }),
    refusals: ['idRangeOverlaps'],
  }),
  delete: call({
    path: '/api/idRange/delete',
    permission,
    help: 'Deletes a range of which nothing was handed out or used.',
    input: z.object({ id: rowId }),
    refusals: ['notFound', 'idRangeInUse'],
  }),
  issue: call({
    path: '/api/idRange/issue',
    permission,
    help: 'Hands out the next free ids of a range. What was handed out once is never handed out again.',
    input: z.object({
      id: rowId,
      count: z.int().min(1).max(maxIdsAtOnce).describe('How many ids.'),
      ...paper,
    }),
    output: z.object({
      issueId: rowId.describe('Of what was handed out.'),
      firstId: z.string().describe('First id that was handed out.'),
      lastId: z.string().describe('Last id that was handed out.'),
      count: z.int().describe('Number of ids.'),
    }),
    refusals: ['notFound', 'idRangeExhausted'],
  }),
  issues: call({
    path: '/api/idRange/issues',
    permission,
    demo: true,
    help: 'What was handed out, newest first.',
    input: pageInput.extend({
      id: rowId.optional().describe('Only of this range.'),
      search: searchText.optional().describe('Part of paper number or recipient.'),
    }),
    output: page(idIssue),
  }),
  file: call({
    method: 'GET',
    path: '/api/idRange/file',
    permission,
    demo: true,
    help: 'The ids that were handed out, one a line.',
    input: z.object({ issueId: rowId.describe('What was handed out.') }),
    files: ['text/csv'],
    refusals: ['notFound'],
  }),
  check: call({
    path: '/api/idRange/check',
    permission,
    demo: true,
    help: 'Whether ids are right, in a range, handed out and used.',
    input: z.object({ ids: z.array(line(40).min(1)).min(1).max(1_000) }),
    output: z.object({ list: z.array(checkedId) }),
  }),
}

const paperColumns = [
  { key: 'paperNumber', form: 'text' },
  { key: 'receiver', form: 'text' },
  { key: 'note', form: 'text', isOptional: true },
  { key: 'operator', form: 'text', isOptional: true },
] as const

export const idRangeList = list(idRangeCalls.find, {
  name: 'idRanges',
  rowId: 'id',
  columns: [
    { key: 'firstId', form: 'identifier', isFixed: true, card: 'title' },
    { key: 'lastId', form: 'identifier', isFixed: true },
    { key: 'kind', name: 'idRangeKind', form: 'idRangeKind', card: 'sign' },
    { key: 'total', name: 'idsTotal', form: 'count' },
    { key: 'issued', name: 'idsIssued', form: 'count' },
    { key: 'used', name: 'idsUsed', form: 'count' },
    { key: 'free', name: 'idsFree', form: 'count' },
    ...paperColumns,
    { key: 'createTime', form: 'instant', isOptional: true },
  ],
  filters: [search(), choice('kind', idRangeKinds, 'reports.idRangeKind')],
})

export const idIssueList = list(idRangeCalls.issues, {
  name: 'idIssues',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'instant', isFixed: true },
    { key: 'firstId', form: 'identifier', isFixed: true, card: 'title' },
    { key: 'lastId', form: 'identifier' },
    { key: 'count', name: 'idsTotal', form: 'count' },
    { key: 'used', name: 'idsUsed', form: 'count' },
    ...paperColumns,
  ],
  filters: [search(), given('id')],
})
