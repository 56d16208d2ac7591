/**
 * Writes `packages/core/src/geo/china-outline.ts`: where the GCJ-02 and BD-09 shifts apply, from Natural
 * Earth's 1:10m countries (world-atlas), its land borders corrected at the busiest crossings. Run by hand when
 * world-atlas changes: `node packages/web/tools/build-china-outline.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { mergeArcs } from 'topojson-client'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'

type LonLat = [lon: number, lat: number]
type Kind = 'c' | 'b'
/** A stretch of coast or of land border; the last point of one is the first of the next. */
interface Run {
  kind: Kind
  points: LonLat[]
}

/** ISO 3166 numeric. */
const mainlandId = '156'
const hongKongId = '344'
const macauId = '446'
const taiwanId = '158'

/** Coasts may be coarse under their margin of 0.2 degrees. The atlas itself is no better than 0.004. */
const borderToleranceDeg = 0.004
const coastToleranceDeg = 0.05

/**
 * Where Natural Earth's land border is a kilometre or more off at a crossing. Each line takes the place of the
 * outline between the points nearest to its ends. From country-coder's borders.json (ISC licence,
 * country-coder contributors).
 */
const corrections: LonLat[][] = [
  // Dongxing and Mong Cai, to the mouth of the Beilun
  [
    [107.86114, 21.65128],
    [107.90006, 21.5905],
    [107.92652, 21.58906],
    [107.95232, 21.5388],
    [107.96774, 21.53601],
    [107.97074, 21.54072],
    [107.97383, 21.53961],
    [107.97932, 21.54503],
    [108.02926, 21.54997],
    [108.0569, 21.53604],
  ],
  // Hekou and Lao Cai
  [
    [103.87904, 22.56683],
    [103.93286, 22.52703],
    [103.94513, 22.52553],
    [103.95191, 22.5134],
    [103.96352, 22.50584],
    [103.96783, 22.51173],
    [103.97384, 22.50634],
    [103.99247, 22.51958],
  ],
  // Ruili with Jiegao, and Muse
  [
    [97.79416, 23.95663],
    [97.84328, 23.97603],
    [97.86545, 23.97723],
    [97.88811, 23.97446],
    [97.8955, 23.97758],
    [97.89676, 23.97931],
    [97.89683, 23.98389],
    [97.88814, 23.98605],
    [97.88414, 23.99405],
    [97.88616, 24.00463],
    [97.90998, 24.02094],
  ],
  // Horgos and Khorgos
  [
    [80.40031, 44.10986],
    [80.40229, 44.23319],
  ],
  // Alashankou and Dostyk
  [
    [82.51374, 45.1755],
    [82.58474, 45.40027],
  ],
  // Changbai and Hyesan
  [
    [128.12967, 41.37931],
    [128.18546, 41.41279],
    [128.20061, 41.40895],
    [128.30716, 41.60322],
  ],
]

const require = createRequire(import.meta.url)
const atlas: Topology = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'))

function isOneOf(ids: string[], id: unknown): boolean {
  return ids.includes(String(id).padStart(3, '0'))
}

type Arcs = (number | Arcs)[]

function flatArcs(arcs: Arcs): number[] {
  return arcs.flatMap((arc) => (typeof arc === 'number' ? [arc] : flatArcs(arc)))
}

function arcPoints(topology: Topology, index: number): LonLat[] {
  const { scale, translate } = topology.transform!
  let x = 0
  let y = 0
  const points = topology.arcs[index < 0 ? ~index : index]!.map(([dx, dy]): LonLat => {
    x += dx!
    y += dy!
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
  return index < 0 ? points.reverse() : points
}

/** Douglas-Peucker; keeps both ends, so arcs still meet. */
function simplify(points: LonLat[], toleranceDeg: number): LonLat[] {
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

function distanceToSegment(p: LonLat, a: LonLat, b: LonLat): number {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
}

function nearestIndex(points: LonLat[], [lon, lat]: LonLat): number {
  let nearest = 0
  for (let i = 1; i < points.length; i++) {
    const [x, y] = points[i]!
    if (Math.hypot(x - lon, y - lat) < Math.hypot(points[nearest]![0] - lon, points[nearest]![1] - lat)) {
      nearest = i
    }
  }
  return nearest
}

/** Puts a correction in place of what lies between its ends, and calls all of it land border. */
function correct(ring: Run[], line: LonLat[]): Run[] {
  const points = ring.flatMap((run) => run.points.slice(1))
  const kinds = ring.flatMap((run) => run.points.slice(1).map(() => run.kind))
  let from = nearestIndex(points, line[0]!)
  let to = nearestIndex(points, line[line.length - 1]!)
  const ordered = from <= to ? line : line.toReversed()
  if (from > to) [from, to] = [to, from]
  points.splice(from, to - from + 1, ...ordered)
  kinds.splice(from, to - from + 1, ...ordered.map((): Kind => 'b'))

  const runs: Run[] = []
  let previous = points[points.length - 1]!
  for (const [i, point] of points.entries()) {
    const run = runs[runs.length - 1]
    if (run?.kind === kinds[i]) run!.points.push(point)
    else runs.push({ kind: kinds[i]!, points: [previous, point] })
    previous = point
  }
  return runs
}

/** The first point, then steps from point to point, in thousandths of a degree. */
function ringText(ring: Run[]): string {
  let x = 0
  let y = 0
  let isStart = true
  return ring
    .map(({ kind, points }) => {
      const steps = (isStart ? points : points.slice(1)).map(([lon, lat]) => {
        const step = `${Math.round(lon * 1000) - x} ${Math.round(lat * 1000) - y}`
        x = Math.round(lon * 1000)
        y = Math.round(lat * 1000)
        return step
      })
      isStart = false
      return `${kind}${steps.join(' ')}`
    })
    .join('|')
}

function ringAreaDeg2(arcs: number[]): number {
  const points = arcs.flatMap((arc) => arcPoints(atlas, arc).slice(0, -1))
  return Math.abs(
    points.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = points[(i + 1) % points.length]!
      return sum + (x * nextY - nextX * y) / 2
    }, 0),
  )
}

/** The outer rings of some countries together; islands smaller than `smallestDeg2` are left out. */
function rings(ids: string[], smallestDeg2: number, coastTolerance: number): Run[][] {
  const countries = (atlas.objects.countries as GeometryCollection).geometries as (Polygon | MultiPolygon)[]
  const merged = mergeArcs(
    atlas,
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
    .filter((ring) => ringAreaDeg2(ring) >= smallestDeg2)
    .map((ring) =>
      ring.map((arc): Run => {
        const kind = foreignArcs.has(arc < 0 ? ~arc : arc) ? 'b' : 'c'
        const tolerance = kind === 'b' ? borderToleranceDeg : coastTolerance
        return { kind, points: simplify(arcPoints(atlas, arc), tolerance) }
      }),
    )
}

// Only the ring of the continent has land borders.
const mainlandRings = rings([mainlandId, hongKongId, macauId], 0.0005, coastToleranceDeg).map((ring) =>
  ring.some((run) => run.kind === 'b') ? corrections.reduce(correct, ring) : ring,
)
const chinaRings = [...mainlandRings, ...rings([taiwanId], 0.02, coastToleranceDeg)]

const quoted = (list: Run[][]) => list.map((ring) => `  '${ringText(ring)}',`).join('\n')
writeFileSync(
  new URL('../../core/src/geo/china-outline.ts', import.meta.url),
  `/**
 * Where Chinese maps are shifted: outlines as runs of \`c\`oast and land \`b\`order, a point and then steps from
 * point to point, in thousandths of a degree. Written by packages/web/tools/build-china-outline.ts from
 * Natural Earth (public domain), with corrections at border crossings from country-coder (ISC licence).
 */
export const chinaRings: readonly string[] = [
${quoted(chinaRings)}
]

/** Taiwan and Kinmen, which Google draws unshifted. */
export const taiwanRings: readonly string[] = [
${quoted(rings([taiwanId], 0.0005, 0.008))}
]
`,
)
