import { z } from 'zod'
import { bulkCall, byRowId, call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { groupIds } from '../../api/group-filter.ts'
import { languageCodes } from '../../codes/languages.ts'
import { list } from '../../lists/list.ts'
import { type ExportRequest, exportFormats, makesFiles, reportRequest } from '../exports/calls.ts'
import { reportFilter } from '../statistics/calls.ts'

/** Reports that are mailed every day, week or month. */

export const scheduleRhythms = ['daily', 'weekly', 'monthly'] as const

/** A report by mail; the period is the day, week or month before. */
export const reportSchedule = named('ReportSchedule', {
  id: rowId,
  name: z.string(),
  ...reportRequest.shape,
  userId: rowId.nullable(),
  withSubAccounts: z.boolean(),
  deviceType: reportFilter.shape.deviceType,
  terminalIDs: z.array(z.string()).nullable(),
  groupIds: groupIds.nullable().describe('Only of vehicles that are in one of these groups then; null: all.'),
  format: z.enum(exportFormats),
  rhythm: z.enum(scheduleRhythms),
  onDay: z.int().min(1).max(28).describe('1 Monday to 7, for `weekly`; 1 to 28, for `monthly`.'),
  atMinute: z.int().min(0).max(1439).describe('Minutes after midnight in `timeZone`.'),
  receivers: z.array(z.email()).min(1).max(20),
  waitingReceivers: z.array(z.string()).describe('Recipients that have not agreed to reports yet.'),
  unsubscribedReceivers: z.array(z.string()).describe('Recipients that have unsubscribed from reports.'),
  language: z.enum(languageCodes),
  timeZone: z.string(),
  isEnabled: z.boolean(),
  nextTime: time.nullable(),
  lastTime: time.nullable(),
  lastFailure: z.string().nullable(),
})
export type ReportSchedule = z.output<typeof reportSchedule>

/** What is kept of the question: the days come with the rhythm. */
export type ScheduledReport = Omit<ExportRequest, 'first' | 'last'>

const scheduleInput = reportSchedule
  .omit({
    id: true,
    waitingReceivers: true,
    unsubscribedReceivers: true,
    nextTime: true,
    lastTime: true,
    lastFailure: true,
  })
  .extend({
    name: line(64).min(1),
    terminalIDs: z.array(line(20)).max(1_000).nullable().default(null),
    groupIds: reportSchedule.shape.groupIds.default(null),
    userId: rowId.nullable().default(null),
    withSubAccounts: z.boolean().default(true),
    timeZone: line(64),
    isEnabled: z.boolean().default(true),
  })

const findSchedules = call({
  method: 'GET',
  path: '/api/reportSchedule/find',
  permission: makesFiles,
  demo: true,
  help: 'The caller’s scheduled reports, and whether the platform can send email.',
  input: pageInput,
  output: page(reportSchedule).extend({ canMail: z.boolean() }),
})

export const reportScheduleCalls = {
  find: findSchedules,
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
  enable: call({
    path: '/api/reportSchedule/enable',
    permission: makesFiles,
    help: 'Switches a scheduled report on or off.',
    input: z.object({ id: rowId, isEnabled: z.boolean() }),
    refusals: ['notFound'],
  }),
  delete: call({
    path: '/api/reportSchedule/delete',
    permission: makesFiles,
    help: 'Deletes a scheduled report.',
    ...byRowId,
  }),
  send: call({
    path: '/api/reportSchedule/send',
    permission: makesFiles,
    help: 'Sends a scheduled report now, for the last completed period.',
    ...byRowId,
    refusals: ['notFound', 'mailNotConfigured'],
  }),
  deleteMany: bulkCall(findSchedules, rowId, {
    path: '/api/reportSchedule/deleteMany',
    permission: makesFiles,
    help: 'Deletes many scheduled reports.',
  }),
  enableMany: bulkCall(findSchedules, rowId, {
    path: '/api/reportSchedule/enableMany',
    permission: makesFiles,
    help: 'Switches many scheduled reports on or off.',
    more: { isEnabled: z.boolean() },
  }),
}

export const reportScheduleList = list(reportScheduleCalls.find, {
  name: 'reportSchedules',
  rowId: 'id',
  columns: [
    { key: 'name', form: 'text', isFixed: true, card: 'title' },
    { key: 'isEnabled', form: 'yesNo', isFixed: true, card: 'sign' },
    { key: 'report', form: 'report' },
    { key: 'format', form: 'text', of: ({ format }) => format.toUpperCase() },
    { key: 'rhythm', form: 'rhythm' },
    { key: 'receivers', form: 'texts' },
    { key: 'waitingReceivers', form: 'texts' },
    { key: 'unsubscribedReceivers', form: 'texts', isOptional: true },
    { key: 'language', form: 'language', isOptional: true, card: 'none' },
    { key: 'nextTime', form: 'instant', of: ({ isEnabled, nextTime }) => (isEnabled ? nextTime : null) },
    { key: 'lastTime', name: 'lastSent', form: 'instant' },
    { key: 'lastFailure', form: 'failure', isOptional: true, card: 'none' },
  ],
  bulk: [
    { name: 'enable', call: reportScheduleCalls.enableMany, input: { isEnabled: true } },
    { name: 'disable', call: reportScheduleCalls.enableMany, input: { isEnabled: false } },
    { name: 'delete', call: reportScheduleCalls.deleteMany, isDangerous: true },
  ],
})
