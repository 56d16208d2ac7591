import { type DeviceZones, longStay } from '@trackway/core/features/zones/crossings.ts'
import { alarmOf } from '@trackway/core/features/zones/zone-alarms.ts'
import type { CountingZone } from '@trackway/core/features/zones/zone-set.ts'
import type pg from 'pg'
import { DeviceConfigCache } from '../../../ingest/device-config.ts'
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
  zonesOf: string
  zonesSeen: number
  stays: { zoneId: number; enterTime: number; lat: number; lon: number; isSeeded: boolean }[]
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
    const facts = new DeviceConfigCache()
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
  { deviceId, zonesOf, zonesSeen, stays }: Staying,
  fences: DeviceZones,
  now: number,
): RaisedAlarm[] {
  if (zonesOf !== fences.of) return []
  return stays.flatMap(({ zoneId, ...stay }) => {
    const each = zoneOf(fences, zoneId)
    // What was edited since begins anew with the next report.
    if (each === null || each.version > zonesSeen) return []
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
    text: `select r.device_id as "deviceId", zones_of as "zonesOf", zones_seen as "zonesSeen", stays
      from rule_results r join devices d on d.id = r.device_id
      cross join lateral (
        select json_agg(json_build_object('zoneId', zone_id, 'enterTime', enter_time, 'lat', lat, 'lon', lon,
          'isSeeded', is_seeded)) as stays
        from unnest(zone_ids, zone_is_inside, zone_is_told, zone_is_seeded, zone_enter_times, zone_latitudes,
          zone_longitudes) as stay (zone_id, is_inside, is_told, is_seeded, enter_time, lat, lon)
        where is_inside and not is_told) as untold
      where r.device_id > $1 and coalesce(least(d.platform_expire_time, d.user_expire_time) > $2::int8, true)
        and stays is not null
      order by r.device_id limit ${devicesAtOnce}`,
    values: [after, now],
  })
  return rows
}
