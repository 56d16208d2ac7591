import { courseDeg, distanceM } from '@trackway/core/geo/distance.ts'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Division, GazetteerData } from './build-gazetteer.ts'

/** Further away than this, a place says nothing about a position. */
const farthestKm = 300

/** The place nearest to a position, as GeoNames has it. */
export interface NearPlace {
  name: string
  admin1: Division | null
  admin2: Division | null
  /** ISO 3166 alpha-2. */
  countryCode: string | null
  /** How far the position lies from it, and in which direction, degrees clockwise from north. */
  distanceM: number
  bearing: number
}

/**
 * Which place is near? 8 µs a question in China, 13 in Europe, 4 in the middle of an ocean: not worth keeping
 * answers.
 */
export function createGazetteer({
  index: indexBytes,
  names,
  nameStarts,
  divisions,
  ...columns
}: GazetteerData) {
  const index = KDBush.from(indexBytes)
  const text = Buffer.from(names.buffer, names.byteOffset, names.byteLength)
  // The index keeps its points in the order of its tree.
  const pointOf = new Uint32Array(index.ids.length)
  index.ids.forEach((row, at) => {
    pointOf[row] = at
  })
  return {
    places: pointOf.length,
    /** @returns null farther than 300 km from every place */
    near(lat: number, lon: number): NearPlace | null {
      const [row] = around(index, lon, lat, 1, farthestKm)
      if (row === undefined) return null
      const placeLon = index.coords[2 * pointOf[row]!]!
      const placeLat = index.coords[2 * pointOf[row]! + 1]!
      const division = (column: Uint16Array) => divisions[column[row]!] ?? null
      return {
        name: text.toString('utf8', nameStarts[row], nameStarts[row + 1]),
        admin1: division(columns.admin1),
        admin2: division(columns.admin2),
        countryCode: division(columns.country)?.code ?? null,
        distanceM: distanceM(placeLat, placeLon, lat, lon),
        bearing: courseDeg(placeLat, placeLon, lat, lon),
      }
    },
  }
}

export type Gazetteer = ReturnType<typeof createGazetteer>
