import type { BusStop } from '@trackway/core/features/bus/calls.ts'
import { lineGeometry, placeOnLine } from '@trackway/core/features/bus/line-geometry.ts'
import { simplified } from '@trackway/core/features/bus/line-of-drive.ts'
import { departuresEvery } from '@trackway/core/features/bus/timetable.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { busPlaces } from '@trackway/simulator/driving/itineraries.ts'
import { cityPlace, streetPath } from '@trackway/simulator/driving/places.ts'
import { storedNewState } from '../features/bus/stored-state.ts'
import type { Db } from '../platform/database/database.ts'
import type { PlannedVehicle } from './fleet-plan.ts'

/** Stops from one end to the other; a few more than the places at which the vehicles halt. */
const stopNames = [
  '科技园总站',
  '深南大道',
  '市民中心',
  '莲花北',
  '会展中心',
  '华强北',
  '东门',
  '翠竹',
  '布心',
  '清水河',
  '笋岗',
  '罗湖口岸',
]
const name = 'M12'
/**
 * Metres that its buses drive in a minute, lights and halts included, by the hour at which they leave: as a timetable
 * has it that was made of drives before.
 */
const paces = [
  { hours: [0, 7], metresPerMinute: 690 },
  { hours: [7, 9.5], metresPerMinute: 540 },
  { hours: [9.5, 16], metresPerMinute: 640 },
  { hours: [16, 19.5], metresPerMinute: 520 },
  { hours: [19.5, 24], metresPerMinute: 690 },
] as const
const everyMin = 30
const allDays = [1, 2, 3, 4, 5, 6, 7]
/** Passed stops are found this far back. */
const passagesMs = 14 * 86_400_000

/**
 * The demo's bus line in both directions, with its timetable and vehicles: two keep to it, one sometimes leaves it.
 * Lines that are there stay as they are.
 */
export async function ensureBusLines(
  db: Db,
  fleet: readonly PlannedVehicle[],
  accounts: ReadonlyMap<string, number>,
  ids: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const buses = fleet.filter(({ character }) => character === 'bus' || character === 'strayBus')
  const accountId = accounts.get(buses[0]?.owner ?? '')
  if (accountId === undefined) return
  const known = await db
    .selectFrom('bus_lines')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (known) return
  const deviceIds = buses.map(({ terminalId }) => ids.get(terminalId)!)
  for (const { direction, colour, way, stops, timetable } of linesOf(buses[0]!.city)) {
    const { id } = await db
      .insertInto('bus_lines')
      .values({
        account_id: accountId,
        name,
        direction,
        colour,
        shape: JSON.stringify(way.map(({ lat, lon }) => [lat, lon])),
        length_m: lineGeometry(way, []).lengthM,
        stops: JSON.stringify(stops),
        next_stop_id: stops.length + 1,
        timetable: JSON.stringify(timetable),
        departures: timetable.flatMap(({ departures }) => departures).length,
        off_route_m: 120,
        off_route_points: 2,
        off_route_s: 20,
        search_text: [name, ...stopNames].join('\n').toLowerCase(),
        create_time: now,
        change_time: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('bus_line_devices')
      .values(deviceIds.map((device_id) => ({ line_id: id, device_id })))
      .execute()
  }
  await db
    .insertInto('bus_progress')
    .values(
      deviceIds.map((device_id) => ({
        device_id,
        fix_time: now - passagesMs,
        state: storedNewState,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The line there and back. */
export function linesOf(city: string) {
  const directions = [
    { direction: 'outbound', colour: '#8a3ffc', places: busPlaces, names: stopNames, first: 0 },
    {
      direction: 'inbound',
      colour: '#b0185b',
      places: busPlaces.toReversed(),
      names: stopNames.toReversed(),
      first: 15,
    },
  ] as const
  return directions.map(({ direction, colour, places, names, first }) => {
    const way = wayOf(city, places)
    const stops = stopsOf(way, names)
    const departures = departuresEvery(first, first + 1_410, everyMin)
    const timetable = paces.map(({ hours: [from, to], metresPerMinute }) => ({
      days: allDays,
      offsetsMin: stops.map(({ alongM }) => Math.round(alongM / metresPerMinute)),
      departures: departures.filter((minute) => minute >= from * 60 && minute < to * 60),
    }))
    return { direction, colour, way, stops, timetable }
  })
}

/** The streets from place to place, as the simulated vehicles drive them. */
function wayOf(city: string, places: readonly number[]): Place[] {
  const way = places.slice(1).flatMap((to, i) => {
    const path = streetPath(city, cityPlace(city, places[i]!), cityPlace(city, to))
    return Array.from(path.latitude, (lat, n) => ({ lat, lon: path.longitude[n]! }))
  })
  return simplified(way, 2_000)
}

/** Evenly along the way. */
function stopsOf(way: readonly Place[], names: readonly string[]): BusStop[] {
  const line = lineGeometry(way, [])
  return names.map((name, i) => {
    const alongM = (line.lengthM * i) / (names.length - 1)
    return { id: i + 1, name, ...placeOnLine(line, alongM), radiusM: 40, alongM: Math.round(alongM) }
  })
}
