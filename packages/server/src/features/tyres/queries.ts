import type { OutputOf } from '@trackway/core/api/call.ts'
import {
  type TyreVehicle,
  type TyreWheel,
  type tyreCalls,
  tyreSettingKind,
  tyreStates,
} from '@trackway/core/features/tyres/calls.ts'
import { layoutFor, placesOf } from '@trackway/core/features/tyres/layouts.ts'
import { limitsOfWheels, type TyreSettingValues } from '@trackway/core/features/tyres/tyre-settings.ts'
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
  wheel_times: (number | null)[]
  worst: number
  faults: number
  told: number
  lowest_kpa: number | null
  highest_c: number | null
  tyre_time: number
}

/** Vehicles with tyres in service, with what is said of all their wheels together. */
const vehiclesSql = (scope: Scope, now: number) => sql<Row>`
  select devices.id, devices.terminal_id, devices.car_number, devices.nickname, devices.account_id, devices.icon_type,
    accounts.username, ${typeNameSql} as device_type_name, device_states.readings,
    to_json(found.wheel_times) as wheel_times, states.*, pressures.*, temperatures.*, times.*
  from devices
  join accounts on accounts.id = devices.account_id
  join device_types on device_types.id = devices.device_type_id
  join device_states on device_states.device_id = devices.id
  join rule_results found on found.device_id = devices.id
  cross join lateral (
    select coalesce(min(array_position(${tyreStates}::text[], state)), ${tyreStates.length}) as worst,
      count(*) filter (where state <> 'normal')::int4 as faults, count(state)::int4 as told
    from json_array_elements_text(device_states.readings -> 'tyreState' -> 'value') as one (state)) as states
  cross join lateral (
    select min(kpa::float8) as lowest_kpa
    from json_array_elements_text(device_states.readings -> 'tyrePressureKpa' -> 'value') as one (kpa)) as pressures
  cross join lateral (
    select max(celsius::float8) as highest_c
    from json_array_elements_text(device_states.readings -> 'tyreTemperatureC' -> 'value') as one (celsius)) as temperatures
  cross join lateral (
    select max(time) as tyre_time from unnest(found.wheel_times) as one (time)) as times
  where ${devicesIn(scope)} and found.wheel_times is not null
    and device_states.readings -> 'tyreState' is not null
    and coalesce(${viewEndSql(scope)} > ${now}, true)`

const orders = {
  tyreState: 'worst',
  displayName: 'name',
  lowestKpa: 'lowest_kpa',
  highestC: 'highest_c',
  tyreTime: 'tyre_time',
} as const

/**
 * A page of vehicles with tyres, and how many there are.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function findTyreVehicles(
  { db, pool }: Databases,
  { scope, now }: Asking,
  question: z.output<typeof tyreCalls.find.input>,
): Promise<Page<TyreVehicle>> {
  const { userId, withSubAccounts, search, state, sort, isDescending, pageNum, pageSize } = question
  const owner = await ownerOf(db, scope, userId)
  const { rows } = await sql<Row & { total: number }>`
    select *, count(*) over ()::int4 as total
    from (
      select vehicles.*, coalesce(nullif(car_number, ''), nullif(nickname, ''), terminal_id) as name
      from (${vehiclesSql(owner, now)}
        and (${withSubAccounts} or devices.account_id = ${owner.accountId})
        and (${search === ''} or devices.search_text like lower(${likePattern(search)}))) as vehicles
    ) as named
    where ${stateSql(state)}
    order by ${sql.ref(orders[sort])} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last, worst, name, id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const settings = await settingsOf(
    pool,
    tyreSettingKind,
    rows.map(({ id }) => id),
  )
  return { list: rows.map((row) => toVehicle(row, settings.get(row.id)!)), total: rows[0]?.total ?? 0 }
}

function stateSql(state: z.output<typeof tyreCalls.find.input>['state']) {
  if (state === undefined) return sql`true`
  if (state === 'fault') return sql`faults > 0`
  if (state === 'normal') return sql`faults = 0`
  return sql`exists (select from json_array_elements_text(readings -> 'tyreState' -> 'value') as one (said)
    where said = ${state})`
}

/** @throws {Refusal} `notFound`, also for a stranger's device, and for one that tells of no tyres */
export async function findTyreVehicle(
  { db, pool }: Databases,
  { scope, now }: Asking,
  terminalID: string,
): Promise<OutputOf<typeof tyreCalls.vehicle>> {
  const { rows } = await sql<Row>`${vehiclesSql(scope, now)} and devices.terminal_id = ${terminalID}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Refusal('notFound')
  const settings = (await settingsOf(pool, tyreSettingKind, [row.id])).get(row.id)!
  const vehicle = toVehicle(row, settings)
  return { ...vehicle, list: wheelsOf(row, vehicle.layout, settings), settings }
}

function toVehicle(row: Row, settings: TyreSettingValues): TyreVehicle {
  const { terminal_id: terminalID, car_number: carNumber, nickname } = row
  return {
    terminalID,
    displayName: displayName({ carNumber, nickname, terminalID }),
    userId: row.account_id,
    username: row.username,
    deviceTypeName: row.device_type_name,
    iconType: row.icon_type,
    layout: settings.layout ?? layoutFor(row.wheel_times.length),
    tyreState: tyreStates[row.worst - 1]!,
    faults: row.faults,
    wheels: row.told,
    lowestKpa: row.lowest_kpa,
    highestC: row.highest_c,
    tyreTime: row.tyre_time,
  }
}

/** The wheels of the layout, and behind them those that the device tells of beside it. */
function wheelsOf(
  { readings, wheel_times: times }: Row,
  layout: TyreVehicle['layout'],
  settings: TyreSettingValues,
): TyreWheel[] {
  const places = placesOf(layout)
  const limitsOf = limitsOfWheels(settings, times.length)
  const { tyrePressureKpa, tyreTemperatureC, tyreState } = readings
  return Array.from({ length: Math.max(places.length, times.length) }, (_, at) => {
    const { lowKpa, highKpa } = limitsOf(at + 1)
    return {
      ...(places[at] ?? { wheel: at + 1, axle: null, side: null, twin: null }),
      pressureKpa: tyrePressureKpa?.value[at] ?? null,
      temperatureC: tyreTemperatureC?.value[at] ?? null,
      state: tyreState?.value[at] ?? null,
      time: times[at] ?? null,
      lowKpa,
      highKpa,
    }
  })
}
