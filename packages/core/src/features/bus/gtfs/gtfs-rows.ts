import type { Place } from '../../../geo/area.ts'
import type { GtfsReader } from './gtfs-reader.ts'

/** The contents of a feed's files, by the ids that join them. */

export type GtfsStop = Place & { name: string }

export interface StopTime {
  sequence: number
  stopId: string
  /** Minutes of the day; null: between two that are known. */
  minute: number | null
  row: number
}

export interface Trip {
  routeId: string
  serviceId: string
  shapeId: string
  direction: string
  row: number
}

function placeOf(lat: string, lon: string): Place | null {
  const [north, east] = [Number(lat), Number(lon)]
  const isPlace = lat !== '' && lon !== '' && Math.abs(north) <= 90 && Math.abs(east) <= 180
  // The middle of the ocean is what exports write for a place that nobody entered.
  return isPlace && (north !== 0 || east !== 0) ? { lat: north, lon: east } : null
}

export function readStops(read: GtfsReader): Map<string, Place & { name: string }> {
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

export function readShapes(read: GtfsReader): Map<string, Place[]> {
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

export function readTrips(read: GtfsReader): Map<string, Trip> {
  const trips = new Map<string, Trip>()
  for (const { row, of } of read.rows('trips', ['route_id', 'trip_id']))
    trips.set(of('trip_id'), {
      routeId: of('route_id'),
      serviceId: of('service_id'),
      shapeId: of('shape_id'),
      direction: of('direction_id'),
      row,
    })
  return trips
}

export function readStopTimes(
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
  const seconds = secondsOfGtfs(text)
  return seconds === null ? null : Math.floor(seconds / 60)
}

function secondsOfGtfs(text: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text)
  return match ? Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3]) : null
}

/** Departures of drives that are repeated, in minutes; `exact_times` says how strictly, which no timetable holds. */
export function readFrequencies(read: GtfsReader, trips: ReadonlyMap<string, Trip>): Map<string, number[]> {
  const repeats = new Map<string, number[]>()
  const needed = ['trip_id', 'start_time', 'end_time', 'headway_secs']
  for (const { row, of } of read.rows('frequencies', needed)) {
    const [from, to] = [secondsOfGtfs(of('start_time')), secondsOfGtfs(of('end_time'))]
    const headway = Number(of('headway_secs'))
    if (!trips.has(of('trip_id'))) read.fault('frequencies', row, 'unknownTrip', of('trip_id'))
    else if (from === null || to === null || to <= from)
      read.fault('frequencies', row, 'badTime', `${of('start_time')} – ${of('end_time')}`)
    else if (!Number.isInteger(headway) || headway <= 0)
      read.fault('frequencies', row, 'badHeadway', of('headway_secs'))
    else {
      // The end is when the last one has left.
      const departures = repeats.get(of('trip_id')) ?? []
      for (let second = from; second < to; second += headway) departures.push(Math.floor(second / 60))
      repeats.set(of('trip_id'), departures)
    }
  }
  return repeats
}
