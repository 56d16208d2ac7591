import { folded } from '@trackway/core/features/street-maps/folded.ts'
import { courseDeg, distanceM } from '@trackway/core/geo/distance.ts'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Division, GazetteerData, TranslatedLanguage } from './build-gazetteer.ts'
import { isOpenSea } from './land-cells.ts'

/** Further away than this, a place does not describe a position. */
const farthestKm = 300
/** Out at sea no place is named beyond this. */
const seaReachM = 25_000

/** A place as it is called. */
export interface PlaceName {
  name: string
  /** Its names in languages of other scripts, where they are known. */
  translated: Partial<Record<TranslatedLanguage, string>>
}

/** The place nearest to a position, as GeoNames has it. */
export interface NearPlace extends PlaceName {
  admin1: Division | null
  admin2: Division | null
  /** ISO 3166 alpha-2. */
  countryCode: string | null
  /** In China, the city around it that its divisions do not name: Dunhuang of the town Shazhou. */
  city: PlaceName | null
  /** How far the position lies from it, and in which direction, degrees clockwise from north. */
  distanceM: number
  bearing: number
}

type NamedFacts = Pick<NearPlace, 'admin1' | 'admin2'>

/** A place found by its name. */
export interface NamedPlace {
  name: string
  lat: number
  lon: number
  /** 0: not known. */
  population: number
  countryCode: string | null
  admin1: Division | null
  admin2: Division | null
  translated: NearPlace['translated']
}

/** How many of the nearest places are checked for a city that contains a position. */
const lookedAt = 40
/** A place of so many people gives its name to what lies around it. */
const leastCity = 100_000

/** How far a place of so many people reaches, kilometres. */
function reachKm(population: number): number {
  if (population >= 5_000_000) return 20
  if (population >= 1_000_000) return 12
  return population >= 100_000 ? 6 : 3
}

/**
 * Which place is near? 20 µs a question in China, 13 in Europe, 4 in the middle of an ocean: not worth keeping
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
  const { population, translated, foldedNames } = columns
  const placeOf = (row: number) => ({
    lat: index.coords[2 * pointOf[row]! + 1]!,
    lon: index.coords[2 * pointOf[row]!]!,
  })
  const nameOf = (row: number) => text.toString('utf8', nameStarts[row], nameStarts[row + 1])
  const factsOf = (row: number) => {
    const division = (column: Uint16Array) => divisions[column[row]!] ?? null
    const names = Object.entries(translated).flatMap(([language, own]) =>
      own.has(row) ? [[language, own.get(row)!]] : [],
    )
    return {
      name: nameOf(row),
      admin1: division(columns.admin1),
      admin2: division(columns.admin2),
      countryCode: division(columns.country)?.code ?? null,
      translated: Object.fromEntries(names) as NearPlace['translated'],
    }
  }
  /** The nearest; where that is out of its reach, a large city in whose reach the position lies. */
  const rowAt = (lat: number, lon: number): number | undefined => {
    const [nearest] = around(index, lon, lat, 1, farthestKm)
    const awayKm = (row: number) => {
      const place = placeOf(row)
      return distanceM(place.lat, place.lon, lat, lon) / 1000
    }
    if (nearest === undefined || awayKm(nearest) <= reachKm(population[nearest]!)) return nearest
    const shares = around(index, lon, lat, lookedAt, reachKm(Number.POSITIVE_INFINITY))
      .map((row) => ({ row, share: awayKm(row) / reachKm(population[row]!) }))
      .filter(({ share }) => share <= 1)
      .sort((a, b) => a.share - b.share)
    return shares[0]?.row ?? nearest
  }
  /** China's counties that are cities are no divisions in GeoNames, and some districts have no prefecture. */
  const withCity = (row: number, lat: number, lon: number) => {
    const facts = factsOf(row)
    if (facts.countryCode !== 'CN') return { ...facts, city: null }
    const nearby = around(index, lon, lat, lookedAt, reachKm(Number.POSITIVE_INFINITY))
    const share = (other: number) => {
      const place = placeOf(other)
      return distanceM(place.lat, place.lon, lat, lon) / 1000 / reachKm(population[other]!)
    }
    const [cityRow] = nearby
      .filter((other) => population[other]! >= leastCity && share(other) <= 1)
      .sort((a, b) => share(a) - share(b))
    const city = cityRow === undefined || cityRow === row ? null : factsOf(cityRow)
    const isInSame = (other: NamedFacts) => other.admin1?.code === facts.admin1?.code && other.admin2 !== null
    const neighbour = facts.admin2 ? null : nearby.map(factsOf).find(isInSame)
    return { ...facts, admin2: facts.admin2 ?? neighbour?.admin2 ?? null, city }
  }
  return {
    places: pointOf.length,
    /** @returns null farther than 300 km from every place, and out at sea */
    near(lat: number, lon: number): NearPlace | null {
      const row = rowAt(lat, lon)
      if (row === undefined) return null
      const place = placeOf(row)
      const awayM = distanceM(place.lat, place.lon, lat, lon)
      if (awayM > seaReachM && isOpenSea(lat, lon)) return null
      return {
        ...withCity(row, lat, lon),
        distanceM: awayM,
        bearing: courseDeg(place.lat, place.lon, lat, lon),
      }
    },
    /**
     * Places by a part of their name, in Latin letters or Chinese: those called so first, then those whose name begins
     * so; of equal ones the largest.
     */
    search(typed: string, most: number): NamedPlace[] {
      const sought = folded(typed)
      if (sought === '') return []
      const found: { row: number; rank: number }[] = []
      const rank = (name: string) => (name === sought ? 0 : name.startsWith(sought) ? 1 : 2)
      for (const [row, name] of foldedNames.entries())
        if (name.includes(sought)) found.push({ row, rank: rank(name) })
      for (const [row, name] of translated.cn)
        if (name.includes(sought)) found.push({ row, rank: rank(name) })
      found.sort((a, b) => a.rank - b.rank || population[b.row]! - population[a.row]!)
      const rows = [...new Set(found.slice(0, 4 * most).map(({ row }) => row))].slice(0, most)
      return rows.map((row) => ({ ...factsOf(row), ...placeOf(row), population: population[row]! }))
    },
  }
}

export type Gazetteer = ReturnType<typeof createGazetteer>
