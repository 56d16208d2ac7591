import { type LocalDay, localDays } from '@trackway/core/rules/local-days.ts'
import type { Database } from '../../platform/database/database.ts'
import { sumShownParts } from '../episodes/shown-parts.ts'
import { type Consumption, consumptionOf } from './consumption.ts'
import { type DayRun, findDaysToCut } from './kept-days.ts'
import { type ReportScope, shownSpans } from './report-filter.ts'

/** Where the figures of the queried devices come from. */
export interface Sources {
  days: LocalDay[]
  /** Those whose track was processed. */
  devices: number[]
  /** Their days that are not stored: made from the episodes. */
  cut: DayRun[]
  consumption: Consumption
  /** Of devices that are shown for a part of the period, the days of which a part is shown. */
  partDays: Awaited<ReturnType<typeof sumShownParts>>
}

export async function sourcesOf(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  reportScope: ReportScope,
  signal: AbortSignal,
): Promise<Sources> {
  const sources: Sources = {
    days: reportScope.days,
    devices: [],
    cut: [],
    consumption: await consumptionOf(db, reportScope.devices),
    partDays: await sumShownParts(pool, shownSpans(reportScope), reportScope.days),
  }
  const { rows } = await pool.query<{ time_zone: string; devices: number[] }>(
    `select time_zone, array_agg(device_id) as devices from episode_progress
     where device_id = any($1::int4[]) group by time_zone`,
    [reportScope.devices],
  )
  sources.devices = rows.flatMap(({ devices }) => devices)
  const ofOthers = rows.flatMap(({ time_zone, devices }) => (hasDays(time_zone, sources.days) ? [] : devices))
  sources.cut = await findDaysToCut(pool, ofOthers, sources.days, signal)
  return sources
}

/** Do the days begin and end in this zone at the same instants? */
function hasDays(timeZone: string, days: LocalDay[]): boolean {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return true
  const own = localDays(first.day, last.day, timeZone)
  return (
    own.length === days.length && own.every(({ from, to }, i) => from === days[i]?.from && to === days[i]?.to)
  )
}
