import { type DeviceZones, longStay, type ZonesState } from '@trackway/core/features/fences/crossings.ts'
import { alarmOf } from '@trackway/core/features/fences/zone-alarms.ts'
import type { CountingZone } from '@trackway/core/features/fences/zone-set.ts'
import type pg from 'pg'
import { FactCache } from '../../../ingest/device-facts.ts'
import { toAlarm } from '../../../ingest/rules/fences.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import { type RaisedAlarm, raiseAlarms } from '../../alarms/raise-alarms.ts'

/** Reports that are on their way may tell that the vehicle has left. */
const graceMs = 60_000
/** A stay that became long earlier is no news: it was raised then, or nobody looked for it. */
const newsMs = 2 * 86_400_000
const devicesAtOnce = 1_000

interface Staying {
  deviceId: number
  zones: ZonesState
}

/**
 * Raises the alarms of stays that have become long enough while nothing was heard of the vehicle. Its next report
 * would raise the same, at the same time, which is stored once.
 */
export async function findLongStays(pool: pg.Pool, bus: Pick<Bus, 'publish'>, now: number): Promise<void> {
  if (!(await anybodyAsks(pool))) return
  for (let after = 0, count = devicesAtOnce; count === devicesAtOnce; ) {
    const staying = await findStaying(pool, after, now)
    count = staying.length
    after = staying.at(-1)?.deviceId ?? after
    const facts = new FactCache()
    await facts.load(
      pool,
      staying.map(({ deviceId }) => deviceId),
    )
    const found = staying.flatMap((each) => longStaysOf(each, facts.get(each.deviceId).fences, now))
    const added = await raiseAlarms(pool, found, now)
    if (added.length > 0) bus.publish('alarm.changed', { deviceIds: Int32Array.from(added) })
  }
}

function longStaysOf(
  { deviceId, zones: { of, seen, at } }: Staying,
  fences: DeviceZones,
  now: number,
): RaisedAlarm[] {
  if (of !== fences.of) return []
  return Object.entries(at).flatMap(([key, stay]) => {
    const each = zoneOf(fences, Number(key))
    // What was edited since begins anew with the next report.
    if (each === null || each.version > seen || !stay.isInside || stay.isTold) return []
    const event = longStay(each, stay)
    if (event.time > now - graceMs || event.time < now - newsMs) return []
    const alarm = alarmOf(event)
    return alarm === null ? [] : [{ deviceId, ...toAlarm(alarm) }]
  })
}

/** Counted for the device and for its account: since the earlier of both. */
export function zoneOf({ sets }: DeviceZones, key: number): CountingZone | null {
  const counting = sets.flatMap((set) => set.get(key) ?? []).sort((a, b) => a.version - b.version)
  return counting[0] ?? null
}

async function anybodyAsks(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isAsked: boolean }>(
    `select exists (select from risk_points) or exists (select from fences where dwell_s > 0) as "isAsked"`,
  )
  return rows[0]!.isAsked
}

async function findStaying(pool: pg.Pool, after: number, now: number): Promise<Staying[]> {
  const { rows } = await pool.query<Staying>({
    name: 'long-stays',
    text: `select s.device_id as "deviceId", s.derivation -> 'zones' as zones
      from device_states s join devices d on d.id = s.device_id
      where s.device_id > $1 and coalesce(least(d.platform_expire_time, d.user_expire_time) > $2::int8, true)
        and exists (
          select from json_each(s.derivation #> '{zones,at}') as stay
          where (stay.value ->> 'isInside')::boolean and stay.value ->> 'isTold' is null)
      order by s.device_id limit ${devicesAtOnce}`,
    values: [after, now],
  })
  return rows
}
