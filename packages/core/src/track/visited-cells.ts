import { CellSet } from '../geo/cells.ts'
import { believedPlaces, linkOf, metresBetween, type PlacedTrack } from './places.ts'

/**
 * The cells that a device touched on a UTC day, with those on the ways between its fixes: whoever looks for it
 * elsewhere need not open the day. Around the first and the last place the neighbouring cells count too, for
 * the ways from the day before and to the day after.
 * @returns ascending; empty where no place of the day is believed
 */
export function visitedCells(track: PlacedTrack): number[] {
  const places = believedPlaces(track)
  const { length, time, lat, lon } = places
  const cells = new CellSet()
  if (length === 0) return []
  cells.addAround(lat[0]!, lon[0]!)
  cells.addAround(lat[length - 1]!, lon[length - 1]!)
  for (let i = 1; i < length; i++) {
    if (lat[i] === lat[i - 1] && lon[i] === lon[i - 1]) continue
    const link = linkOf(time[i]! - time[i - 1]!, metresBetween(places, i - 1, i))
    if (link === 'way') cells.addWay(lat[i - 1]!, lon[i - 1]!, lat[i]!, lon[i]!)
    else cells.addPlace(lat[i]!, lon[i]!)
  }
  return cells.toIds()
}
