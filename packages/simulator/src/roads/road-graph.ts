import type { MapRoad } from './map-roads.ts'

/**
 * Roads of tiles put together to a graph: ends at the sides of tiles joined, lines split where they share a point.
 * Lines that only cross are left: one of them is a bridge.
 */
export interface GraphEdge {
  a: number
  b: number
  road: MapRoad
  line: number[]
}

export interface RoadGraph {
  /** x and y of each node in turn. */
  nodes: number[]
  edges: GraphEdge[]
}

const tileUnits = 4_096
/** Ends at a side of a tile that lie so near to one another are one: both tiles round the cut, each its own way. */
const joinedUnits = 3
/** An end so near to another road lies on it: simplification took the point of the junction. */
const nearRoadUnits = 2

const keyOf = (x: number, y: number): number => x * 2 ** 27 + y

export function roadGraphOf(roads: readonly MapRoad[]): RoadGraph {
  const lines = roads.map((road) => ({ road, line: [...road.line] }))
  joinAtSides(lines)
  splitNearEnds(lines)
  return splitAtShared(lines)
}

type Line = { road: MapRoad; line: number[] }

function joinAtSides(lines: readonly Line[]): void {
  const isAtSide = (value: number) => {
    const rest = value % tileUnits
    return rest <= 1 || rest >= tileUnits - 1
  }
  const cell = (value: number) => Math.floor(value / (joinedUnits + 1))
  const known = new Map<number, [x: number, y: number][]>()
  for (const { line } of lines) {
    for (const at of [0, line.length - 2]) {
      const [x, y] = [line[at]!, line[at + 1]!]
      if (!isAtSide(x) && !isAtSide(y)) continue
      const near = around(cell(x), cell(y))
        .flatMap((key) => known.get(key) ?? [])
        .find((other) => Math.hypot(other[0] - x, other[1] - y) <= joinedUnits)
      if (near) {
        line[at] = near[0]
        line[at + 1] = near[1]
      } else {
        const key = keyOf(cell(x), cell(y))
        known.set(key, [...(known.get(key) ?? []), [x, y]])
      }
    }
  }
}

function around(x: number, y: number): number[] {
  return [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => keyOf(x + dx, y + dy)))
}

/** Segments are found by the cells that they touch. */
const segmentCell = 256

function splitNearEnds(lines: readonly Line[]): void {
  const points = new Map<number, number>()
  for (const { line } of lines)
    for (let n = 0; n < line.length; n += 2) {
      const key = keyOf(line[n]!, line[n + 1]!)
      points.set(key, (points.get(key) ?? 0) + 1)
    }
  const segments = new Map<number, { owner: Line; x0: number; y0: number; x1: number; y1: number }[]>()
  for (const owner of lines) {
    const { line } = owner
    for (let n = 2; n < line.length; n += 2) {
      const segment = { owner, x0: line[n - 2]!, y0: line[n - 1]!, x1: line[n]!, y1: line[n + 1]! }
      for (const key of cellsOf(segment)) {
        const own = segments.get(key)
        if (own) own.push(segment)
        else segments.set(key, [segment])
      }
    }
  }
  for (const { line } of lines) {
    for (const at of [0, line.length - 2]) {
      const [x, y] = [line[at]!, line[at + 1]!]
      if (points.get(keyOf(x, y))! > 1) continue
      const cell = keyOf(Math.floor(x / segmentCell), Math.floor(y / segmentCell))
      const near = (segments.get(cell) ?? []).find(
        ({ owner, ...segment }) => owner.line !== line && distanceTo(segment, x, y) <= nearRoadUnits,
      )
      if (!near) continue
      const place = near.owner.line.findIndex(
        (_, n, all) =>
          n % 2 === 0 &&
          all[n] === near.x0 &&
          all[n + 1] === near.y0 &&
          all[n + 2] === near.x1 &&
          all[n + 3] === near.y1,
      )
      if (place >= 0) near.owner.line.splice(place + 2, 0, x, y)
    }
  }
}

function* cellsOf({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): Generator<number> {
  const cell = (value: number) => Math.floor(value / segmentCell)
  const margin = nearRoadUnits
  for (let x = cell(Math.min(x0, x1) - margin); x <= cell(Math.max(x0, x1) + margin); x++)
    for (let y = cell(Math.min(y0, y1) - margin); y <= cell(Math.max(y0, y1) + margin); y++) yield keyOf(x, y)
}

function distanceTo(s: { x0: number; y0: number; x1: number; y1: number }, x: number, y: number): number {
  const [dx, dy] = [s.x1 - s.x0, s.y1 - s.y0]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - s.x0) * dx + (y - s.y0) * dy) / length))
  return Math.hypot(s.x0 + share * dx - x, s.y0 + share * dy - y)
}

function splitAtShared(lines: readonly Line[]): RoadGraph {
  // Ends count twice: they are nodes whatever else touches them.
  const uses = new Map<number, number>()
  for (const { line } of lines) {
    for (let n = 0; n < line.length; n += 2) {
      const key = keyOf(line[n]!, line[n + 1]!)
      const isEnd = n === 0 || n === line.length - 2
      uses.set(key, (uses.get(key) ?? 0) + (isEnd ? 2 : 1))
    }
  }
  const graph: RoadGraph = { nodes: [], edges: [] }
  const numbers = new Map<number, number>()
  const nodeAt = (x: number, y: number) => {
    const key = keyOf(x, y)
    let node = numbers.get(key)
    if (node === undefined) {
      node = graph.nodes.push(x, y) / 2 - 1
      numbers.set(key, node)
    }
    return node
  }
  const known = new Set<string>()
  for (const { road, line } of lines) {
    let from = 0
    for (let n = 2; n < line.length; n += 2) {
      if (uses.get(keyOf(line[n]!, line[n + 1]!))! < 2) continue
      addEdge(road, line.slice(from, n + 2))
      from = n
    }
  }
  return graph

  function addEdge(road: MapRoad, line: number[]): void {
    const a = nodeAt(line[0]!, line[1]!)
    const b = nodeAt(line.at(-2)!, line.at(-1)!)
    // The same road drawn twice, as by two tiles along their common side.
    const [low, high] = a < b ? [a, b] : [b, a]
    const key = `${low} ${high} ${line.length} ${Math.round(lengthOf(line))} ${road.direction}`
    if (known.has(key) || (a === b && line.length < 6)) return
    known.add(key)
    graph.edges.push({ a, b, road, line })
  }
}

function lengthOf(line: readonly number[]): number {
  let length = 0
  for (let n = 2; n < line.length; n += 2)
    length += Math.hypot(line[n]! - line[n - 2]!, line[n + 1]! - line[n - 1]!)
  return length
}

/** Which nodes lie in the largest part whose every node can be driven to from every other one. */
export function largestPart({ nodes, edges }: RoadGraph, ignoresDirection = false): Uint8Array {
  const count = nodes.length / 2
  const [out, back] = [neighbours(count), neighbours(count)]
  for (const { a, b, road } of edges) {
    const direction = ignoresDirection ? 0 : road.direction
    if (direction >= 0) {
      out[a]!.push(b)
      back[b]!.push(a)
    }
    if (direction <= 0) {
      out[b]!.push(a)
      back[a]!.push(b)
    }
  }
  // Kosaraju's way: the order in which a search leaves the nodes, then searches backwards in the opposite order.
  const order: number[] = []
  const isSeen = new Uint8Array(count)
  for (let start = 0; start < count; start++) {
    if (isSeen[start]) continue
    isSeen[start] = 1
    const stack: [node: number, next: number][] = [[start, 0]]
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const next = out[top[0]]![top[1]++]
      if (next === undefined) {
        order.push(top[0])
        stack.pop()
      } else if (!isSeen[next]) {
        isSeen[next] = 1
        stack.push([next, 0])
      }
    }
  }
  const part = new Int32Array(count).fill(-1)
  let best = { size: 0, root: -1 }
  for (const root of order.reverse()) {
    if (part[root] !== -1) continue
    part[root] = root
    const stack = [root]
    let size = 0
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      size++
      for (const next of back[node]!) {
        if (part[next] !== -1) continue
        part[next] = root
        stack.push(next)
      }
    }
    if (size > best.size) best = { size, root }
  }
  return Uint8Array.from(part, (root) => (root === best.root ? 1 : 0))
}

const neighbours = (count: number): number[][] => Array.from({ length: count }, () => [])
