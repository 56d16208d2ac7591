import { lineGeometry } from '@trackway/core/features/bus/line-geometry.ts'
import type { CompiledLine } from '@trackway/core/features/bus/progress.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

export type LineRow = Selectable<Tables['bus_lines']>

/** A vehicle this far beside the way still drives the line, at least and at most, metres. */
const [leastNearM, mostNearM] = [50, 150]
/** Where nobody watches the line. */
const usualOffRouteM = 100

/** Further beside the way a vehicle is shown as off its route, metres. */
export const offRouteMOf = ({ off_route_m }: Pick<LineRow, 'off_route_m'>) => off_route_m ?? usualOffRouteM

export const placesOf = ({ shape }: Pick<LineRow, 'shape'>) => shape.map(([lat, lon]) => ({ lat, lon }))

/** A line as the rules of progress need it. @param timeZone that of its account */
export function compileLine(
  row: Pick<LineRow, 'id' | 'shape' | 'stops' | 'timetable' | 'off_route_m'>,
  timeZone: string,
): CompiledLine {
  return {
    lineId: row.id,
    // Where its stops lie is stored: to look for it again would hold up everybody at each look at the line.
    geometry: { ...lineGeometry(placesOf(row), []), stopsM: row.stops.map(({ alongM }) => alongM) },
    stops: row.stops,
    timetable: row.timetable,
    timeZone,
    nearM: Math.max(leastNearM, Math.min(mostNearM, offRouteMOf(row))),
  }
}
