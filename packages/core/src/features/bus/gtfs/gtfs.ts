import type { Place } from '../../../geo/area.ts'
import { lineGeometry, nearestOnLine } from '../line-geometry.ts'
import { simplified } from '../line-of-drive.ts'
import type { GtfsLine, LineLimits } from './gtfs-line.ts'
import { type GtfsFault, GtfsReader, type GtfsTables } from './gtfs-reader.ts'
import { type GtfsStop, readShapes, readStops } from './gtfs-rows.ts'
import { linesOfTrips } from './lines-of-trips.ts'

/** Lines out of a GTFS feed (gtfs.org, "Schedule reference"): shapes, stops and, where they are there, timetables. */

export interface GtfsRead {
  lines: GtfsLine[]
  /** The first of them. */
  faults: GtfsFault[]
  faultCount: number
}

/** Stops of a shape without drives: those that lie so close to it. */
const besideM = 40

/**
 * Reads a feed. A row with a fault is left out, and the fault is reported.
 * @param today `YYYY-MM-DD`: departures that no longer run then are left out
 */
export function readGtfs(tables: GtfsTables, most: LineLimits, today: string): GtfsRead {
  const read = new GtfsReader(tables)
  const stops = readStops(read)
  const shapes = readShapes(read)
  const lines = tables.trips && tables.stop_times ? linesOfTrips(read, stops, shapes, most, today) : []
  if (lines.length === 0 && !tables.trips) lines.push(...linesOfShapes(stops, shapes, most))
  return { lines, faults: read.faults, faultCount: read.faultCount }
}

/** Ways alone: each is a line, with the stops beside it. */
function linesOfShapes(
  stops: ReadonlyMap<string, GtfsStop>,
  shapes: ReadonlyMap<string, Place[]>,
  most: LineLimits,
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
      name: id,
      direction: 'outbound' as const,
      colour: null,
      shape,
      timetable: [],
      trips: 0,
      isUsual: true,
      stops: beside.map(({ stop }) => stop),
    }
  })
}
