import { type NamedLanguage, namedLanguages, nameOf, populationOf, type SourceCity } from './place-names.ts'

/** Places as the offline map reads them: one column for each fact. */
export interface PlaceColumns {
  names: string[]
  /** Degrees × 10,000. */
  lon: number[]
  lat: number[]
  /** Lowest zoom at which the label shows. */
  minZoom: number[]
  /** Labels of more important places have the room first: ten times the decimal logarithm of its weight. */
  rank: number[]
  /** Languages of which there is a file of names for these rows. */
  languages: NamedLanguage[]
}

/** The places of one file, and their names by row in other scripts. */
export interface PlaceFile {
  columns: PlaceColumns
  names: Map<NamedLanguage, Record<number, string>>
}

/** Zoom up to which all labels are in one file; those of higher zooms lie in cells of 10 degrees. */
const worldMaxZoom = 7

export function worldPlaces(cities: SourceCity[]): PlaceFile {
  return fileOf(cities.filter((city) => minZoomOf(city) <= worldMaxZoom))
}

/** The remaining places by cell, `<column>_<row>` counted from 180° W, 90° S. */
export function placeCells(cities: SourceCity[]): Map<string, PlaceFile> {
  const byCell = Map.groupBy(
    cities.filter((city) => minZoomOf(city) > worldMaxZoom),
    ({ loc: { coordinates } }) =>
      `${Math.floor((coordinates[0] + 180) / 10)}_${Math.floor((coordinates[1] + 90) / 10)}`,
  )
  return new Map([...byCell].map(([cell, list]) => [cell, fileOf(list)]))
}

/** Capitals and seats of provinces come before towns that only have more people. */
function weightOf(city: SourceCity): number {
  const population = populationOf(city)
  if (city.featureCode === 'PPLC') return population * 8
  // Districts of one city are no seats of provinces.
  return city.featureCode === 'PPLA' && city.country !== 'HK' ? population * 5 : population
}

const zoomByWeight = [
  [8_000_000, 3],
  [3_000_000, 4],
  [1_000_000, 5],
  [300_000, 6],
  [90_000, 7],
  [30_000, 8],
  [10_000, 9],
  [3_000, 10],
] as const

function minZoomOf(city: SourceCity): number {
  const weight = weightOf(city)
  const byWeight = zoomByWeight.find(([least]) => weight >= least)?.[1] ?? 11
  if (city.featureCode === 'PPLX') return Math.max(11, byWeight)
  return city.featureCode === 'PPLC' ? Math.min(byWeight, 5) : byWeight
}

function fileOf(cities: SourceCity[]): PlaceFile {
  // Most important first: the map gives space to labels in this order.
  const sorted = cities.toSorted((a, b) => minZoomOf(a) - minZoomOf(b) || weightOf(b) - weightOf(a))
  const names = new Map<NamedLanguage, Record<number, string>>()
  for (const language of namedLanguages) {
    const found = sorted.flatMap((city, row) => {
      const name = nameOf(city, language)
      return name ? [[row, name] as const] : []
    })
    if (found.length > 0) names.set(language, Object.fromEntries(found))
  }
  const columns = {
    names: sorted.map((city) => city.name),
    lon: sorted.map((city) => Math.round(city.loc.coordinates[0] * 10_000)),
    lat: sorted.map((city) => Math.round(city.loc.coordinates[1] * 10_000)),
    minZoom: sorted.map(minZoomOf),
    rank: sorted.map((city) => Math.round(10 * Math.log10(weightOf(city) + 1))),
    languages: [...names.keys()],
  }
  return { columns, names }
}
