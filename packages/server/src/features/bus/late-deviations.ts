import { alarms } from '@trackway/core/codes/alarms.ts'
import {
  type OffRouteEvent,
  type OffRouteState,
  type WatchedFix,
  watchOffRoute,
} from '@trackway/core/features/bus/off-route.ts'
import type pg from 'pg'
import type { AssignedLine } from '../../ingest/config-sources/bus-lines.ts'
import { type RaisedAlarm, raiseAlarms } from '../alarms/raise-alarms.ts'

/** A vehicle left its line and came back to it, or to another one. */
interface Deviation {
  left: OffRouteEvent
  returned: OffRouteEvent
}

interface LateVehicle {
  deviceId: number
  /** Of the whole drive around the late ones, in order. */
  fixes: readonly WatchedFix[]
  lines: readonly AssignedLine[]
  /** Of the late fixes. */
  from: number
  until: number
  /** What happened before is not the owner's. */
  historyFrom: number
}

/**
 * Raises the deviations that only late fixes show, from the whole drive. One that has not ended is left to live fixes.
 * @returns the devices of those that were not raised yet
 */
export async function raiseLateDeviations(
  client: pg.ClientBase,
  { deviceId, fixes, lines, from, until, historyFrom }: LateVehicle,
  now: number,
): Promise<number[]> {
  const late = deviationsOf(fixes, lines).filter(
    ({ left, returned }) => left.time <= until && returned.time >= from && left.time >= historyFrom,
  )
  if (late.length === 0) return []
  const { rows } = await client.query<{ lineId: number; from: number; to: number }>(
    `select subject_id as "lineId", start_time::float8 as from,
       case when is_open then 'infinity'::float8 else end_time::float8 end as to
     from alarm_episodes where device_id = $1 and code = $2 and start_time <= $3 and (is_open or end_time >= $4)`,
    [deviceId, alarms.offRoute, until, Math.min(...late.map(({ left }) => left.time))],
  )
  const isRaised = ({ left, returned }: Deviation) =>
    rows.some(
      (raised) => raised.lineId === left.lineId && raised.from <= returned.time && raised.to >= left.time,
    )
  const found = late.filter((deviation) => !isRaised(deviation))
  return raiseAlarms(
    client,
    found.flatMap((deviation) => occurrencesOf(deviceId, deviation, lines)),
    now,
  )
}

function deviationsOf(fixes: readonly WatchedFix[], lines: readonly AssignedLine[]): Deviation[] {
  const deviations: Deviation[] = []
  let state: OffRouteState | null = null
  let left: OffRouteEvent | null = null
  for (const fix of fixes) {
    const step = watchOffRoute(state, fix, lines)
    state = step.state
    if (step.event?.kind === 'left') left = step.event
    else if (step.event && left) {
      deviations.push({ left, returned: step.event })
      left = null
    }
  }
  return deviations
}

function occurrencesOf(
  deviceId: number,
  { left, returned }: Deviation,
  lines: readonly AssignedLine[],
): RaisedAlarm[] {
  const line = lines.find(({ lineId }) => lineId === left.lineId)
  return [left, returned].map(({ kind, time, lat, lon, asideM }) => ({
    deviceId,
    time,
    code: alarms.offRoute,
    subjectId: left.lineId,
    speedKmh: null,
    phase: kind === 'left' ? ('begin' as const) : ('end' as const),
    latitudeE7: Math.round(lat * 1e7),
    longitudeE7: Math.round(lon * 1e7),
    detail: { ...(line && { busLine: line.name }), maxAsideM: Math.round(asideM) },
  }))
}
