import { chance, createRandom, seedOf } from '../random.ts'
import { cityNamed, type MadeUpCityName } from '../roads/cities.ts'
import { corridors } from '../roads/corridors.ts'
import { type Network, networkOf } from '../roads/network.ts'
import { type Path, PathBuilder } from '../roads/path.ts'
import { nearDistanceM, planeAt } from '../roads/plane.ts'
import { routeEdges } from '../roads/routes.ts'

/** Destinations within a city, and the ways between them and out of it. */

/** How many destinations a city has: homes, yards, shops, customers. */
const placeCount = 90

const placesOf = new Map<string, number[]>()

/** A destination of a city by number; the same number is always the same node. */
export function cityPlace(city: string, number: number): number {
  let nodes = placesOf.get(city)
  if (!nodes) {
    nodes = choosePlaces(networkOf(cityNamed(city)), seedOf(city))
    placesOf.set(city, nodes)
  }
  return nodes[Math.abs(Math.floor(number)) % nodes.length]!
}

function choosePlaces(network: Network, seed: number): number[] {
  const random = createRandom(seed)
  const nodes: number[] = []
  while (nodes.length < placeCount) {
    const node = random.whole(0, network.nodeCount - 1)
    // Reachable, and not on a ring road.
    const roads = network.edgesAt[node]!.map((edge) => network.edges[edge]!.road)
    if (roads.length < 2 || roads.includes('expressway') || nodes.includes(node)) continue
    if (nodes.length > 0 && routeEdges(network, node, nodes[0]!).length === 0) continue
    nodes.push(node)
  }
  return nodes
}

export function streetPath(city: string, from: number, to: number): Path {
  const network = networkOf(cityNamed(city))
  const builder = new PathBuilder()
  builder.addEdges(network, from, routeEdges(network, from, to))
  return builder.done()
}

/**
 * Out of the city along its motorway, or back in.
 * @param share how much of the motorway, 0 to 1: where the far yard is
 */
export function corridorPath(city: string, node: number, share: number, isInward: boolean): Path {
  const network = networkOf(cityNamed(city))
  const line = corridorLine(city)
  const count = Math.max(4, Math.round((line.length / 2) * share))
  const gate = nearestNode(network, line[0]!, line[1]!)
  const builder = new PathBuilder()
  const edges = routeEdges(network, isInward ? gate : node, isInward ? node : gate)
  const slip = [network.latitude[gate]!, network.longitude[gate]!, line[0]!, line[1]!]
  if (!isInward) {
    builder.addEdges(network, node, edges)
    builder.add(slip, false, 'arterial', 900_000)
  }
  // A motorway stretch every few kilometres; inwards they come in the other order.
  const step = 12
  const parts: [number, number][] = []
  for (let at = 0; at < count - 1; at += step) parts.push([at, Math.min(count - 1, at + step)])
  if (isInward) parts.reverse()
  for (const [first, last] of parts) {
    builder.add(line.subarray(2 * first, 2 * last + 2), isInward, 'motorway', 900_001 + first)
  }
  if (isInward) {
    builder.add(slip, true, 'arterial', 900_000)
    builder.addEdges(network, gate, edges)
  }
  return builder.done()
}

const lines = new Map<string, Float64Array>()

/** A smooth line through the places of a city's corridor, a point every few hundred metres. */
function corridorLine(city: string): Float64Array {
  let line = lines.get(city)
  if (!line) {
    const via = corridors[city as MadeUpCityName]
    line = smooth(via, seedOf(city))
    lines.set(city, line)
  }
  return line
}

/** Catmull-Rom through the places, with the gentle swings that motorways have. */
function smooth(via: readonly (readonly [number, number])[], seed: number): Float64Array {
  const out: number[] = []
  for (let n = 0; n + 1 < via.length; n++) {
    const [p0, p1, p2, p3] = [via[n - 1] ?? via[n]!, via[n]!, via[n + 1]!, via[n + 2] ?? via[n + 1]!]
    const pieces = Math.max(4, Math.round(nearDistanceM(p1[0], p1[1], p2[0], p2[1]) / 300))
    for (let k = n === 0 ? 0 : 1; k <= pieces; k++) {
      const t = k / pieces
      const swing = Math.sin(Math.PI * t) ** 2 * 0.006 * Math.sin(t * 9 + chance(seed, n) * 6)
      out.push(spline(p0[0], p1[0], p2[0], p3[0], t) + swing, spline(p0[1], p1[1], p2[1], p3[1], t) - swing)
    }
  }
  return Float64Array.from(out)
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  const t2 = t * t
  return (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t2 * t) / 2
}

function nearestNode(network: Network, latitude: number, longitude: number): number {
  let best = 0
  let bestM = Number.POSITIVE_INFINITY
  for (let node = 0; node < network.nodeCount; node++) {
    const metres = nearDistanceM(network.latitude[node]!, network.longitude[node]!, latitude, longitude)
    if (metres < bestM && network.edgesAt[node]!.length > 2) {
      best = node
      bestM = metres
    }
  }
  return best
}

/** A machine's way about its site: to and fro within some 70 metres of its corner of it. */
export function sitePath(city: string, node: number, seed: number): Path {
  const network = networkOf(cityNamed(city))
  const plane = planeAt(network.latitude[node]!, network.longitude[node]!)
  const random = createRandom(seed)
  const corner = random.between(0, 6)
  const line = [plane.toLatitude(0), plane.toLongitude(0)]
  for (let n = 0; n < 14; n++) {
    const angle = corner + n * 0.9 + random.between(-0.4, 0.4)
    const away = random.between(15, 75)
    line.push(plane.toLatitude(away * Math.sin(angle)), plane.toLongitude(away * Math.cos(angle)))
  }
  line.push(line[0]!, line[1]!)
  const builder = new PathBuilder()
  for (let n = 0; n + 3 < line.length; n += 2) builder.add(line.slice(n, n + 4), false, 'street', n)
  return builder.done()
}
