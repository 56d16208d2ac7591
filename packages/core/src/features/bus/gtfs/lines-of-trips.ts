import type { Place } from '../../../geo/area.ts'
import { lineGeometry } from '../line-geometry.ts'
import { simplified } from '../line-of-drive.ts'
import type { BusService, ServiceDates } from '../timetable.ts'
import type { GtfsLine, LineLimits } from './gtfs-line.ts'
import type { GtfsReader } from './gtfs-reader.ts'
import { type GtfsStop, readFrequencies, readStopTimes, readTrips, type StopTime } from './gtfs-rows.ts'
import { readServiceDates } from './service-dates.ts'

interface Pattern {
  routeId: string
  direction: string
  shapeId: string
  stopIds: string[]
  /** By days and running times. */
  services: Map<string, { dates: ServiceDates; offsetsMin: number[]; departures: Set<number> }>
  trips: number
  row: number
}

export function linesOfTrips(
  read: GtfsReader,
  stops: ReadonlyMap<string, GtfsStop>,
  shapes: ReadonlyMap<string, Place[]>,
  most: LineLimits,
  today: string,
): GtfsLine[] {
  const routes = new Map<string, { name: string; colour: string | null }>()
  for (const { of } of read.rows('routes', ['route_id'])) {
    const colour = of('route_color')
    routes.set(of('route_id'), {
      name: of('route_short_name') || of('route_long_name') || of('route_id'),
      colour: /^[0-9a-f]{6}$/i.test(colour) ? `#${colour.toLowerCase()}` : null,
    })
  }
  const dates = readServiceDates(read, today)
  const trips = readTrips(read)
  const times = readStopTimes(read, trips, stops)
  const repeats = readFrequencies(read, trips)
  const patterns = new Map<string, Pattern>()
  for (const [tripId, trip] of trips) {
    if (read.has('routes') && !routes.has(trip.routeId)) {
      read.fault('trips', trip.row, 'unknownRoute', trip.routeId)
      continue
    }
    const list = times.get(tripId) ?? []
    if (list.length < 2) {
      read.fault('trips', trip.row, 'tooFewStops', tripId)
      continue
    }
    const stopIds = list.map(({ stopId }) => stopId)
    const key = JSON.stringify([trip.routeId, trip.direction, stopIds])
    const known = patterns.get(key)
    const { routeId, direction, shapeId, row } = trip
    const pattern: Pattern = known ?? {
      routeId,
      direction,
      shapeId,
      stopIds,
      row,
      services: new Map(),
      trips: 0,
    }
    patterns.set(key, pattern)
    pattern.trips += 1
    addDepartures(pattern, dates.get(trip.serviceId), list, repeats.get(tripId))
  }
  const ofDirections = Map.groupBy(patterns.values(), ({ routeId, direction }) => `${routeId} ${direction}`)
  return [...ofDirections.values()].flatMap((ofDirection) =>
    ofDirection
      .toSorted((a, b) => b.trips - a.trips)
      .flatMap((pattern, place) => {
        const { name, colour } = routes.get(pattern.routeId) ?? { name: pattern.routeId, colour: null }
        const line = lineOfPattern(read, pattern, stops, shapes, most)
        return line ? [{ ...line, name, colour, isUsual: place === 0 }] : []
      }),
  )
}

function addDepartures(
  { services }: Pattern,
  dates: ServiceDates | undefined,
  list: readonly StopTime[],
  repeated: readonly number[] | undefined,
): void {
  const first = list[0]!.minute
  if (first === null || dates === undefined) return
  const offsetsMin = filledOffsets(list.map(({ minute }) => (minute === null ? null : minute - first)))
  const key = JSON.stringify([dates, offsetsMin])
  const service = services.get(key) ?? { dates, offsetsMin, departures: new Set<number>() }
  for (const minute of repeated ?? [first]) service.departures.add(minute)
  services.set(key, service)
}

/** Times that a feed leaves out lie evenly between those that it has. */
function filledOffsets(offsets: readonly (number | null)[]): number[] {
  const filled: number[] = []
  for (const [i, offset] of offsets.entries()) {
    const before = filled.at(-1) ?? 0
    if (offset !== null) filled.push(Math.max(before, offset))
    else {
      const next = offsets.findIndex((each, at) => at > i && each !== null)
      const share = next < 0 ? 0 : (Math.max(before, offsets[next]!) - before) / (next - i + 1)
      filled.push(Math.round(before + share))
    }
  }
  return filled
}

function lineOfPattern(
  read: GtfsReader,
  { stopIds, shapeId, services, trips, direction, row }: Pattern,
  known: ReadonlyMap<string, GtfsStop>,
  shapes: ReadonlyMap<string, Place[]>,
  most: LineLimits,
): Omit<GtfsLine, 'name' | 'colour' | 'isUsual'> | null {
  if (stopIds.length > most.stops) {
    read.fault('trips', row, 'tooManyStops', String(stopIds.length))
    return null
  }
  const stops = stopIds.map((id) => known.get(id)!)
  const whole = shapes.get(shapeId)
  if (whole === undefined && shapeId !== '') read.fault('trips', row, 'unknownShape', shapeId)
  let shape = whole && whole.length > 1 ? simplified(whole, most.places) : null
  if (shape && lineGeometry(shape, stops).stopsAsideM.some((metres) => metres > most.farStopM)) {
    read.fault('trips', row, 'farStop', shapeId)
    shape = null
  }
  const timetable = [...services.values()]
    .map(
      ({ dates, offsetsMin, departures }): BusService => ({
        ...dates,
        offsetsMin,
        departures: [...departures].toSorted((a, b) => a - b),
      }),
    )
    // What runs now goes before what begins later, days of the week before single days.
    .toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? '') || b.days.length - a.days.length)
  if (timetable.length > most.services) read.fault('trips', row, 'tooManyServices', String(timetable.length))
  return {
    direction: stopIds[0] === stopIds.at(-1) ? 'loop' : direction === '1' ? 'inbound' : 'outbound',
    shape: shape ?? stops.map(({ lat, lon }) => ({ lat, lon })),
    stops,
    timetable: timetable.slice(0, most.services),
    trips,
  }
}
