import type { Position } from './read-osm.ts'

/**
 * Areas of the sea within a box. Coasts have the water on their right; where one leaves the box, the area goes on
 * clockwise along the box to where the next one comes in.
 */
export function seaOf(
  coasts: readonly Position[][],
  box: readonly [number, number, number, number],
): Position[][] {
  const chains = joinCoasts(coasts).flatMap((line) => clip(line, box))
  if (chains.length === 0) return []
  const starts = chains.map((chain) => alongBox(chain[0]!, box))
  const ends = chains.map((chain) => alongBox(chain.at(-1)!, box))
  const left = new Set(chains.keys())
  const rings: Position[][] = []
  for (const first of chains.keys()) {
    if (!left.has(first)) continue
    const ring: Position[] = []
    for (let at = first; left.delete(at); ) {
      ring.push(...chains[at]!)
      const from = ends[at]!
      const ahead = (place: number) => (place - from + 4) % 4
      const next = starts
        .map((place, n) => ({ n, distance: ahead(place) }))
        .sort((a, b) => a.distance - b.distance)[0]!
      for (let corner = Math.floor(from) + 1; corner - from <= next.distance; corner++)
        ring.push(cornerOf(corner % 4, box))
      at = next.n
    }
    rings.push([...ring, ring[0]!])
  }
  return rings
}

function joinCoasts(coasts: readonly Position[][]): Position[][] {
  const key = ([lon, lat]: Position) => `${lon} ${lat}`
  const lines = coasts.map((line) => [...line])
  for (let n = 0; n < lines.length; n++) {
    const next = lines.findIndex((other, at) => at !== n && key(other[0]!) === key(lines[n]!.at(-1)!))
    if (next < 0) continue
    lines[n]!.push(...lines[next]!.slice(1))
    lines.splice(next, 1)
    n = -1
  }
  return lines
}

/** The parts of a line inside a box, from edge to edge: an end inside, where data is missing, is led to the nearest edge. */
function clip(line: readonly Position[], box: readonly [number, number, number, number]): Position[][] {
  const parts: Position[][] = []
  let part: Position[] = []
  for (let n = 1; n < line.length; n++) {
    const cut = cutSegment(line[n - 1]!, line[n]!, box)
    if (cut === null) continue
    if (part.length === 0) part.push(cut.from)
    part.push(cut.to)
    if (cut.leaves) {
      parts.push(part)
      part = []
    }
  }
  if (part.length > 1) parts.push(part)
  return parts.map((each) => [toEdge(each[0]!, box), ...each, toEdge(each.at(-1)!, box)])
}

function cutSegment(
  [x0, y0]: Position,
  [x1, y1]: Position,
  [west, south, east, north]: readonly number[] & { 0: number; 1: number; 2: number; 3: number },
) {
  let [enter, leave] = [0, 1]
  const [dx, dy] = [x1 - x0, y1 - y0]
  for (const [step, room] of [
    [-dx, x0 - west],
    [dx, east - x0],
    [-dy, y0 - south],
    [dy, north - y0],
  ] as const) {
    if (step === 0 && room < 0) return null
    if (step === 0) continue
    const share = room / step
    if (step < 0) enter = Math.max(enter, share)
    else leave = Math.min(leave, share)
  }
  if (enter >= leave) return null
  const at = (share: number): Position => [x0 + dx * share, y0 + dy * share]
  return { from: at(enter), to: at(leave), leaves: leave < 1 }
}

function toEdge(
  [lon, lat]: Position,
  [west, south, east, north]: readonly [number, number, number, number],
): Position {
  const edges: [number, Position][] = [
    [Math.abs(lat - north), [lon, north]],
    [Math.abs(lon - east), [east, lat]],
    [Math.abs(lat - south), [lon, south]],
    [Math.abs(lon - west), [west, lat]],
  ]
  return edges.sort((a, b) => a[0] - b[0])[0]![1]
}

/** How far around the box, clockwise from its north-west corner, in sides: 0 to 4. */
function alongBox(
  [lon, lat]: Position,
  [west, south, east, north]: readonly [number, number, number, number],
): number {
  const [across, down] = [(lon - west) / (east - west), (north - lat) / (north - south)]
  if (lat >= north) return across
  if (lon >= east) return 1 + down
  if (lat <= south) return 3 - across
  return 4 - down
}

function cornerOf(
  corner: number,
  [west, south, east, north]: readonly [number, number, number, number],
): Position {
  return (
    [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ] as const
  )[corner]!.slice() as Position
}
