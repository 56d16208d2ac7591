/**
 * Writes `packages/core/src/geo/china-outline.ts`: where the GCJ-02 and BD-09 shifts apply, from Natural
 * Earth's 1:50m countries (world-atlas), simplified to 0.05 degrees (small parts finer). Run by hand when world-atlas changes:
 * `node packages/web/tools/build-china-outline.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { mergeArcs } from 'topojson-client'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'

/** ISO 3166 numeric: mainland; Hong Kong, Macau, Taiwan. */
const mainlandId = '156'
const otherIds = ['344', '446', '158']

const require = createRequire(import.meta.url)
const countries50m = readCountries(require.resolve('world-atlas/countries-50m.json'))
/** Finer, because the border between Shenzhen and Hong Kong runs through the middle of a city. */
const countries10m = readCountries(require.resolve('world-atlas/countries-10m.json'))

function readCountries(path: string): Topology {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function isOneOf(ids: string[], id: unknown): boolean {
  return ids.includes(String(id).padStart(3, '0'))
}

type Arcs = (number | Arcs)[]

function flatArcs(arcs: Arcs): number[] {
  return arcs.flatMap((arc) => (typeof arc === 'number' ? [arc] : flatArcs(arc)))
}

function arcPoints(topology: Topology, index: number): [number, number][] {
  const { scale, translate } = topology.transform!
  let x = 0
  let y = 0
  const points = topology.arcs[index < 0 ? ~index : index]!.map(([dx, dy]): [number, number] => {
    x += dx!
    y += dy!
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
  return index < 0 ? points.reverse() : points
}

/** Douglas-Peucker; keeps both ends, so arcs still meet. */
function simplify(points: [number, number][], toleranceDeg: number): [number, number][] {
  const first = points[0]!
  const last = points[points.length - 1]!
  let farthest = 0
  let at = 0
  for (let i = 1; i < points.length - 1; i++) {
    const d = distanceToSegment(points[i]!, first, last)
    if (d > farthest) {
      farthest = d
      at = i
    }
  }
  if (farthest <= toleranceDeg) return [first, last]
  return [
    ...simplify(points.slice(0, at + 1), toleranceDeg).slice(0, -1),
    ...simplify(points.slice(at), toleranceDeg),
  ]
}

function distanceToSegment(p: [number, number], a: [number, number], b: [number, number]): number {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
}

/** `c` runs are coast, `b` runs are land border; hundredths of a degree, `lon lat` pairs. */
function ringText(
  topology: Topology,
  arcs: number[],
  foreignArcs: Set<number>,
  toleranceDeg: number,
): string {
  const runs: string[] = []
  for (const arc of arcs) {
    const kind = foreignArcs.has(arc < 0 ? ~arc : arc) ? 'b' : 'c'
    const numbers = simplify(arcPoints(topology, arc), toleranceDeg).map(
      ([lon, lat]) => `${Math.round(lon * 100)} ${Math.round(lat * 100)}`,
    )
    runs.push(`${kind} ${numbers.join(' ')}`)
  }
  return runs.join('|')
}

function ringAreaDeg2(topology: Topology, arcs: number[]): number {
  const points = arcs.flatMap((arc) => arcPoints(topology, arc).slice(0, -1))
  return Math.abs(
    points.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = points[(i + 1) % points.length]!
      return sum + (x * nextY - nextX * y) / 2
    }, 0),
  )
}

function rings(topology: Topology, ids: string[], smallestDeg2: number, toleranceDeg: number): string[] {
  const countries = (topology.objects.countries as GeometryCollection).geometries as (
    | Polygon
    | MultiPolygon
  )[]
  const merged = mergeArcs(
    topology,
    countries.filter((country) => isOneOf(ids, country.id)),
  )
  // Arcs that some country outside the area also uses are land borders. All others are coast.
  const foreignArcs = new Set<number>()
  for (const country of countries) {
    if (!isOneOf(ids, country.id)) {
      for (const arc of flatArcs(country.arcs)) foreignArcs.add(arc < 0 ? ~arc : arc)
    }
  }
  return (merged.arcs as number[][][])
    .flatMap((polygon) => polygon.slice(0, 1))
    .filter((ring) => ringAreaDeg2(topology, ring) >= smallestDeg2)
    .map((ring) => ringText(topology, ring, foreignArcs, toleranceDeg))
}

const quoted = (list: string[]) => list.map((text) => `  '${text}',`).join('\n')
writeFileSync(
  new URL('../../core/src/geo/china-outline.ts', import.meta.url),
  `/**
 * Where Chinese maps are shifted: outlines in hundredths of a degree, runs of \`c\`oast and land \`b\`order.
 * Written by packages/web/tools/build-china-outline.ts from Natural Earth (public domain).
 */
export const chinaRings: readonly string[] = [
${quoted(rings(countries50m, [mainlandId, ...otherIds], 0.02, 0.05))}
]

/** The parts of it that Google draws unshifted: Hong Kong, Macau, Taiwan. */
export const unshiftedByGoogleRings: readonly string[] = [
${quoted(rings(countries10m, otherIds, 0.0005, 0.008))}
]
`,
)
