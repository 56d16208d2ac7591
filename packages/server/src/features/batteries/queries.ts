import type { OutputOf } from '@trackway/core/api/call.ts'
import {
  type BatteryPack,
  type BatteryVehicle,
  type batteryCalls,
  batterySettingKind,
} from '@trackway/core/features/batteries/calls.ts'
import type { PackFault } from '@trackway/core/features/batteries/evaluate-pack.ts'
import type { LiveReadings } from '@trackway/core/readings/readings.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { settingsOf } from '../../platform/level-settings.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { typeNameSql, viewEndSql } from '../devices/state-sql.ts'
import { ownerOf } from '../statistics/report-filter.ts'

type Databases = Pick<Database, 'db' | 'pool'>
interface Asking {
  scope: Scope
  now: number
}

interface Row {
  id: number
  terminal_id: string
  car_number: string | null
  nickname: string | null
  account_id: number
  username: string
  device_type_name: string
  icon_type: string
  readings: LiveReadings
  pack_times: (number | null)[]
  pack_faults: (string | null)[]
  told: number
  faults: number
  pack_time: number
  /** Place, from 0, of the pack with the least charge. */
  least_at: number
}

/** Vehicles with packs in service. Of several packs the one with the least charge speaks for the vehicle. */
const vehiclesSql = (scope: Scope, now: number) => sql<Row>`
  select devices.id, devices.terminal_id, devices.car_number, devices.nickname, devices.account_id, devices.icon_type,
    accounts.username, ${typeNameSql} as device_type_name, device_states.readings,
    to_json(found.pack_times) as pack_times, found.pack_faults, known.*, coalesce(least.at, 0) as least_at
  from devices
  join accounts on accounts.id = devices.account_id
  join device_types on device_types.id = devices.device_type_id
  join device_states on device_states.device_id = devices.id
  join rule_results found on found.device_id = devices.id
  cross join lateral (
    select count(time)::int4 as told, count(faults)::int4 as faults, max(time) as pack_time
    from unnest(found.pack_times, found.pack_faults) as one (time, faults)) as known
  left join lateral (
    select (place - 1)::int4 as at
    from json_array_elements_text(device_states.readings -> 'packPercent' -> 'value')
      with ordinality as one (percent, place)
    where percent is not null order by percent::float8, place limit 1) as least on true
  where ${devicesIn(scope)} and found.pack_times is not null
    and coalesce(${viewEndSql(scope)} > ${now}, true)`

/** What a reading says of the pack that speaks for the vehicle. */
const ofLeast = (name: string) => sql`(readings -> ${name} -> 'value' ->> least_at)`

const orders = {
  faults: sql`faults`,
  displayName: sql`name`,
  percent: sql`${ofLeast('packPercent')}::float8`,
  temperatureC: sql`${ofLeast('packTemperatureC')}::float8`,
  packTime: sql`pack_time`,
} as const

/**
 * A page of vehicles with packs, and how many there are.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function findBatteryVehicles(
  { db }: Databases,
  { scope, now }: Asking,
  question: z.output<typeof batteryCalls.find.input>,
): Promise<Page<BatteryVehicle>> {
  const { userId, withSubAccounts, search, state, sort, isDescending, pageNum, pageSize } = question
  const owner = await ownerOf(db, scope, userId)
  // The most faults come first without being asked for.
  const direction = isDescending !== (sort === 'faults') ? 'desc' : 'asc'
  const { rows } = await sql<Row & { total: number }>`
    select *, count(*) over ()::int4 as total
    from (
      select vehicles.*, coalesce(nullif(car_number, ''), nullif(nickname, ''), terminal_id) as name
      from (${vehiclesSql(owner, now)}
        and (${withSubAccounts} or devices.account_id = ${owner.accountId})
        and (${search === ''} or devices.search_text like lower(${likePattern(search)}))) as vehicles
    ) as named
    where ${
      state === undefined
        ? sql`true`
        : state === 'fault'
          ? sql`faults > 0`
          : sql`${ofLeast('packState')} = ${state}`
    }
    order by ${orders[sort]} ${sql.raw(direction)} nulls last, name, id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list: rows.map(toVehicle), total: rows[0]?.total ?? 0 }
}

/** @throws {Refusal} `notFound`, also for a stranger's device, and for one that tells of no pack */
export async function findBatteryVehicle(
  { db, pool }: Databases,
  { scope, now }: Asking,
  device: { terminalID: string } | { id: number },
): Promise<OutputOf<typeof batteryCalls.vehicle>> {
  const isWanted =
    'id' in device ? sql`devices.id = ${device.id}` : sql`devices.terminal_id = ${device.terminalID}`
  const { rows } = await sql<Row>`${vehiclesSql(scope, now)} and ${isWanted}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('notFound')
  const settings = await settingsOf(pool, batterySettingKind, [row.id])
  const list = row.pack_times.flatMap((time, at) => (time === null ? [] : [packOf(row, at)]))
  return { ...toVehicle(row), list, settings: settings.get(row.id)! }
}

function toVehicle(row: Row): BatteryVehicle {
  const { terminal_id: terminalID, car_number: carNumber, nickname } = row
  const { percent, voltageV, currentA, temperatureC, usageCount, state } = packOf(row, row.least_at)
  return {
    terminalID,
    displayName: displayName({ carNumber, nickname, terminalID }),
    userId: row.account_id,
    username: row.username,
    deviceTypeName: row.device_type_name,
    iconType: row.icon_type,
    packs: row.told,
    faults: row.faults,
    packState: state,
    percent,
    voltageV,
    currentA,
    temperatureC,
    usageCount,
    packTime: row.pack_time,
  }
}

function packOf({ readings, pack_times, pack_faults }: Row, at: number): BatteryPack {
  return {
    pack: at + 1,
    percent: readings.packPercent?.value[at] ?? null,
    voltageV: readings.packVoltageV?.value[at] ?? null,
    currentA: readings.packCurrentA?.value[at] ?? null,
    temperatureC: readings.packTemperatureC?.value[at] ?? null,
    usageCount: readings.packCycles?.value[at] ?? null,
    state: readings.packState?.value[at] ?? null,
    faults: (pack_faults[at]?.split(',') ?? []) as PackFault[],
    time: pack_times[at] ?? null,
  }
}
