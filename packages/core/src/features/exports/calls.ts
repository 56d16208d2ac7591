import { z } from 'zod'
import { bulkCall, call, named, page, pageInput, rowId, sheetType, time } from '../../api/call.ts'
import { type Permission, permissions } from '../../codes/permissions.ts'
import { list, listName } from '../../lists/list.ts'
import { pastDueFilter, reportFilter } from '../statistics/calls.ts'
import { reportGroupings, reportKeys } from '../statistics/reports.ts'

/** Files of reports, made in the background and kept for some days. */

export const exportFormats = ['xlsx', 'csv', 'pdf'] as const
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** What a file holds, without its days and vehicles. */
export const reportRequest = z.object({
  report: z.enum(reportKeys),
  groupBy: z
    .enum(reportGroupings)
    .default('deviceDay')
    .describe('What a row is of; one that the report has not stands for its usual one.'),
  columns: z
    .array(
      z
        .string()
        .max(40)
        .regex(/^[\w.-]*$/),
    )
    .max(40)
    .optional()
    .describe('Keys of columns in the order wanted; left out: those of the screen.'),
  sort: z
    .string()
    .max(40)
    .regex(/^\w*$/)
    .optional()
    .describe(
      'Order of the rows, as the call of the report takes it; one that it has not stands for its usual one.',
    ),
  isDescending: z.boolean().optional(),
  withEmpty: z
    .boolean()
    .optional()
    .describe('Of `mileage`: false leaves out rows in which nothing drove or idled.'),
  minDurationMs: z.int().min(0).optional(),
  minDistanceM: z.number().min(0).optional(),
  codes: z.array(z.int()).min(1).max(100).optional().describe('Of `alarmCounts`: of these codes.'),
  /** Of `pastDue`, as `/api/statistics/pastDue` takes them. */
  ...pastDueFilter.partial().shape,
})
export const exportRequest = reportRequest.extend(reportFilter.shape)
export type ExportRequest = z.output<typeof exportRequest>

/** A file of a list: all rows that its filter finds, in its order, or those of them that are named. */
export const listFileRequest = z.object({
  list: listName,
  filter: z
    .record(z.string().max(40), z.unknown())
    .default({})
    .describe('Filter and order, as the list’s call takes them.'),
  ids: z
    .array(z.union([z.string().max(40), rowId]))
    .max(1_000)
    .optional(),
  columns: reportRequest.shape.columns,
})
export type ListFileRequest = z.output<typeof listFileRequest>

export const exportJob = named('ExportJob', {
  id: rowId,
  report: z.union([z.enum(reportKeys), listName]).describe('Key of the report, or of the list.'),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  progress: z.number().describe('0 to 1.'),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  fileName: z.string().nullable(),
  failure: z.string().nullable().describe('Text key of what went wrong, under `reports.failure`.'),
  question: z.union([listFileRequest, exportRequest]),
  username: z.string(),
  createTime: time,
  finishTime: time.nullable(),
  expireTime: time.nullable().describe('When the file is deleted.'),
})
export type ExportJob = z.output<typeof exportJob>

/** Who may have reports as files and by mail; each report requires its own permission besides. */
export const makesFiles = ['main:stat_export'] as const

/** And those who have lists of the factory as files: each list requires its own permission besides. */
export const makesListFiles = [
  ...makesFiles,
  ...permissions.filter((key) => key.startsWith('test:')),
] as readonly Permission[]

const exportId = z.object({ id: rowId })
const findExports = call({
  method: 'GET',
  path: '/api/export/find',
  permission: makesListFiles,
  demo: true,
  help: 'The caller’s files, including those in progress, newest first.',
  input: pageInput.extend({ ids: z.array(rowId).max(100).optional() }),
  output: page(exportJob),
})

export const exportCalls = {
  create: call({
    path: '/api/export/create',
    permission: makesFiles,
    demo: true,
    help: 'Queues a report file of up to 1,000,000 rows.',
    input: exportRequest
      .extend({ format: z.enum(exportFormats) })
      .refine(({ first, last }) => first <= last, { path: ['last'], error: 'before_from' }),
    output: exportJob,
    refusals: ['notFound', 'noPermission', 'rangeTooLong', 'tooManyDevices', 'tooManyExports'],
  }),
  createList: call({
    path: '/api/export/createList',
    permission: makesListFiles,
    demo: true,
    help: 'Queues a list file of up to 1,000,000 rows, for those who can see the list.',
    input: listFileRequest.extend({ format: z.enum(exportFormats) }),
    output: exportJob,
    refusals: ['notFound', 'noPermission', 'invalidInput', 'tooManyExports'],
  }),
  find: findExports,
  cancel: call({
    path: '/api/export/cancel',
    permission: makesListFiles,
    help: 'Cancels an unfinished file, or removes a finished one.',
    input: exportId,
    refusals: ['notFound'],
  }),
  retry: call({
    path: '/api/export/retry',
    permission: makesListFiles,
    help: 'Queues a failed or cancelled file again.',
    input: exportId,
    output: exportJob,
    refusals: ['notFound', 'tooManyExports'],
  }),
  cancelMany: bulkCall(findExports, rowId, {
    path: '/api/export/cancelMany',
    permission: makesListFiles,
    help: 'Cancels or removes many files, like `cancel`.',
  }),
  retryMany: bulkCall(findExports, rowId, {
    path: '/api/export/retryMany',
    permission: makesListFiles,
    help: 'Queues many failed or cancelled files again.',
  }),
  download: call({
    method: 'GET',
    path: '/api/export/download',
    permission: makesListFiles,
    demo: true,
    help: 'Downloads the file.',
    input: exportId,
    files: [sheetType, 'text/csv', 'application/pdf'],
    refusals: ['notFound'],
  }),
}

export const exportList = list(exportCalls.find, {
  name: 'exports',
  rowId: 'id',
  columns: [
    { key: 'report', form: 'report', isFixed: true, card: 'title' },
    { key: 'format', form: 'text', of: ({ format }) => format.toUpperCase() },
    { key: 'period', form: 'text', of: periodOf },
    { key: 'state', form: 'exportState', isFixed: true, card: 'sign' },
    { key: 'rows', form: 'count' },
    { key: 'bytes', form: 'bytes' },
    { key: 'createTime', name: 'made', form: 'age' },
    { key: 'expireTime', name: 'keptUntil', form: 'instant' },
    { key: 'fileName', form: 'text', isOptional: true, card: 'none' },
  ],
  filters: [{ kind: 'given', key: 'ids' }],
  bulk: [
    { name: 'retry', call: exportCalls.retryMany },
    { name: 'remove', call: exportCalls.cancelMany, isDangerous: true },
  ],
})

/** The days of a file; a list and what is past due have none. */
export function periodOf({ report, question }: ExportJob): string | null {
  if ('list' in question || report === 'pastDue') return null
  return question.first === question.last ? question.first : `${question.first} – ${question.last}`
}
