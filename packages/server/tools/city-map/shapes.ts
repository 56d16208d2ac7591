import type { OsmData, Position, Relation, Way } from './read-osm.ts'

/** Lines and areas of ways of which the file may lack some nodes: those outside its box. */

/** The runs of two nodes and more that are there. */
export function linesOf({ places }: OsmData, refs: readonly number[]): Position[][] {
  const lines: Position[][] = [[]]
  for (const ref of refs) {
    const place = places.get(ref)
    if (place) lines.at(-1)!.push(place)
    else if (lines.at(-1)!.length > 0) lines.push([])
  }
  return lines.filter(({ length }) => length > 1)
}

export function isClosed({ refs }: Way): boolean {
  return refs.length > 3 && refs[0] === refs.at(-1)
}

/**
 * The ring of a closed way.
 * @param mayMend a ring of which nodes are missing is closed straight, if four are left
 */
export function ringOf({ places }: OsmData, { refs }: Way, mayMend: boolean): Position[] | null {
  const found = refs.filter((ref) => places.has(ref)).map((ref) => places.get(ref)!)
  if (found.length === refs.length) return found
  if (!mayMend || found.length < 4) return null
  return [...found, found[0]!]
}

/** Rings of a multipolygon, outer ones first; of which members are missing only where it may be mended. */
export function polygonsOf(data: OsmData, relation: Relation, mayMend: boolean): Position[][][] {
  const ringsOf = (isInner: boolean) => {
    const ways = relation.members
      .filter(({ type, role }) => type === 'way' && (role === 'inner') === isInner)
      .map(({ ref }) => data.ways.get(ref))
    if (!mayMend && ways.some((way) => way === undefined)) return null
    return joinedRings(
      data,
      ways.filter((way) => way !== undefined),
      mayMend,
    )
  }
  const outer = ringsOf(false)
  if (outer === null) return []
  const inner = ringsOf(true) ?? []
  return outer.map((ring) => [ring, ...inner.filter((hole) => isInside(hole[0]!, ring))])
}

function joinedRings(data: OsmData, ways: readonly Way[], mayMend: boolean): Position[][] {
  const open = ways.map(({ refs }) => [...refs])
  const rings: Position[][] = []
  while (open.length > 0) {
    const chain = open.shift()!
    for (;;) {
      if (chain[0] === chain.at(-1)) break
      const next = open.findIndex((refs) => refs[0] === chain.at(-1) || refs.at(-1) === chain.at(-1))
      if (next < 0) break
      const [refs] = open.splice(next, 1)
      if (refs![0] !== chain.at(-1)) refs!.reverse()
      chain.push(...refs!.slice(1))
    }
    const isWhole = chain[0] === chain.at(-1) && chain.every((ref) => data.places.has(ref))
    const found = chain.flatMap((ref) => (data.places.has(ref) ? [data.places.get(ref)!] : []))
    if (isWhole && found.length > 3) rings.push(found)
    else if (mayMend && found.length > 3) rings.push([...found, found[0]!])
  }
  return rings
}

function isInside([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!
    const [xj, yj] = ring[j]!
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

export function centreOf(ring: readonly Position[]): Position {
  const points = ring.slice(0, -1)
  const sum = points.reduce(([x, y], [lon, lat]) => [x + lon, y + lat] as Position, [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

type Properties = Record<string, string | number | boolean>

export interface Joinable {
  line: Position[]
  properties: Properties
}

/** Lines of equal properties joined end to end: those of one direction head to tail only, others either way round. */
export function joinLines(
  lines: readonly Joinable[],
  isDirected: (properties: Properties) => boolean,
): Joinable[] {
  return [...Map.groupBy(lines, ({ properties }) => JSON.stringify(properties)).values()].flatMap((group) => {
    const { properties } = group[0]!
    return joinChains(
      group.map(({ line }) => line),
      isDirected(properties),
    ).map((line) => ({ line, properties }))
  })
}

const keyOf = ([lon, lat]: Position) => `${lon} ${lat}`

function joinChains(lines: readonly Position[][], isDirected: boolean): Position[][] {
  const left = new Set(lines)
  const byEnd = new Map<string, Set<Position[]>>()
  const at = (place: Position) => {
    const key = keyOf(place)
    if (!byEnd.has(key)) byEnd.set(key, new Set())
    return byEnd.get(key)!
  }
  for (const line of lines) {
    at(line[0]!).add(line)
    if (!isDirected) at(line.at(-1)!).add(line)
  }
  const take = (place: Position): Position[] | undefined => {
    for (const line of byEnd.get(keyOf(place)) ?? []) {
      if (!left.delete(line)) continue
      return keyOf(line[0]!) === keyOf(place) ? line : line.toReversed()
    }
    return undefined
  }
  const joined: Position[][] = []
  // Those first that nothing leads to, so that chains begin at their beginning.
  const followed = new Set(lines.map((line) => keyOf(line.at(-1)!)))
  const order = [...lines].sort(
    (a, b) => Number(followed.has(keyOf(a[0]!))) - Number(followed.has(keyOf(b[0]!))),
  )
  for (const first of order) {
    if (!left.delete(first)) continue
    let chain = [...first]
    const grow = () => {
      for (let next = take(chain.at(-1)!); next; next = take(chain.at(-1)!)) chain.push(...next.slice(1))
    }
    grow()
    if (!isDirected) {
      chain = chain.reverse()
      grow()
      chain = chain.reverse()
    }
    joined.push(chain)
  }
  return joined
}
