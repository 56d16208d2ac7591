import type { AlarmCountRow } from '@trackway/core/features/alarms/statistics-calls.ts'
import { localDays } from '@trackway/core/rules/local-days.ts'
import type { Period } from '../../../ui/period/period.ts'
import { readDevices } from '../../../ui/vehicles/vehicle-list.ts'
import type { StatisticsUrlState } from '../report-filter/url-state.ts'

/** Figures that are made of alarms, and what else the alarm centre filters by to show those. */
const narrower: Record<string, { severity?: 'critical'; state?: 'new' }> = {
  alarms: {},
  occurrences: {},
  critical: { severity: 'critical' },
  unhandled: { state: 'new' },
}

/** The part of a row that identifies the counted alarms. */
type Counted = Pick<AlarmCountRow, 'code' | 'terminalID' | 'day' | 'userId'>

/**
 * Where the alarm centre lists the alarms that a row, or one of its figures, counts.
 * @returns null for a figure that is not made of alarms
 */
export function alarmsOfFigure(
  row: Counted,
  figure: string | undefined,
  { search, period, timeZone }: { search: StatisticsUrlState; period: Period; timeZone: string },
) {
  const more = narrower[figure ?? 'alarms']
  if (!more) return null
  const days = localDays(row.day ?? period.first, row.day ?? period.last, timeZone)
  const devices = row.terminalID === null ? readDevices(search.devices) : [row.terminalID]
  const whose =
    row.userId === null
      ? { userId: search.userId, withSubAccounts: search.withSubAccounts }
      : { userId: row.userId, withSubAccounts: false }
  const isOwn = whose.userId === undefined && whose.withSubAccounts === false
  return {
    to: isOwn ? '/index/alarms' : '/index/alarmsAll',
    search: {
      ...more,
      ...(isOwn ? {} : whose),
      codes: row.code === null ? search.codes : String(row.code),
      terminalIDs: devices.length > 0 ? devices.join('_') : undefined,
      deviceType: search.deviceType,
      from: days[0]?.from,
      to: days.at(-1)?.to,
    },
  } as const
}
