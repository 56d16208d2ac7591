import { type LocalDay, localDays } from '@trackway/core/rules/local-days.ts'
import type { Database } from '../../platform/database/database.ts'
import { sumShownParts } from '../episodes/shown-parts.ts'
import { type Consumption, consumptionOf } from './consumption.ts'
import { type ReportScope, shownSpans } from './report-filter.ts'

/** Where the figures of the queried devices come from. Devices whose track was never processed are in neither list. */
export interface Sources {
  days: LocalDay[]
  /** Devices whose owner's days are the requested ones: read as they are stored. */
  stored: number[]
  /** The others: made from the episodes. */
  cut: number[]
  consumption: Consumption
  /** Of devices that are shown for a part of the period, the days of which a part is shown. */
  partDays: Awaited<ReturnType<typeof sumShownParts>>
}

export async function sourcesOf(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  reportScope: ReportScope,
): Promise<Sources> {
  const sources: Sources = {
    days: reportScope.days,
    stored: [],
    cut: [],
    consumption: await consumptionOf(db, reportScope.devices),
    partDays: await sumShownParts(pool, shownSpans(reportScope), reportScope.days),
  }
  const { rows } = await pool.query<{ time_zone: string; devices: number[] }>(
    `select time_zone, array_agg(device_id) as devices from episode_progress
     where device_id = any($1::int4[]) group by time_zone`,
    [reportScope.devices],
  )
  for (const { time_zone, devices } of rows) {
    const into = hasDays(time_zone, reportScope.days) ? sources.stored : sources.cut
    for (const device of devices) into.push(device)
  }
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
