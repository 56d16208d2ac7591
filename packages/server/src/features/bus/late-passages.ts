import { untrustedBits } from '@trackway/core/codes/states.ts'
import type { WatchedFix } from '@trackway/core/features/bus/off-route.ts'
import { newBusState } from '@trackway/core/features/bus/progress.ts'
import { noPlace } from '@trackway/core/track/columns.ts'
import type pg from 'pg'
import { busLines } from '../../ingest/config-sources/bus-lines.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Platform } from '../../platform/platform.ts'
import { readTrack } from '../track-storage/read-track.ts'
import { raiseLateDeviations } from './late-deviations.ts'
import {
  advance,
  aloneWithBuses,
  compiledLinesOf,
  type LineCache,
  progressRow,
  storePassages,
  storeProgress,
} from './track-buses.ts'

const signal = new AbortController().signal
/** A vehicle that was silent for longer was looked for anew, so before that late fixes change nothing; */
const beforeMs = 30 * 60_000
/** and after them only the drive that it was on. */
const afterMs = 2 * 3_600_000
/** Fixes from so long before are enough to know which drive the vehicle is on. */
const leadMs = 2 * 3_600_000
const maxVehicles = 20

interface LateVehicle {
  deviceId: number
  ids: string[]
  from: number
  until: number
  /** Fixes up to this one were processed. */
  fixTime: number
  historyFrom: number
}

/**
 * Finds anew which stops vehicles passed around the times of which late fixes came, and whether they left their lines,
 * from their stored tracks. One process at a time does it.
 * @returns true where more is to be done at once
 */
export async function followLateFixes(
  database: Platform['database'],
  bus: Pick<Bus, 'publish'>,
  cache: LineCache,
  now: number,
): Promise<boolean> {
  const raised: number[] = []
  const isMore = await aloneWithBuses(database, async (client) => {
    const late = await takeLateVehicles(client)
    const deviceIds = late.map(({ deviceId }) => deviceId)
    const lines = await compiledLinesOf(database.db, deviceIds, cache)
    const watched = await busLines.ofDevices(client, deviceIds)
    for (const vehicle of late) {
      const { deviceId, ids, from, until, fixTime } = vehicle
      const [first, last] = [from - beforeMs, Math.min(until + afterMs, fixTime)]
      const fixes = await fixesBetween(database.pool, deviceId, first - leadMs, last)
      // Which drives others were on then is not kept.
      const found = advance(
        { deviceId, fixes, lines: lines.get(deviceId) ?? [] },
        newBusState,
        () => new Set(),
      )
      await client.query(
        `delete from bus_passages where device_id = $1 and pass_time between $2 and $3
           and line_id in (select line_id from bus_line_devices where device_id = $1)`,
        [deviceId, first, last],
      )
      await storePassages(
        client,
        found.passages.filter(({ pass_time }) => pass_time >= first && pass_time <= last),
      )
      if (last === fixTime) await storeProgress(client, [progressRow(deviceId, fixTime, found)])
      const watchedLines = watched.get(deviceId) ?? []
      raised.push(...(await raiseLateDeviations(client, { ...vehicle, fixes, lines: watchedLines }, now)))
      await client.query('delete from bus_late_fixes where id = any($1::int8[])', [ids])
    }
    return late.length === maxVehicles
  })
  if (raised.length > 0) bus.publish('alarm.changed', { deviceIds: Int32Array.from(raised) })
  return isMore
}

/** Marks of vehicles that are on no line any more are removed. */
async function takeLateVehicles(client: pg.PoolClient): Promise<LateVehicle[]> {
  await client.query(
    `delete from bus_late_fixes m
     where not exists (select from bus_line_devices v where v.device_id = m.device_id)`,
  )
  const { rows } = await client.query<LateVehicle>(
    `select d.id as "deviceId", m.ids, m.from, m.until, p.fix_time as "fixTime",
       coalesce(d.history_from_time, 0)::float8 as "historyFrom"
     from devices d join bus_progress p on p.device_id = d.id
     cross join lateral (
       select array_agg(id::text) as ids, min(from_time)::float8 as from, max(until_time)::float8 as until
       from bus_late_fixes where device_id = d.id and until_time <= p.fix_time) m
     where m.ids is not null and d.id in (select device_id from bus_late_fixes)
     order by d.id limit ${maxVehicles} for key share of d skip locked`,
  )
  return rows
}

async function fixesBetween(
  pool: pg.Pool,
  deviceId: number,
  from: number,
  to: number,
): Promise<WatchedFix[]> {
  const fixes: WatchedFix[] = []
  const query = { deviceId, from, to: to + 1, order: 'oldestFirst' as const, signal }
  for await (const track of readTrack(pool, query))
    for (let i = 0; i < track.length; i++)
      if (track.latE7[i] !== noPlace && !(track.quality[i]! & untrustedBits))
        fixes.push({
          time: track.fixTime[i]!,
          lat: track.latE7[i]! / 1e7,
          lon: track.lonE7[i]! / 1e7,
          satellites: track.satellites[i]! < 0 ? null : track.satellites[i]!,
        })
  return fixes
}
