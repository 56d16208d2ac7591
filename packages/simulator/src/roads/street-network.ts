import type { StreetClass } from '@trackway/core/features/street-maps/street-tile.ts'
import { type Box, latAt, lonAt } from '@trackway/core/features/street-maps/tile-id.ts'
import type { City } from './cities.ts'
import { type MapRoad, readMapRoads } from './map-roads.ts'
import { type Edge, type Network, type RoadClass, setLights, useNetwork } from './network.ts'
import { nearDistanceM } from './plane.ts'
import { largestPart, type RoadGraph, roadGraphOf } from './road-graph.ts'

/** The real streets of a place, of a map file: one-way, and each with its speed. */

const classes: Partial<Record<StreetClass, readonly [road: RoadClass, limitKmh: number]>> = {
  motorway: ['motorway', 110],
  trunk: ['expressway', 90],
  primary: ['arterial', 65],
  secondary: ['arterial', 55],
  tertiary: ['collector', 45],
  minor: ['street', 30],
  service: ['street', 15],
}
const linkShare = 0.7
const tileUnits = 4_096
/** Fewer are no town to drive in. */
const leastNodes = 150

/**
 * Lets the vehicles of a city drive the streets of a map file from now on, in this thread.
 * @throws {RangeError} where the file has no streets there, or too few
 */
export async function useStreets(city: City, path: string): Promise<Network> {
  const network = await readStreetNetwork(city, path)
  useNetwork(network)
  return network
}

export async function readStreetNetwork(city: City, path: string): Promise<Network> {
  const { roads, zoom } = await readMapRoads(path, boxAround(city))
  return networkOfRoads(city, roads, zoom)
}

function boxAround({ latitude, longitude, radiusM }: City): Box {
  const up = radiusM / 111_195
  const across = up / Math.cos((latitude * Math.PI) / 180)
  return { west: longitude - across, south: latitude - up, east: longitude + across, north: latitude + up }
}

/** @throws {RangeError} */
export function networkOfRoads(city: City, roads: readonly MapRoad[], zoom: number): Network {
  const graph = roadGraphOf(roads)
  const { isKept, directionCounts } = partToDrive(graph)
  const numbers = new Map<number, number>()
  const places: number[] = []
  const numberOf = (node: number) => {
    let number = numbers.get(node)
    if (number === undefined) {
      number = numbers.size
      numbers.set(node, number)
      const [x, y] = [graph.nodes[2 * node]! / tileUnits, graph.nodes[2 * node + 1]! / tileUnits]
      places.push(latAt(y, zoom), lonAt(x, zoom))
    }
    return number
  }
  const edges: Edge[] = []
  for (const { a, b, road, line } of graph.edges) {
    if (!isKept[a] || !isKept[b]) continue
    const [kind, classKmh] = classes[road.street]!
    const onMap = new Float64Array(line.length)
    let lengthM = 0
    for (let n = 0; n < line.length; n += 2) {
      onMap[n] = latAt(line[n + 1]! / tileUnits, zoom)
      onMap[n + 1] = lonAt(line[n]! / tileUnits, zoom)
      if (n > 0) lengthM += nearDistanceM(onMap[n - 2]!, onMap[n - 1]!, onMap[n]!, onMap[n + 1]!)
    }
    const direction = directionCounts || road.street === 'motorway' ? road.direction : 0
    edges.push({
      a: numberOf(a),
      b: numberOf(b),
      road: kind,
      lengthM,
      isTunnel: road.isTunnel,
      line: onMap,
      direction,
      limitKmh: road.maxSpeedKmh ?? Math.round(classKmh * (road.isLink ? linkShare : 1)),
      ...(road.name !== null && { name: road.name }),
    })
  }
  const nodeCount = numbers.size
  if (nodeCount < leastNodes) throw new RangeError(`The map has too few streets in ${city.name}.`)
  const edgesAt: number[][] = Array.from({ length: nodeCount }, () => [])
  for (const [index, { a, b }] of edges.entries()) {
    edgesAt[a]!.push(index)
    if (b !== a) edgesAt[b]!.push(index)
  }
  const network: Network = {
    city,
    nodeCount,
    edges,
    edgesAt,
    hasLight: new Uint8Array(nodeCount),
    latitude: Float64Array.from({ length: nodeCount }, (_, n) => places[2 * n]!),
    longitude: Float64Array.from({ length: nodeCount }, (_, n) => places[2 * n + 1]!),
  }
  setLights(network)
  return network
}

/**
 * Some producers turn lines round and leave their direction: where that tears the streets apart, it counts on
 * motorways only.
 */
function partToDrive(graph: RoadGraph): { isKept: Uint8Array; directionCounts: boolean } {
  const shareOf = (part: Uint8Array) => part.reduce((sum, one) => sum + one, 0) / Math.max(1, part.length)
  const directed = largestPart(graph)
  if (shareOf(directed) >= 0.6) return { isKept: directed, directionCounts: true }
  const undirected = largestPart(graph, true)
  const isTurned = shareOf(undirected) > 0.9
  return isTurned
    ? { isKept: undirected, directionCounts: false }
    : { isKept: directed, directionCounts: true }
}
