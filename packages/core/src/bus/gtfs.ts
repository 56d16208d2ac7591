import type { Place } from '../geo/area.ts'
import { lineGeometry, nearestOnLine } from './line-geometry.ts'
import { simplified } from './line-of-drive.ts'
import { type BusService, departuresEvery } from './timetable.ts'

/** Lines out of a GTFS feed (gtfs.org, "Schedule reference"): shapes, stops and, where they are there, timetables. */

export const gtfsFiles = [
  'routes',
  'trips',
  'stops',
  'stop_times',
  'shapes',
  'calendar',
  'calendar_dates',
  'frequencies',
] as const
export type GtfsFile = (typeof gtfsFiles)[number]

/** The files of a feed as rows of texts, the first with the names of the columns. */
export type GtfsTables = Partial<Record<GtfsFile, readonly (readonly string[])[]>>

export type GtfsReason =
  | 'missingFile'
  | 'missingColumn'
  | 'badPlace'
  | 'badTime'
  | 'unknownStop'
  | 'unknownTrip'
  | 'unknownRoute'
  | 'unknownShape'
  | 'tooFewStops'
  | 'farStop'
  | 'tooManyStops'

/** What could not be read. */
export interface GtfsFault {
  file: GtfsFile
  /** As a text editor counts them, the headings are 1; null: of the file as a whole. */
  row: number | null
  reason: GtfsReason
  /** What stands there, or the column that is missing. */
  value: string
}

export interface GtfsLine {
  name: string
  direction: 'outbound' | 'inbound' | 'loop'
  /** `#rrggbb`; null: the feed has none. */
  colour: string | null
  shape: Place[]
  stops: (Place & { name: string })[]
  timetable: BusService[]
  /** Drives of the feed that go so. */
  trips: number
  /** Of a route in a direction the way that most drives take. */
  isUsual: boolean
}

export interface GtfsRead {
  lines: GtfsLine[]
  /** The first of them. */
  faults: GtfsFault[]
  faultCount: number
}

const maxFaults = 200
/** Stops of a shape without drives: those that lie so close to it. */
const besideM = 40
/** What a line may have (`api/bus.ts`). */
interface Most {
  places: number
  stops: number
  farStopM: number
}

interface Row {
  row: number
  of: (column: string) => string
}

interface StopTime {
  sequence: number
  stopId: string
  /** Minutes of the day; null: between two that are known. */
  minute: number | null
  row: number
}

interface Trip {
  routeId: string
  serviceId: string
  shapeId: string
  direction: string
  row: number
}

/** Reads a feed. What is wrong with a row leaves that row out, and is told. */
export function readGtfs(tables: GtfsTables, most: Most): GtfsRead {
  const read = new GtfsReader(tables)
  const stops = readStops(read)
  const shapes = readShapes(read)
  const lines = tables.trips && tables.stop_times ? linesOfTrips(read, stops, shapes, most) : []
  if (lines.length === 0 && !tables.trips) lines.push(...linesOfShapes(stops, shapes, most))
  return { lines, faults: read.faults, faultCount: read.faultCount }
}

class GtfsReader {
  readonly faults: GtfsFault[] = []
  faultCount = 0
  readonly #tables: GtfsTables

  constructor(tables: GtfsTables) {
    this.#tables = tables
  }

  fault(file: GtfsFile, row: number | null, reason: GtfsReason, value: string): void {
    this.faultCount += 1
    if (this.faults.length < maxFaults) this.faults.push({ file, row, reason, value: value.slice(0, 60) })
  }

  has(file: GtfsFile): boolean {
    return this.#tables[file] !== undefined
  }

  /** The rows of a file; none where a column is missing without which it says nothing. */
  *rows(file: GtfsFile, needed: readonly string[]): Generator<Row> {
    const table = this.#tables[file]
    if (table === undefined) return
    const headings = (table[0] ?? []).map((heading) => heading.replace(/^\ufeff/, '').trim())
    const missing = needed.filter((column) => !headings.includes(column))
    for (const column of missing) this.fault(file, null, 'missingColumn', column)
    if (missing.length > 0) return
    for (let i = 1; i < table.length; i++) {
      const cells = table[i]!
      if (cells.every((cell) => cell.trim() === '')) continue
      yield { row: i + 1, of: (column) => (cells[headings.indexOf(column)] ?? '').trim() }
    }
  }
}

function placeOf(lat: string, lon: string): Place | null {
  const [north, east] = [Number(lat), Number(lon)]
  const isPlace = lat !== '' && lon !== '' && Math.abs(north) <= 90 && Math.abs(east) <= 180
  // The middle of the ocean is what exports write for a place that nobody entered.
  return isPlace && (north !== 0 || east !== 0) ? { lat: north, lon: east } : null
}

function readStops(read: GtfsReader): Map<string, Place & { name: string }> {
  const stops = new Map<string, Place & { name: string }>()
  if (!read.has('stops')) read.fault('stops', null, 'missingFile', 'stops.txt')
  for (const { row, of } of read.rows('stops', ['stop_id', 'stop_lat', 'stop_lon'])) {
    // Stations, entrances and places within a station are no stops.
    if (!['', '0'].includes(of('location_type'))) continue
    const place = placeOf(of('stop_lat'), of('stop_lon'))
    if (place) stops.set(of('stop_id'), { ...place, name: of('stop_name') || of('stop_id') })
    else read.fault('stops', row, 'badPlace', `${of('stop_lat')}, ${of('stop_lon')}`)
  }
  return stops
}

function readShapes(read: GtfsReader): Map<string, Place[]> {
  const points = new Map<string, (Place & { sequence: number })[]>()
  const needed = ['shape_id', 'shape_pt_lat', 'shape_pt_lon', 'shape_pt_sequence']
  for (const { row, of } of read.rows('shapes', needed)) {
    const place = placeOf(of('shape_pt_lat'), of('shape_pt_lon'))
    if (!place) {
      read.fault('shapes', row, 'badPlace', `${of('shape_pt_lat')}, ${of('shape_pt_lon')}`)
      continue
    }
    const shape = points.get(of('shape_id')) ?? []
    shape.push({ ...place, sequence: Number(of('shape_pt_sequence')) })
    points.set(of('shape_id'), shape)
  }
  return new Map(
    [...points].map(([id, shape]) => [
      id,
      shape.sort((a, b) => a.sequence - b.sequence).map(({ lat, lon }) => ({ lat, lon })),
    ]),
  )
}

/** Days of the week of each service. */
function readDays(read: GtfsReader): Map<string, Set<number>> {
  const days = new Map<string, Set<number>>()
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  for (const { of } of read.rows('calendar', ['service_id', ...names]))
    days.set(of('service_id'), new Set(names.flatMap((name, i) => (of(name) === '1' ? [i + 1] : []))))
  // Some feeds name every single day: its days of the week are as near as a timetable of weeks comes.
  const named = new Set<string>()
  for (const { of } of read.rows('calendar_dates', ['service_id', 'date', 'exception_type'])) {
    const id = of('service_id')
    if (of('exception_type') !== '1' || (days.get(id)?.size && !named.has(id))) continue
    named.add(id)
    const [year, month, day] = [of('date').slice(0, 4), of('date').slice(4, 6), of('date').slice(6, 8)]
    const weekday = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay()
    if (!Number.isNaN(weekday)) days.set(id, (days.get(id) ?? new Set()).add(weekday || 7))
  }
  return days
}

function readTrips(read: GtfsReader): Map<string, Trip> {
  const trips = new Map<string, Trip>()
  for (const { row, of } of read.rows('trips', ['route_id', 'trip_id']))
    trips.set(of('trip_id'), {
      ...{ routeId: of('route_id'), serviceId: of('service_id'), shapeId: of('shape_id') },
      ...{ direction: of('direction_id'), row },
    })
  return trips
}

function readStopTimes(
  read: GtfsReader,
  trips: ReadonlyMap<string, Trip>,
  stops: ReadonlyMap<string, Place>,
): Map<string, StopTime[]> {
  const times = new Map<string, StopTime[]>()
  const needed = ['trip_id', 'stop_id', 'stop_sequence']
  for (const { row, of } of read.rows('stop_times', needed)) {
    const [tripId, stopId] = [of('trip_id'), of('stop_id')]
    if (!trips.has(tripId)) {
      read.fault('stop_times', row, 'unknownTrip', tripId)
      continue
    }
    if (!stops.has(stopId)) {
      read.fault('stop_times', row, 'unknownStop', stopId)
      continue
    }
    const text = of('departure_time') || of('arrival_time')
    const minute = text === '' ? null : minuteOfGtfs(text)
    if (text !== '' && minute === null) read.fault('stop_times', row, 'badTime', text)
    const list = times.get(tripId) ?? []
    list.push({ sequence: Number(of('stop_sequence')), stopId, minute, row })
    times.set(tripId, list)
  }
  for (const list of times.values()) list.sort((a, b) => a.sequence - b.sequence)
  return times
}

/** `H:MM:SS`, beyond 24 hours after midnight; in minutes, seconds left out. */
function minuteOfGtfs(text: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d):[0-5]\d$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

interface Pattern {
  routeId: string
  direction: string
  shapeId: string
  stopIds: string[]
  /** By days and running times. */
  services: Map<string, { days: number[]; offsetsMin: number[]; departures: Set<number> }>
  trips: number
  row: number
}

function linesOfTrips(
  read: GtfsReader,
  stops: ReadonlyMap<string, Place & { name: string }>,
  shapes: ReadonlyMap<string, Place[]>,
  most: Most,
): GtfsLine[] {
  const routes = new Map<string, { name: string; colour: string | null }>()
  for (const { of } of read.rows('routes', ['route_id'])) {
    const colour = of('route_color')
    routes.set(of('route_id'), {
      name: of('route_short_name') || of('route_long_name') || of('route_id'),
      colour: /^[0-9a-f]{6}$/i.test(colour) ? `#${colour.toLowerCase()}` : null,
    })
  }
  const days = readDays(read)
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
      ...{ routeId, direction, shapeId, stopIds, row },
      ...{ services: new Map(), trips: 0 },
    }
    patterns.set(key, pattern)
    pattern.trips += 1
    addDepartures(pattern, [...(days.get(trip.serviceId) ?? [])], list, repeats.get(tripId))
  }
  return [
    ...groupBy(patterns.values(), ({ routeId, direction }) => `${routeId} ${direction}`).values(),
  ].flatMap((ofDirection) =>
    ofDirection
      .toSorted((a, b) => b.trips - a.trips)
      .flatMap((pattern, place) => {
        const { name, colour } = routes.get(pattern.routeId) ?? { name: pattern.routeId, colour: null }
        const line = lineOfPattern(read, pattern, stops, shapes, most)
        return line ? [{ ...line, name, colour, isUsual: place === 0 }] : []
      }),
  )
}

/** Times at which drives are repeated: from, to and interval, in minutes. */
function readFrequencies(read: GtfsReader, trips: ReadonlyMap<string, Trip>): Map<string, number[]> {
  const repeats = new Map<string, number[]>()
  const needed = ['trip_id', 'start_time', 'end_time', 'headway_secs']
  for (const { row, of } of read.rows('frequencies', needed)) {
    const [from, to] = [minuteOfGtfs(of('start_time')), minuteOfGtfs(of('end_time'))]
    const interval = Math.max(1, Math.round(Number(of('headway_secs')) / 60))
    if (!trips.has(of('trip_id'))) read.fault('frequencies', row, 'unknownTrip', of('trip_id'))
    else if (from === null || to === null || to <= from || Number.isNaN(interval))
      read.fault('frequencies', row, 'badTime', `${of('start_time')} – ${of('end_time')}`)
    else {
      // The end is when the last one has left.
      const departures = departuresEvery(from, to, interval).slice(0, -1)
      repeats.set(of('trip_id'), [...(repeats.get(of('trip_id')) ?? []), ...departures])
    }
  }
  return repeats
}

function addDepartures(
  { services }: Pattern,
  days: number[],
  list: readonly StopTime[],
  repeated: readonly number[] | undefined,
): void {
  const first = list[0]!.minute
  if (first === null || days.length === 0) return
  const offsetsMin = filledOffsets(list.map(({ minute }) => (minute === null ? null : minute - first)))
  const key = JSON.stringify([days, offsetsMin])
  const service = services.get(key) ?? { days, offsetsMin, departures: new Set<number>() }
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
  known: ReadonlyMap<string, Place & { name: string }>,
  shapes: ReadonlyMap<string, Place[]>,
  most: Most,
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
  return {
    direction: stopIds[0] === stopIds.at(-1) ? 'loop' : direction === '1' ? 'inbound' : 'outbound',
    shape: shape ?? stops.map(({ lat, lon }) => ({ lat, lon })),
    stops,
    timetable: [...services.values()].map(({ days, offsetsMin, departures }) => ({
      ...{ days: days.toSorted((a, b) => a - b), offsetsMin },
      departures: [...departures].toSorted((a, b) => a - b),
    })),
    trips,
  }
}

/** Ways alone: each is a line, with the stops beside it. */
function linesOfShapes(
  stops: ReadonlyMap<string, Place & { name: string }>,
  shapes: ReadonlyMap<string, Place[]>,
  most: Most,
): GtfsLine[] {
  return [...shapes].flatMap(([id, whole]) => {
    if (whole.length < 2) return []
    const shape = simplified(whole, most.places)
    const line = lineGeometry(shape, [])
    const beside = [...stops.values()]
      .map((stop) => ({ stop, ...nearestOnLine(line, stop.lat, stop.lon) }))
      .filter(({ asideM }) => asideM <= besideM)
      .toSorted((a, b) => a.alongM - b.alongM)
      .slice(0, most.stops)
    return {
      ...{
        name: id,
        direction: 'outbound' as const,
        colour: null,
        shape,
        timetable: [],
        trips: 0,
        isUsual: true,
      },
      stops: beside.map(({ stop }) => stop),
    }
  })
}

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? []
    group.push(item)
    groups.set(keyOf(item), group)
  }
  return groups
}
