import type { InputOf } from '@trackway/core/api/call.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { exportCalls } from '@trackway/core/features/exports/calls.ts'
import type { ReportSchedule, reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'

/** The request of a report, without the days, which follow from the rhythm. */
export type ReportRequest = Omit<InputOf<typeof exportCalls.create>, 'format' | 'first' | 'last'>

export type ScheduleInput = InputOf<typeof reportScheduleCalls.save>

/** Of what a report shows, or, without one, of all mileage. */
export function newSchedule(
  account: { email: string | null; timeZone: string; language: Language },
  request: ReportRequest | undefined,
): Partial<ScheduleInput> {
  return {
    report: 'mileage',
    groupBy: 'deviceDay',
    withSubAccounts: true,
    format: 'xlsx',
    rhythm: 'weekly',
    onDay: 1,
    atMinute: 8 * 60,
    timeZone: account.timeZone,
    receivers: account.email ? [account.email] : [],
    language: account.language,
    ...request,
  }
}

/**
 * The values of the form; columns and limits that it does not show stay as they were, unless the report is another.
 * @param was the schedule changed, or the report that a new one was made of
 */
export function scheduleInput(
  input: ScheduleInput,
  was: ReportSchedule | ReportRequest | undefined,
): ScheduleInput {
  const { columns, sort, isDescending, withEmpty, minDurationMs, minDistanceM, codes, ...rest } = input
  const { state, withinDays, search, ...shown } = rest
  const isSame = was?.report === input.report && (was.groupBy ?? 'deviceDay') === input.groupBy
  return { ...(isSame ? input : shown), onDay: dayOf(input) }
}

/** The day of the rhythm, of which each has other ones. */
function dayOf({ rhythm, onDay }: ScheduleInput): number {
  if (rhythm === 'daily') return 1
  return rhythm === 'weekly' ? Math.min(onDay, 7) : onDay
}
