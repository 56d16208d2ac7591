import type { OutputOf } from '@trackway/core/api/call.ts'
import {
  type BatteryPack,
  type BatteryVehicle,
  type batteryCalls,
  batterySettingKind,
} from '@trackway/core/features/batteries/calls.ts'
import type { PackFault } from '@trackway/core/features/batteries/evaluate-pack.ts'
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

interface Row extends PartRow, Pick<BatteryVehicle, 'packs' | 'faults' | 'packTime'> {
  packTimes: (number | null)[]
  packFaults: (string | null)[]
  /** Place, from 0, of the pack with the least charge. */
  leastAt: number
}

/** Of several packs the one with the least charge speaks for the vehicle. */
const packsSql: PartSql = {
  columns: sql`to_json(found.pack_times) as "packTimes", found.pack_faults as "packFaults", known.*,
    coalesce(least.at, 0) as "leastAt"`,
  joins: sql`
    cross join lateral (
      select count(time)::int4 as packs, count(faults)::int4 as faults, max(time) as "packTime"
      from unnest(found.pack_times, found.pack_faults) as one (time, faults)) as known
    left join lateral (
      select (place - 1)::int4 as at
      from json_array_elements_text(device_states.readings -> 'packPercent' -> 'value')
        with ordinality as one (percent, place)
      where percent is not null order by percent::float8, place limit 1) as least on true`,
  condition: sql`found.pack_times is not null`,
}

/** What a reading says of the pack that speaks for the vehicle. */
const ofLeast = (name: string) => sql`(readings -> ${name} -> 'value' ->> "leastAt")`

const orders = {
  faults: sql`faults`,
  displayName: sql`"displayName"`,
  percent: sql`${ofLeast('packPercent')}::float8`,
  temperatureC: sql`${ofLeast('packTemperatureC')}::float8`,
  packTime: sql`"packTime"`,
} as const

function stateSql(state: z.output<typeof batteryCalls.find.input>['state']) {
  if (state === undefined) return sql`true`
  return state === 'fault' ? sql`faults > 0` : sql`${ofLeast('packState')} = ${state}`
}

/**
 * A page of vehicles with packs, and how many there are.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function findBatteryVehicles(
  { db }: Databases,
  asking: Asking,
  query: z.output<typeof batteryCalls.find.input>,
): Promise<Page<BatteryVehicle>> {
  const { state, sort, isDescending } = query
  // The most faults come first without being asked for.
  const direction = isDescending !== (sort === 'faults') ? 'desc' : 'asc'
  const { list, total } = await findPartVehicles<Row>(db, asking, packsSql, query, {
    state: stateSql(state),
    order: sql`${orders[sort]} ${sql.raw(direction)} nulls last`,
  })
  return { list: list.map(toVehicle), total }
}

/** @throws {Refusal} `notFound`, also for a stranger's device, and for one that tells of no pack */
export async function findBatteryVehicle(
  { db, pool }: Databases,
  asking: Asking,
  device: { terminalID: string } | { id: number },
): Promise<OutputOf<typeof batteryCalls.vehicle>> {
  const row = await findPartVehicle<Row>(db, asking, packsSql, device)
  const settings = await settingsOf(pool, batterySettingKind, [row.id])
  const list = row.packTimes.flatMap((time, at) => (time === null ? [] : [packOf(row, at)]))
  return { ...toVehicle(row), list, settings: settings.get(row.id)! }
}

function toVehicle(row: Row): BatteryVehicle {
  const { id: _, readings: _r, packTimes: _t, packFaults: _f, leastAt, ...vehicle } = row
  const { percent, voltageV, currentA, temperatureC, usageCount, state } = packOf(row, leastAt)
  return { ...vehicle, packState: state, percent, voltageV, currentA, temperatureC, usageCount }
}

function packOf({ readings, packTimes, packFaults }: Row, at: number): BatteryPack {
  return {
    pack: at + 1,
    percent: readings.packPercent?.value[at] ?? null,
    voltageV: readings.packVoltageV?.value[at] ?? null,
    currentA: readings.packCurrentA?.value[at] ?? null,
    temperatureC: readings.packTemperatureC?.value[at] ?? null,
    usageCount: readings.packCycles?.value[at] ?? null,
    state: readings.packState?.value[at] ?? null,
    faults: (packFaults[at]?.split(',') ?? []) as PackFault[],
    time: packTimes[at] ?? null,
  }
}
