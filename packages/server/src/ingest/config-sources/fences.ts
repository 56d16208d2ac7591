import type { DeviceZones } from '@trackway/core/features/zones/crossings.ts'
import type { WeekSpan } from '@trackway/core/features/zones/schedule.ts'
import { compileZone, type Zone } from '@trackway/core/features/zones/zone.ts'
import { type CountingZone, ZoneSet } from '@trackway/core/features/zones/zone-set.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import type { Client, ConfigSource } from './config-source.ts'

/** Most compiled areas kept; beyond, all are compiled anew as they are read. */
const maxCompiled = 100_000

/** A fence or risk point, key as in `ZoneRules`, that counts for a device or an account. */
interface Counting {
  holder: number
  key: number
  version: number
  sinceTime: number
  edit: number
  timeZone: string
}

/** One object for each fence and risk point, whatever number of devices it counts for. */
const compiled = new Map<number, { edit: number; zone: Zone }>()

/** The open fences and the risk points of a device, those of its accounts shared with all other devices below. */
export const deviceZones: ConfigSource<ZoneSet, DeviceZones> = {
  ofAccounts: async (client, accountIds) =>
    setsOf(client, (await client.query<Counting>(accountSql, [accountIds])).rows),
  ofDevices: async (client, deviceIds) =>
    setsOf(client, (await client.query<Counting>(deviceSql, [deviceIds])).rows),
  combine: (sets, { path }) => ({
    of: path,
    version: sets.reduce((most, { version }) => Math.max(most, version), 0),
    sets,
  }),
  none: { of: '', version: 0, sets: [] },
}

// What was moved away from below the owner of the fence does not count.
const counting = `-- of those that are open, below their owner
  join fences f on f.id = fence_id and f.is_open
  join accounts owner on owner.id = f.account_id and starts_with(a.path, owner.path)`
const columns = `f.id as key, greatest(f.version, assigned.version) as version,
  greatest(f.since_time, assign_time) as "sinceTime", f.edit, owner.time_zone as "timeZone"`

const accountSql = `
  select assigned.account_id as holder, ${columns}
  from fence_accounts assigned join accounts a on a.id = assigned.account_id ${counting}
  where assigned.account_id = any($1::int4[])
  union all
  select r.account_id, -r.id, r.version, r.since_time, r.edit, a.time_zone
  from risk_points r join accounts a on a.id = r.account_id where r.account_id = any($1::int4[])`

const deviceSql = `
  select assigned.device_id as holder, ${columns}
  from fence_devices assigned join devices d on d.id = assigned.device_id
  join accounts a on a.id = d.account_id ${counting}
  where assigned.device_id = any($1::int4[])`

async function setsOf(client: Client, rows: readonly Counting[]): Promise<Map<number, ZoneSet>> {
  const zones = await zonesOf(client, rows)
  const byHolder = new Map<number, CountingZone[]>()
  for (const { holder, key, version, sinceTime } of rows) {
    const zone = zones.get(key)
    // It was deleted a moment ago.
    if (zone === undefined) continue
    const each = { zone, version, sinceTime }
    const known = byHolder.get(holder)
    if (known === undefined) byHolder.set(holder, [each])
    else known.push(each)
  }
  return new Map([...byHolder].map(([holder, each]) => [holder, new ZoneSet(each)]))
}

/** A row of `fences`, or of `risk_points` as a fence. */
interface ZoneRow {
  key: number
  name: string
  area: FenceArea
  alarmOn: Zone['alarmOn']
  schedule: WeekSpan | null
  timeZone: string
  dwellS: number
  confirmPoints: number | null
  confirmS: number | null
  allowLbs: boolean
  speedLimitKmh: number | null
  mustBeInside: WeekSpan | null
}

async function zonesOf(client: Client, rows: readonly Counting[]): Promise<Map<number, Zone>> {
  const zones = new Map<number, Zone>()
  const missing = new Set<number>()
  for (const { key, edit, timeZone } of rows) {
    const known = compiled.get(key)
    if (known?.edit === edit && known.zone.timeZone === timeZone) zones.set(key, known.zone)
    else missing.add(key)
  }
  if (missing.size === 0) return zones
  if (compiled.size > maxCompiled) compiled.clear()
  const { rows: found } = await client.query<ZoneRow & { edit: number }>(zoneSql, [[...missing]])
  for (const { edit, ...row } of found) {
    const zone = toZone(row)
    compiled.set(row.key, { edit, zone })
    zones.set(row.key, zone)
  }
  return zones
}

function toZone({ dwellS, confirmS, ...row }: ZoneRow): Zone {
  return compileZone({
    ...row,
    dwellMs: dwellS * 1000,
    confirmMs: confirmS === null ? null : confirmS * 1000,
  })
}

/** Fences and risk points by their keys. */
const zoneSql = `
  select f.id as key, name, area, alarm_on as "alarmOn", schedule, time_zone as "timeZone", dwell_s as "dwellS",
    confirm_points as "confirmPoints", confirm_s as "confirmS", allow_lbs as "allowLbs",
    speed_limit_kmh as "speedLimitKmh", must_be_inside as "mustBeInside", edit
  from fences f join accounts owner on owner.id = f.account_id where f.id = any($1::int4[])
  union all
  select -r.id, name, area, 'in', null, time_zone, minutes * 60, null, null, false, null, null, edit
  from risk_points r join accounts owner on owner.id = r.account_id where -r.id = any($1::int4[])`
