import { z } from 'zod'
import { groupings, reportKeys } from '../reports/reports.ts'
import { call, nothing, page, pageInput, rowId, time } from './call.ts'
import { pastDueFilter, reportFilter } from './statistics.ts'

/** Files of reports, made in the background and kept for some days. */

export const exportFormats = ['xlsx', 'csv', 'pdf'] as const
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** What a file holds, without its days and vehicles. */
export const reportQuestion = z.object({
  report: z.enum(reportKeys),
  groupBy: z.enum(groupings).default('deviceDay'),
  /** Keys of columns in the order wanted; left out: those of the screen. */
  columns: z.array(z.string().max(40)).max(40).optional(),
  minDurationMs: z.int().min(0).optional(),
  minDistanceM: z.number().min(0).optional(),
  /** Of `pastDue`, as `/api/statistics/pastDue` takes them. */
  ...pastDueFilter.partial().shape,
})
export const exportQuestion = reportQuestion.extend(reportFilter.shape)
export type ExportQuestion = z.output<typeof exportQuestion>

export const exportJob = z.object({
  id: rowId,
  report: z.enum(reportKeys),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  /** 0 to 1. */
  progress: z.number(),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  fileName: z.string().nullable(),
  /** Text key of what went wrong, under `reports.failure`. */
  failure: z.string().nullable(),
  question: exportQuestion,
  username: z.string(),
  createTime: time,
  finishTime: time.nullable(),
  /** When the file goes. */
  expireTime: time.nullable(),
})
export type ExportJob = z.output<typeof exportJob>

/** Who may have reports as files and by mail; each report asks for its own permission besides. */
export const makesFiles = ['main:stat_mileage', 'main:stat_stop_points', 'main:stat_export'] as const

const exportId = z.object({ id: rowId })

export const exportCalls = {
  create: call({
    path: '/api/export/create',
    permission: makesFiles,
    help: 'Queues a file of a report; up to 1,000,000 rows.',
    input: exportQuestion
      .extend({ format: z.enum(exportFormats) })
      .refine(({ first, last }) => first <= last, { path: ['last'], error: 'before_from' }),
    output: exportJob,
    refusals: ['notFound', 'noPermission', 'rangeTooLong', 'tooManyDevices', 'tooManyExports'],
  }),
  find: call({
    path: '/api/export/find',
    permission: makesFiles,
    demo: true,
    help: 'The caller’s files and those under way, newest first.',
    input: pageInput.extend({ ids: z.array(rowId).max(100).optional() }),
    output: page(exportJob),
  }),
  cancel: call({
    path: '/api/export/cancel',
    permission: makesFiles,
    help: 'Ends a file that is not finished, or removes a finished one.',
    input: exportId,
    output: nothing,
    refusals: ['notFound'],
  }),
  retry: call({
    path: '/api/export/retry',
    permission: makesFiles,
    help: 'Queues a file that failed or was cancelled again.',
    input: exportId,
    output: exportJob,
    refusals: ['notFound', 'tooManyExports'],
  }),
  download: call({
    path: '/api/export/download',
    permission: makesFiles,
    help: 'The file itself.',
    input: exportId,
    output: nothing,
    refusals: ['notFound'],
  }),
}
