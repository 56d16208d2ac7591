import { z } from 'zod'
import { call, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import type { Permission } from '../../codes/permissions.ts'
import { choice } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { importColumnKeys } from './columns.ts'
import { importKindNames, importKinds } from './kinds.ts'

/** Batches: rows that are checked, written as one job, and can be undone. */

const maxCell = 600
const cell = z
  .union([z.string().max(maxCell), z.number(), z.null()])
  .transform((value) => (value === null ? '' : String(value).trim()))

const rows = z
  .array(z.partialRecord(z.enum(importColumnKeys), cell))
  .min(1)
  .max(limits.rowsPerImport)
  .describe('Values by the keys of the kind’s columns; what is left out or empty is not changed.')

const kind = z.enum(importKindNames).describe('What is done with the rows.')

const headings = z
  .record(z.string().max(200), z.enum(importColumnKeys).nullable())
  .refine((given) => Object.keys(given).length <= 200, 'tooMany')
  .describe('Which column each heading of a sheet means; null: it is left out.')

/** The permissions of all kinds; the call checks that of its kind. */
const anyKind = [
  ...new Set(Object.values(importKinds).flatMap(({ permission }): readonly Permission[] => permission)),
]

const about = z.object({
  kind,
  rows,
  userId: rowId.optional().describe('Account of the rows that name none; left out: the caller’s.'),
})

const finding = z.object({
  row: z.int().describe('Number of the row among those sent, from 1.'),
  column: z.enum(importColumnKeys).nullable().describe('Key of the column; null: the row as a whole.'),
  reason: z.string().describe('Name of the rule that it breaks.'),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe('What the text of the reason names.'),
  isWarning: z.boolean().optional().describe('The row can be written all the same.'),
})

/** The progress of a batch. */
export const importStates = ['queued', 'running', 'done', 'failed', 'undoing', 'undone'] as const

/** A batch as it is listed. */
export const importRecord = named('ImportBatch', {
  jobId: rowId.describe('Id of the batch.'),
  kind,
  userId: rowId.describe('Account that started it.'),
  username: z.string(),
  state: z.enum(importStates).describe('Progress.'),
  total: z.int().describe('Total rows.'),
  done: z.int().describe('Rows that were written.'),
  failed: z.int().describe('Rows that were not written.'),
  undone: z.int().describe('Rows that were written and then undone.'),
  takenCounts: z.int().describe('Import credits it used.'),
  fileName: z
    .string()
    .nullable()
    .describe('Name of the file it came from; null: pasted, scanned or sent by a program.'),
  createTime: time,
  finishTime: time.nullable().describe('When it ended, epoch ms; null: not yet.'),
  passwords: z.int().describe('Passwords created and not yet collected.'),
  canUndo: z.boolean().describe('The caller can still undo it.'),
})
export type ImportRecord = z.output<typeof importRecord>

const resultRow = z.object({
  row: z.int().describe('Number of the row as it was sent, from 1.'),
  state: z.enum(['waiting', 'done', 'failed', 'undone']).describe('Result of the row.'),
  cells: z.partialRecord(z.enum(importColumnKeys), z.string()).describe('Values as they were sent.'),
  column: z.enum(importColumnKeys).nullable().describe('Column that the reason is about.'),
  reason: z.string().nullable().describe('Why it was not written, or not taken back; null: it was.'),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .nullable()
    .describe('What the text of the reason names.'),
})
export type ImportResultRow = z.output<typeof resultRow>

export const importCalls = {
  check: call({
    path: '/api/import/check',
    permission: anyKind,
    demo: true,
    maxBodyBytes: 32 * 1024 * 1024,
    help: 'Checks each row and lists its faults. Nothing is written.',
    input: about,
    output: z.object({
      findings: z.array(finding).describe('In the order of the rows; a row without any can be written.'),
      needs: z.int().describe('Import credits needed for the valid rows.'),
      left: z.int().nullable().describe('Import credits the caller has left; null: none are needed.'),
    }),
    refusals: ['notFound'],
  }),
  start: call({
    path: '/api/import/start',
    permission: anyKind,
    maxBodyBytes: 32 * 1024 * 1024,
    help: 'Writes the valid rows as one job that survives a restart. A repeated call with the same key returns the job it started first.',
    input: about.extend({
      key: z
        .string()
        .regex(/^[\w-]{8,64}$/)
        .optional()
        .describe('Any text chosen by the caller, new for each batch.'),
      isWhole: z.boolean().default(false).describe('Nothing is written unless every row can be.'),
      fileName: z.string().trim().max(200).optional().describe('Name of the file, for the record.'),
      headings: headings.optional().describe('What the headings of the file meant: remembered for the next.'),
    }),
    output: z.object({ jobId: rowId.describe('Id of the batch.') }),
    refusals: ['notFound', 'importRefused', 'notEnoughImportCounts', 'tooManyImports'],
  }),
  find: call({
    path: '/api/import/find',
    permission: anyKind,
    demo: true,
    help: 'The progress of a batch.',
    input: z.object({ jobId: rowId.describe('Id of the batch.') }),
    output: importRecord,
    refusals: ['notFound'],
  }),
  results: call({
    path: '/api/import/results',
    permission: anyKind,
    demo: true,
    help: 'The result of each row of a batch, in the order sent. Personal data is masked unless someone who can see owner records requests it in full, which is recorded.',
    input: z.object({
      jobId: rowId.describe('Id of the batch.'),
      state: z.enum(['waiting', 'done', 'failed', 'undone']).optional().describe('Only rows of this state.'),
      after: z.int32().nonnegative().default(0).describe('Only rows after this number.'),
      count: z.int().min(1).max(5_000).default(1_000).describe('Maximum rows.'),
      isPersonalWhole: z.boolean().default(false).describe('Include personal names, numbers and addresses.'),
    }),
    output: z.object({ list: z.array(resultRow) }),
    refusals: ['notFound'],
  }),
  takePasswords: call({
    path: '/api/import/takePasswords',
    permission: anyKind,
    help: 'The random passwords of a batch that have not been collected yet. They are shown only once and deleted after a week in any case.',
    input: z.object({ jobId: rowId.describe('Id of the batch.') }),
    output: z.object({
      passwords: z
        .array(
          z.object({
            row: z.int().describe('Number of the row as it was sent, from 1.'),
            name: z.string().describe('Terminal id or user name that it is for.'),
            password: z.string(),
          }),
        )
        .describe('In the order of the rows.'),
    }),
    refusals: ['notFound'],
  }),
  headings: call({
    method: 'GET',
    path: '/api/import/headings',
    permission: anyKind,
    demo: true,
    help: 'How the headings of the caller’s last sheet of this kind were matched.',
    input: z.object({ kind }),
    output: z.object({ headings }),
  }),
  undo: call({
    path: '/api/import/undo',
    permission: anyKind,
    help: 'Undoes a batch, as a job: devices that have not reported yet are removed, and values not changed since are restored.',
    input: z.object({ jobId: rowId.describe('Id of the batch.') }),
    output: importRecord,
    refusals: ['notFound', 'notUndoable'],
  }),
  list: call({
    path: '/api/import/list',
    permission: anyKind,
    demo: true,
    help: 'The batches of the caller and its sub-accounts, newest first.',
    input: pageInput.extend({ kind: z.enum(importKindNames).optional() }),
    output: page(importRecord),
  }),
}

export const importList = list(importCalls.list, {
  name: 'imports',
  rowId: 'jobId',
  columns: [
    { key: 'createTime', name: 'importTime', form: 'instant', isFixed: true },
    { key: 'kind', name: 'importKind', form: 'importKind', isFixed: true, card: 'title' },
    { key: 'username', name: 'startedBy', form: 'text' },
    { key: 'state', name: 'importState', form: 'importState', card: 'sign' },
    { key: 'total', name: 'rowsTotal', form: 'count' },
    { key: 'done', name: 'rowsDone', form: 'count' },
    { key: 'failed', name: 'rowsFailed', form: 'count' },
    { key: 'undone', name: 'rowsUndone', form: 'count', isOptional: true },
    { key: 'takenCounts', form: 'count', isOptional: true },
    { key: 'fileName', form: 'text' },
    { key: 'finishTime', form: 'instant', isOptional: true },
  ],
  filters: [choice('kind', importKindNames, 'reports.importKind')],
})
