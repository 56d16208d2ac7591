import type { InputOf } from '@trackway/core/api/call.ts'
import type { exportCalls } from '@trackway/core/api/exports.ts'
import type { ReportSchedule, reportScheduleCalls } from '@trackway/core/api/report-schedules.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import dayjs, { type Dayjs } from 'dayjs'

/** What a report asks, of which its rhythm will say the days. */
export type AskedReport = Omit<InputOf<typeof exportCalls.create>, 'format' | 'first' | 'last'>

export type ScheduleTarget =
  | { kind: 'add'; asked?: AskedReport }
  | { kind: 'edit'; schedule: ReportSchedule }
  | null

type Input = InputOf<typeof reportScheduleCalls.save>

/** What the form holds; the time of day is that of the schedule's own zone. */
export interface ScheduleFields {
  name: string
  report: ReportSchedule['report']
  groupBy: ReportSchedule['groupBy']
  userId: number | undefined
  withSubAccounts: boolean
  terminalIDs: string[]
  deviceType: number | undefined
  format: ReportSchedule['format']
  rhythm: ReportSchedule['rhythm']
  weekday: number
  dayOfMonth: number
  at: Dayjs
  timeZone: string
  receivers: string[]
  language: Language
}

/** Of what a report shows, or, without one, of all mileage. */
export function newSchedule(
  account: { email: string | null; timeZone: string; language: Language },
  asked: AskedReport | undefined,
): Partial<ScheduleFields> {
  return {
    report: asked?.report ?? 'mileage',
    groupBy: asked?.groupBy ?? 'deviceDay',
    userId: asked?.userId,
    withSubAccounts: asked?.withSubAccounts ?? true,
    terminalIDs: asked?.terminalIDs ?? [],
    deviceType: asked?.deviceType,
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
    deviceType: schedule.deviceType,
    weekday: rhythm === 'weekly' ? onDay : 1,
    dayOfMonth: rhythm === 'monthly' ? onDay : 1,
    at: atMinute(schedule.atMinute),
  }
}

/**
 * What the form says; columns and limits that it does not show stay as they were.
 * @param was the schedule changed, or the report that a new one was made of
 */
export function inputOf(fields: ScheduleFields, was: ReportSchedule | AskedReport | undefined): Input {
  const { weekday, dayOfMonth, at, userId, terminalIDs, deviceType, ...rest } = fields
  const schedule = was && 'id' in was ? was : undefined
  const isSame = was?.report === fields.report && (was.groupBy ?? 'deviceDay') === fields.groupBy
  const onDay = { daily: 1, weekly: weekday, monthly: dayOfMonth }[fields.rhythm]
  return {
    ...(was && isSame && keptOf(was)),
    ...rest,
    userId: userId ?? null,
    ...(deviceType !== undefined && { deviceType }),
    terminalIDs: terminalIDs.length > 0 ? terminalIDs : null,
    onDay,
    atMinute: at.hour() * 60 + at.minute(),
    isEnabled: schedule?.isEnabled ?? true,
    ...(schedule && { id: schedule.id }),
  }
}

/** A schedule as it is saved again. */
export function scheduleInput(schedule: ReportSchedule): Input {
  return { ...inputOf(fieldsOf(schedule), schedule), ...keptOf(schedule) }
}

function keptOf(was: ReportSchedule | AskedReport): Partial<Input> {
  const { columns, minDurationMs, minDistanceM, state, withinDays, search } = was
  return {
    ...(state && { state }),
    ...(withinDays !== undefined && { withinDays }),
    ...(search && { search }),
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
