import { z } from 'zod'
import { languageCodes } from '../codes/languages.ts'
import { groupings, reportKeys } from '../reports/reports.ts'
import { call, line, nothing, page, pageInput, rowId, time } from './call.ts'
import { pastDueFilter, reportFilter } from './statistics.ts'

/** Files made beside everything else, kept for some days; and the same by mail on a schedule. */

export const exportFormats = ['xlsx', 'csv', 'pdf'] as const
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** What a file holds. */
const question = z.object({
  report: z.enum(reportKeys),
  groupBy: z.enum(groupings).default('deviceDay'),
  /** Keys of columns in the order wanted; left out: those of the screen. */
  columns: z.array(z.string().max(40)).max(40).optional(),
  minDurationMs: z.int().min(0).optional(),
  minDistanceM: z.number().min(0).optional(),
  /** Of `pastDue`, as `/api/statistics/pastDue` takes them. */
  ...pastDueFilter.partial().shape,
})
export const exportQuestion = question.extend(reportFilter.shape)
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

export const scheduleRhythms = ['daily', 'weekly', 'monthly'] as const

/** A report by mail; the period is the day, week or month before. */
export const reportSchedule = z.object({
  id: rowId,
  name: z.string(),
  ...question.shape,
  userId: rowId.nullable(),
  withSubAccounts: z.boolean(),
  deviceType: reportFilter.shape.deviceType,
  terminalIDs: z.array(z.string()).nullable(),
  format: z.enum(exportFormats),
  rhythm: z.enum(scheduleRhythms),
  /** 1 Monday to 7, for `weekly`; 1 to 28, for `monthly`. */
  onDay: z.int().min(1).max(28),
  /** Minutes after midnight in `timeZone`. */
  atMinute: z.int().min(0).max(1439),
  receivers: z.array(z.email()).min(1).max(20),
  language: z.enum(languageCodes),
  timeZone: z.string(),
  isEnabled: z.boolean(),
  nextTime: time.nullable(),
  lastTime: time.nullable(),
  lastFailure: z.string().nullable(),
})
export type ReportSchedule = z.output<typeof reportSchedule>

/** What is kept of the question: the days come with the rhythm. */
export type ScheduleQuestion = Omit<ExportQuestion, 'first' | 'last'>

const scheduleInput = reportSchedule
  .omit({ id: true, nextTime: true, lastTime: true, lastFailure: true })
  .extend({
    name: line(64).min(1),
    terminalIDs: z.array(line(20)).max(1_000).nullable().default(null),
    userId: rowId.nullable().default(null),
    withSubAccounts: z.boolean().default(true),
    timeZone: line(64),
    isEnabled: z.boolean().default(true),
  })

export const reportScheduleCalls = {
  find: call({
    path: '/api/reportSchedule/find',
    permission: makesFiles,
    demo: true,
    help: 'The caller’s scheduled reports; says whether the platform can send mail.',
    input: pageInput,
    output: page(reportSchedule).extend({ canMail: z.boolean() }),
  }),
  save: call({
    path: '/api/reportSchedule/save',
    permission: makesFiles,
    help: 'Adds a scheduled report, or changes the one named by its id.',
    input: scheduleInput
      .extend({ id: rowId.optional() })
      .refine(({ rhythm, onDay }) => rhythm !== 'weekly' || onDay <= 7, {
        path: ['onDay'],
        error: 'no_weekday',
      }),
    output: reportSchedule,
    refusals: ['notFound', 'noPermission', 'invalidTimeZone', 'tooManySchedules', 'tooManyDevices'],
  }),
  delete: call({
    path: '/api/reportSchedule/delete',
    permission: makesFiles,
    help: 'Ends a scheduled report.',
    input: z.object({ id: rowId }),
    output: nothing,
    refusals: ['notFound'],
  }),
  send: call({
    path: '/api/reportSchedule/send',
    permission: makesFiles,
    help: 'Sends a scheduled report now, of the period that ended last.',
    input: z.object({ id: rowId }),
    output: nothing,
    refusals: ['notFound', 'mailNotConfigured'],
  }),
}
