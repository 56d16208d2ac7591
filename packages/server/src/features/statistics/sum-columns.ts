import type { Sums } from '@trackway/core/features/statistics/calls.ts'
import { minFuelDistanceM } from '@trackway/core/features/statistics/reports.ts'

/** What of a row is added up, by its column in `day_sums`. */
const added = {
  distance_m: 'distanceM',
  driving_ms: 'drivingMs',
  idle_ms: 'idleMs',
  stopped_ms: 'stoppedMs',
  ignition_ms: 'ignitionMs',
  offline_ms: 'offlineMs',
  overspeed_ms: 'overspeedMs',
  trips: 'trips',
  stops: 'stops',
  idlings: 'idlings',
  ignitions: 'ignitions',
  offlines: 'offlines',
  overspeeds: 'overspeeds',
  charges: 'charges',
} as const
/** What is found otherwise: null where nothing is known. */
const found = {
  max_speed_kmh: 'maxSpeedKmh',
  mean_speed_kmh: 'meanSpeedKmh',
  fuel_l: 'fuelL',
  fuel_l_per_100_km: 'fuelLPer100Km',
  battery_min_percent: 'batteryMinPercent',
  battery_max_percent: 'batteryMaxPercent',
} as const

export const addedNames = Object.keys(added) as (keyof typeof added)[]
export const sumNames = [...addedNames, ...(Object.keys(found) as (keyof typeof found)[])]

export type SumColumns = Record<keyof typeof added, number> & Record<keyof typeof found, number | null>

/** The column of a figure. */
export function sumColumnOf(figure: keyof Sums): string {
  return sumNames.find((name) => ({ ...added, ...found })[name] === figure)!
}

/**
 * Litres by the consumption set for the vehicle, of a row with `distance_m` and `idle_ms` and one of `fuel` (device-days-sql.ts).
 */
export const fuelSql = `case when coalesce(fuel.per_100_km, fuel.per_idle_hour) is not null then
  distance_m / 100000 * coalesce(fuel.per_100_km, 0) + idle_ms / 3600000.0::float8 * coalesce(fuel.per_idle_hour, 0) end`
/** And the metres that they were used on: of many vehicles, those of which both are known. */
const fuelDistanceSql =
  'case when coalesce(fuel.per_100_km, fuel.per_idle_hour) is not null then distance_m end'

/**
 * The figures of one device and day, or of many of them added up, and `fuel_distance_m`.
 * @param fuel what it used, of one row: an expression
 * @param fuelDistance and on how many metres
 */
export function sumColumns(isAdded: boolean, fuel = fuelSql, fuelDistance = fuelDistanceSql): string {
  const of = (gather: string, what: string) => (isAdded ? `${gather}(${what})` : `(${what})`)
  const sums = addedNames.map((name) => `${of('sum', name)}::float8 as ${name}`)
  return `${sums.join(', ')},
    ${of('max', 'max_speed_kmh')} as max_speed_kmh,
    ${of('sum', 'distance_m')} / nullif(${of('sum', 'driving_ms')}, 0)::float8 * 3600 as mean_speed_kmh,
    ${of('sum', fuel)} as fuel_l,
    case when ${of('sum', fuelDistance)} >= ${minFuelDistanceM} then
      ${of('sum', fuel)} / ${of('sum', fuelDistance)} * 100000 end as fuel_l_per_100_km,
    ${of('sum', fuelDistance)} as fuel_distance_m,
    ${of('min', 'battery_min_percent')} as battery_min_percent,
    ${of('max', 'battery_max_percent')} as battery_max_percent`
}

/** The figures of a row; of none, those of nothing having happened. */
export function toSums(row: SumColumns | undefined): Sums {
  return Object.fromEntries([
    ...addedNames.map((name) => [added[name], row?.[name] ?? 0]),
    ...Object.entries(found).map(([name, figure]) => [figure, row?.[name as keyof typeof found] ?? null]),
  ]) as Sums
}
