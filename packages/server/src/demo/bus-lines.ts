import type { BusStop } from '@trackway/core/api/bus.ts'
import { lineGeometry, placeOnLine } from '@trackway/core/bus/line-geometry.ts'
import { simplified } from '@trackway/core/bus/line-of-drive.ts'
import { departuresEvery } from '@trackway/core/bus/timetable.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { busPlaces } from '@trackway/simulator/driving/itineraries.ts'
import { cityPlace, streetPath } from '@trackway/simulator/driving/places.ts'
import type { Db } from '../platform/database/database.ts'
import type { PlannedVehicle } from './fleet-plan.ts'

/** Stops from one end to the other; a few more than the places at which the vehicles halt. */
const stopNames = [
  ...['科技园总站', '深南大道', '市民中心', '莲花北', '会展中心', '华强北', '东门', '翠竹'],
  ...['布心', '清水河', '笋岗', '罗湖口岸'],
]
const name = 'M12'
/** Metres that its buses drive in a minute, lights and halts included. */
const metresPerMinute = 600
const everyMin = 30

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
  const { city } = buses[0]!
  const there = wayOf(city, busPlaces)
  const back = wayOf(city, busPlaces.toReversed())
  const rows = [
    { direction: 'outbound', way: there, names: stopNames, first: 0 },
    { direction: 'inbound', way: back, names: stopNames.toReversed(), first: 15 },
  ] as const
  for (const { direction, way, names, first } of rows) {
    const stops = stopsOf(way, names)
    const offsetsMin = stops.map(({ alongM }) => Math.round(alongM / metresPerMinute))
    const departures = departuresEvery(first, first + 1_410, everyMin)
    const { id } = await db
      .insertInto('bus_lines')
      .values({
        ...{
          account_id: accountId,
          name,
          direction,
          colour: direction === 'outbound' ? '#8a3ffc' : '#b0185b',
        },
        shape: JSON.stringify(way.map(({ lat, lon }) => [lat, lon])),
        length_m: lineGeometry(way, []).lengthM,
        ...{ stops: JSON.stringify(stops), next_stop_id: stops.length + 1 },
        timetable: JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], offsetsMin, departures }]),
        ...{ departures: departures.length, off_route_m: 120, off_route_points: 2, off_route_s: 20 },
        search_text: [name, ...names].join('\n').toLowerCase(),
        ...{ create_time: now, change_time: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('bus_line_devices')
      .values(buses.map(({ terminalId }) => ({ line_id: id, device_id: ids.get(terminalId)! })))
      .execute()
  }
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
