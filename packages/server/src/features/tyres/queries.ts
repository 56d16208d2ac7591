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
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { settingsOf } from '../../platform/level-settings.ts'
import {
  type Asking,
  findPartVehicle,
  findPartVehicles,
  type PartRow,
  type PartSql,
} from '../vehicle-parts/queries.ts'

type Databases = Pick<Database, 'db' | 'pool'>

interface Row extends PartRow, Omit<TyreVehicle, 'layout' | 'tyreState'> {
  wheelTimes: (number | null)[]
  /** Place of its worst state among `tyreStates`, from 1. */
  worst: number
}

/** What is said of all wheels together. */
const tyresSql: PartSql = {
  columns: sql`to_json(found.wheel_times) as "wheelTimes", states.*, pressures.*, temperatures.*, times.*`,
  joins: sql`
    cross join lateral (
      select coalesce(min(array_position(${tyreStates}::text[], state)), ${tyreStates.length}) as worst,
        count(*) filter (where state <> 'normal')::int4 as faults, count(state)::int4 as wheels
      from json_array_elements_text(device_states.readings -> 'tyreState' -> 'value') as one (state)) as states
    cross join lateral (
      select min(kpa::float8) as "lowestKpa"
      from json_array_elements_text(device_states.readings -> 'tyrePressureKpa' -> 'value') as one (kpa)) as pressures
    cross join lateral (
      select max(celsius::float8) as "highestC"
      from json_array_elements_text(device_states.readings -> 'tyreTemperatureC' -> 'value')
        as one (celsius)) as temperatures
    cross join lateral (
      select max(time) as "tyreTime" from unnest(found.wheel_times) as one (time)) as times`,
  condition: sql`found.wheel_times is not null and device_states.readings -> 'tyreState' is not null
    and (device_types.sensors = '{}' or 'tyres' = any(device_types.sensors))`,
}

/**
 * A page of vehicles with tyres, and how many there are.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function findTyreVehicles(
  { db, pool }: Databases,
  asking: Asking,
  query: z.output<typeof tyreCalls.find.input>,
): Promise<Page<TyreVehicle>> {
  const { state, sort, isDescending } = query
  const column = sql.ref(sort === 'tyreState' ? 'worst' : sort)
  const { list, total } = await findPartVehicles<Row>(db, asking, tyresSql, query, {
    state: stateSql(state),
    order: sql`${column} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last, worst`,
  })
  const ids = list.map(({ id }) => id)
  const settings = await settingsOf(pool, tyreSettingKind, ids)
  return { list: list.map((row) => toVehicle(row, settings.get(row.id)!)), total }
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
  asking: Asking,
  terminalID: string,
): Promise<OutputOf<typeof tyreCalls.vehicle>> {
  const row = await findPartVehicle<Row>(db, asking, tyresSql, { terminalID })
  const settings = (await settingsOf(pool, tyreSettingKind, [row.id])).get(row.id)!
  const vehicle = toVehicle(row, settings)
  return { ...vehicle, list: wheelsOf(row, vehicle.layout, settings), settings }
}

function toVehicle(row: Row, settings: TyreSettingValues): TyreVehicle {
  const { id: _, readings: _r, wheelTimes, worst, ...vehicle } = row
  return {
    ...vehicle,
    layout: settings.layout ?? layoutFor(wheelTimes.length),
    tyreState: tyreStates[worst - 1]!,
  }
}

/** The wheels of the layout, and behind them those that the device tells of beside it. */
function wheelsOf(
  { readings, wheelTimes: times }: Row,
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
