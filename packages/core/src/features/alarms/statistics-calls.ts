import { z } from 'zod'
import { call, named, page, pageInput, rowId, searchText } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { localDay, reportFilter } from '../statistics/calls.ts'
import { alarmGroupings } from '../statistics/reports.ts'

/**
 * How many alarms began on which days. Days are those of the caller's time zone; an alarm counts for the account that
 * had the device then. The alarms of a row are those that `alarm/find` finds with its code, device, account and day.
 */

const counts = {
  alarms: z.int(),
  occurrences: z.int().describe('Beneath the alarms.'),
  critical: z.int().describe('Alarms of the highest severity.'),
  unhandled: z.int().describe('Alarms whose state is new.'),
  durationMs: z.number().describe('From begin to end, ms, of all alarms together.'),
}
export const alarmCounts = named('AlarmCounts', counts)
export type AlarmCounts = z.output<typeof alarmCounts>

/** Of a row, what the grouping leaves. */
export const alarmCountRow = named('AlarmCountRow', {
  id: z.string().describe('Unique id of the row.'),
  ...counts,
  code: z.int().nullable(),
  terminalID: z.string().nullable(),
  displayName: z.string().nullable(),
  day: localDay.nullable(),
  userId: rowId.nullable(),
  username: z.string().nullable(),
  devices: z.int().describe('Vehicles in this row.'),
})
export type AlarmCountRow = z.output<typeof alarmCountRow>

export const alarmCountSorts = [
  'alarms',
  'occurrences',
  'critical',
  'unhandled',
  'duration',
  'name',
  'day',
] as const

export const alarmStatisticsCalls = {
  count: call({
    path: '/api/statistics/alarms',
    isHeavy: true,
    permission: ['main:stat_alarms'],
    demo: true,
    help: `How many alarms began, by code, device, day, account, or device and code: a page of rows with totals, and the totals of the preceding period; at most ${limits.statisticsDays} days.`,
    input: pageInput
      .extend({
        ...reportFilter.shape,
        codes: z.array(z.int()).min(1).max(100).optional().describe('Of these codes.'),
        search: searchText.optional().describe('Part of a terminal id, plate, nickname, ICCID or SIM.'),
        groupBy: z.enum(alarmGroupings).default('code'),
        sort: z.enum(alarmCountSorts).default('alarms'),
        isDescending: z.boolean().default(true),
        withPrevious: z.boolean().default(false).describe('Also the totals of the preceding period.'),
      })
      .strict(),
    output: page(alarmCountRow).extend({
      sum: alarmCounts,
      previous: alarmCounts.nullable(),
      byDay: z.array(alarmCounts.extend({ day: localDay })).describe('A row for each day of the period.'),
      timeZone: z.string(),
      devices: z.int().describe('Vehicles asked about.'),
      devicesWithData: z.int().describe('Those of them with such alarms.'),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
}
