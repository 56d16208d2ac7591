import { alarmOfAbsence, type KnownPlace } from '@trackway/core/features/zones/absence.ts'
import { beginningOf, type WeekSpan } from '@trackway/core/features/zones/schedule.ts'
import type pg from 'pg'
import { DeviceConfigCache } from '../../../ingest/device-config.ts'
import { toAlarm } from '../../../ingest/rules/fences.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import { raiseAlarms } from '../../alarms/raise-alarms.ts'
import { zoneOf } from './long-stays.ts'

/** Reports that are on their way may tell that the vehicle has arrived. */
const graceMs = 60_000
/** Later nobody can say who was inside as the hours began. */
const latestMs = 15 * 60_000
const devicesAtOnce = 1_000

interface Fence {
  id: number
  ownerPath: string
  timeZone: string
  mustBeInside: WeekSpan
  /** Beginning of the hours that were looked at last. */
  lookedTime: number
}

interface Device extends KnownPlace {
  deviceId: number
}

/**
 * Raises the alarms of vehicles that are not inside as the hours begin in which they must be: once for each device and
 * beginning, also where the process ends half way. Who leaves later is told of by its reports.
 */
export async function findAbsences(pool: pg.Pool, bus: Pick<Bus, 'publish'>, now: number): Promise<void> {
  const { rows } = await pool.query<Fence>({
    name: 'fences-to-be-in',
    text: `select f.id, owner.path as "ownerPath", owner.time_zone as "timeZone", must_be_inside as "mustBeInside",
        looked_time as "lookedTime"
      from fences f join accounts owner on owner.id = f.account_id where f.is_open and must_be_inside is not null`,
  })
  for (const fence of rows) {
    const begin = beginningOf(fence.mustBeInside, now - graceMs, fence.timeZone)
    if (begin === null || begin <= fence.lookedTime || begin < now - latestMs) continue
    await raiseOf(pool, bus, fence, begin, now)
    await pool.query('update fences set looked_time = $2 where id = $1', [fence.id, begin])
  }
}

async function raiseOf(
  pool: pg.Pool,
  bus: Pick<Bus, 'publish'>,
  fence: Fence,
  begin: number,
  now: number,
): Promise<void> {
  for (let after = 0, count = devicesAtOnce; count === devicesAtOnce; ) {
    const devices = await findDevices(pool, fence, after, now)
    count = devices.length
    after = devices.at(-1)?.deviceId ?? after
    const facts = new DeviceConfigCache()
    await facts.load(
      pool,
      devices.map(({ deviceId }) => deviceId),
    )
    const found = devices.flatMap(({ deviceId, ...place }) => {
      const { fences } = facts.get(deviceId)
      const each = zoneOf(fences, fence.id)
      const alarm = each && alarmOfAbsence(each, fences.of, place, begin)
      return alarm ? [{ deviceId, ...toAlarm(alarm) }] : []
    })
    const added = await raiseAlarms(pool, found, now)
    if (added.length > 0) bus.publish('alarm.changed', { deviceIds: Int32Array.from(added) })
  }
}

/** Devices that a fence counts for, by id. */
async function findDevices(
  pool: pg.Pool,
  { id, ownerPath }: Fence,
  after: number,
  now: number,
): Promise<Device[]> {
  const { rows } = await pool.query<Device>({
    name: 'devices-to-be-in',
    text: `select d.id as "deviceId", case when r.zones_of is not null then json_build_object(
          'of', r.zones_of, 'seen', r.zones_seen,
          'at', (select coalesce(json_object_agg(id, true), '{}') from unnest(r.zone_ids) as id)) end as zones,
        s.latitude_e7 / 1e7::float8 as lat,
        s.longitude_e7 / 1e7::float8 as lon
      from (
        select device_id from fence_devices where fence_id = $1
        union
        select devices.id from fence_accounts fa join accounts t on t.id = fa.account_id
        join accounts below on below.path >= t.path and below.path < left(t.path, -1) || '0'
        join devices on devices.account_id = below.id
        where fa.fence_id = $1
      ) as assigned
      join devices d on d.id = assigned.device_id
      join accounts a on a.id = d.account_id and starts_with(a.path, $2)
      join device_states s on s.device_id = d.id
      left join rule_results r on r.device_id = d.id
      where d.id > $3 and coalesce(least(d.platform_expire_time, d.user_expire_time) > $4::int8, true)
      order by d.id limit ${devicesAtOnce}`,
    values: [id, ownerPath, after, now],
  })
  return rows
}
