import type { InputOf } from '@trackway/core/api/call.ts'
import type { ReportSchedule, reportScheduleCalls } from '@trackway/core/api/exports.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import dayjs, { type Dayjs } from 'dayjs'

export type ScheduleTarget = { kind: 'add' } | { kind: 'edit'; schedule: ReportSchedule } | null

type Input = InputOf<typeof reportScheduleCalls.save>

/** What the form holds; the time of day is that of the schedule's own zone. */
export interface ScheduleFields {
  name: string
  report: ReportSchedule['report']
  groupBy: ReportSchedule['groupBy']
  userId: number | undefined
  withSubAccounts: boolean
  terminalIDs: string[]
  format: ReportSchedule['format']
  rhythm: ReportSchedule['rhythm']
  weekday: number
  dayOfMonth: number
  at: Dayjs
  timeZone: string
  receivers: string[]
  language: Language
}

export function newSchedule(account: {
  email: string | null
  timeZone: string
  language: Language
}): Partial<ScheduleFields> {
  return {
    report: 'mileage',
    groupBy: 'deviceDay',
    withSubAccounts: true,
    terminalIDs: [],
    format: 'xlsx',
    rhythm: 'weekly',
    weekday: 1,
    dayOfMonth: 1,
    at: atMinute(8 * 60),
    timeZone: account.timeZone,
    receivers: account.email ? [account.email] : [],
    language: account.language,
  }
}

export function fieldsOf(schedule: ReportSchedule): ScheduleFields {
  const { name, report, groupBy, withSubAccounts, format, rhythm, onDay, timeZone, receivers, language } =
    schedule
  return {
    ...{ name, report, groupBy, withSubAccounts, format, rhythm, timeZone, receivers, language },
    userId: schedule.userId ?? undefined,
    terminalIDs: schedule.terminalIDs ?? [],
    weekday: rhythm === 'weekly' ? onDay : 1,
    dayOfMonth: rhythm === 'monthly' ? onDay : 1,
    at: atMinute(schedule.atMinute),
  }
}

/** What the form says; columns and limits that it does not show stay as they were. */
export function inputOf(fields: ScheduleFields, was: ReportSchedule | null): Input {
  const { weekday, dayOfMonth, at, userId, terminalIDs, ...rest } = fields
  const onDay = { daily: 1, weekly: weekday, monthly: dayOfMonth }[fields.rhythm]
  return {
    ...(was && was.report === fields.report && was.groupBy === fields.groupBy && keptOf(was)),
    ...rest,
    userId: userId ?? null,
    terminalIDs: terminalIDs.length > 0 ? terminalIDs : null,
    onDay,
    atMinute: at.hour() * 60 + at.minute(),
    isEnabled: was?.isEnabled ?? true,
    ...(was && { id: was.id }),
  }
}

/** A schedule as it is saved again. */
export function scheduleInput(schedule: ReportSchedule): Input {
  return { ...inputOf(fieldsOf(schedule), schedule), ...keptOf(schedule) }
}

function keptOf({ columns, minDurationMs, minDistanceM }: ReportSchedule): Partial<Input> {
  return {
    ...(columns && { columns }),
    ...(minDurationMs !== undefined && { minDurationMs }),
    ...(minDistanceM !== undefined && { minDistanceM }),
  }
}

function atMinute(minute: number): Dayjs {
  return dayjs()
    .startOf('day')
    .hour(Math.floor(minute / 60))
    .minute(minute % 60)
}
