import { CellSet } from '../../geo/cells.ts'
import { distanceM } from '../../geo/distance.ts'
import { believedPlaces, linkOf, type PlacedTrack, placeAt } from './believed-places.ts'

/**
 * The cells that a device touched on a UTC day, with those on the ways between its fixes: whoever looks for it
 * elsewhere need not open the day. Around the first and the last place the neighbouring cells count too, for
 * the ways from the day before and to the day after.
 * @returns ascending; empty where no place of the day is believed
 */
export function visitedCells(track: PlacedTrack): number[] {
  const places = believedPlaces(track)
  const { length, fixTime, latE7, lonE7 } = places
  const cells = new CellSet()
  if (length === 0) return []
  let a = placeAt(places, 0)
  cells.addAround(a)
  for (let i = 1; i < length; i++) {
    if (latE7[i] === latE7[i - 1] && lonE7[i] === lonE7[i - 1]) continue
    const b = placeAt(places, i)
    const link = linkOf(fixTime[i]! - fixTime[i - 1]!, distanceM(a.lat, a.lon, b.lat, b.lon))
    if (link === 'way') cells.addWay(a, b)
    else cells.addPlace(b)
    a = b
  }
  cells.addAround(a)
  return cells.toIds()
}
