import type { Language } from '@trackway/core/codes/languages.ts'
import { type FoundOnMap, mostFoundOnMap } from '@trackway/core/features/map-search/calls.ts'
import { nameIn } from '@trackway/core/features/street-maps/names.ts'
import type { Db } from '../../platform/database/database.ts'
import { addressNear } from '../geocoding/format-address.ts'
import { placesNamed } from '../geocoding/start-geocoding.ts'
import { type FoundName, searchNames } from '../street-maps/names/search-names.ts'

interface MapQuery {
  text: string
  near: { lat: number; lon: number } | null
  language: Language
  /** A country whose places come first, ISO 3166 alpha-2. */
  countryCode?: string | null
}

/** Streets and houses of the maps first, then places of the world. */
export async function searchMap(
  db: Db,
  { text, near, language, countryCode }: MapQuery,
): Promise<FoundOnMap[]> {
  const [onMaps, places] = await Promise.all([
    searchNames(db, text, near, mostFoundOnMap),
    placesNamed(text, mostFoundOnMap),
  ])
  const streets = onMaps.filter(({ kind }) => kind !== 'place').map((each) => ofMap(each, language))
  const ownFirst = countryCode
    ? places.toSorted((a, b) => Number(b.countryCode === countryCode) - Number(a.countryCode === countryCode))
    : places
  const settled = ownFirst.map((place): FoundOnMap => {
    const { parts } = addressNear({ ...place, city: null, distanceM: 0, bearing: 0 }, language)
    const context = [parts.admin2, parts.admin1, parts.country].filter(
      (each) => each !== null && each !== parts.place,
    )
    const order = language === 'cn' ? context.toReversed() : context
    return {
      kind: 'place',
      name: parts.place ?? place.name,
      context: order.join(language === 'cn' ? ' ' : ', '),
      lat: place.lat,
      lon: place.lon,
      box: null,
    }
  })
  // Quarters that the gazetteer does not have.
  const quarters = onMaps.filter(({ kind }) => kind === 'place').map((each) => ofMap(each, language))
  const missing = quarters.filter(({ name }) => !settled.some((other) => other.name === name))
  // A place that is called exactly so comes before streets that only hold the word.
  const isCalledSo = settled[0]?.name.toLowerCase() === text.trim().toLowerCase()
  const all = isCalledSo
    ? [settled[0]!, ...streets, ...missing, ...settled.slice(1)]
    : [...streets, ...missing, ...settled]
  return all.slice(0, mostFoundOnMap)
}

function ofMap(
  { kind, names, houseNumber, place, lat, lon, box }: FoundName,
  language: Language,
): FoundOnMap {
  const name = nameIn(names, language)
  return {
    kind,
    name: houseNumber === null ? name : `${name} ${houseNumber}`,
    context: place ? nameIn(place, language) : '',
    lat,
    lon,
    box,
  }
}
