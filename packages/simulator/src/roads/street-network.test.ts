import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { createDriver } from '../driving/driver.ts'
import { cityPlace } from '../driving/places.ts'
import { cityNamed } from './cities.ts'
import type { MapRoad } from './map-roads.ts'
import { type Network, networkOf } from './network.ts'
import { nearDistanceM } from './plane.ts'
import { largestPart, roadGraphOf } from './road-graph.ts'
import { routeEdges } from './routes.ts'
import { useStreets } from './street-network.ts'

const helsinki = fileURLToPath(new URL('../../../server/maps/helsinki.pmtiles', import.meta.url))
let network: Network
beforeAll(async () => {
  network = await useStreets(cityNamed('Helsinki'), helsinki)
})

test('the centre of Helsinki: so many crossings and kilometres, with names and speeds', () => {
  const km = network.edges.reduce((sum, { lengthM }) => sum + lengthM, 0) / 1000
  expect(network.nodeCount).toBeGreaterThan(350)
  expect(km).toBeGreaterThan(20)
  expect(km).toBeLessThan(35)
  expect(network.edges.filter(({ direction }) => direction !== 0).length).toBeGreaterThan(100)
  const mannerheim = network.edges.filter(({ name }) => name === 'Mannerheimintie')
  expect(mannerheim.length).toBeGreaterThan(5)
  expect(mannerheim[0]!.limitKmh).toBeLessThanOrEqual(50)
  expect(networkOf(cityNamed('Helsinki'))).toBe(network)
})

test('every place is reached from every other, and never against the traffic', () => {
  for (let n = 0; n < 90; n += 7) {
    const [from, to] = [cityPlace('Helsinki', n), cityPlace('Helsinki', n + 31)]
    if (from === to) continue
    let node = from
    const edges = routeEdges(network, from, to)
    expect(edges.length).toBeGreaterThan(0)
    for (const index of edges) {
      const { a, b, direction } = network.edges[index]!
      expect(direction === 1 ? a : direction === -1 ? b : node).toBe(node)
      node = a === node ? b : a
    }
    expect(node).toBe(to)
  }
})

test('a courier is on a street whenever it drives', () => {
  const start = Date.UTC(2026, 9, 14, 4)
  const driver = createDriver({ seed: 5, character: 'van', city: 'Helsinki' }, start)
  let driven = 0
  for (let minute = 0; minute < 14 * 60; minute += 3) {
    const { isDriving, latitude, longitude } = driver.at(start + minute * 60_000)
    if (!isDriving) continue
    driven++
    expect(nearestStreetM(latitude, longitude)).toBeLessThan(1)
  }
  expect(driven).toBeGreaterThan(20)
})

function nearestStreetM(latitude: number, longitude: number): number {
  let best = Number.POSITIVE_INFINITY
  const metresPerLon = Math.cos((latitude * Math.PI) / 180)
  for (const { line } of network.edges) {
    for (let n = 2; n < line.length; n += 2) {
      const [y0, x0, y1, x1] = [
        line[n - 2]!,
        line[n - 1]! * metresPerLon,
        line[n]!,
        line[n + 1]! * metresPerLon,
      ]
      const [dx, dy] = [x1 - x0, y1 - y0]
      const length = dx * dx + dy * dy
      const [x, y] = [longitude * metresPerLon, latitude]
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length))
      best = Math.min(best, nearDistanceM(y, longitude, y0 + share * dy, (x0 + share * dx) / metresPerLon))
    }
  }
  return best
}

const road = (line: number[], more: Partial<MapRoad> = {}): MapRoad => ({
  street: 'minor',
  isLink: false,
  isTunnel: false,
  direction: 0,
  maxSpeedKmh: null,
  name: null,
  line,
  ...more,
})

test('lines are split where they share a point, and not where they only cross', () => {
  const crossing = roadGraphOf([road([0, 50, 100, 50]), road([50, 0, 50, 100])])
  expect([crossing.nodes.length / 2, crossing.edges.length]).toEqual([4, 2])
  const junction = roadGraphOf([road([1, 50, 50, 50, 100, 50]), road([50, 1, 50, 50, 50, 100])])
  expect([junction.nodes.length / 2, junction.edges.length]).toEqual([5, 4])
})

test('cuts at the side of a tile are joined however each tile rounded them', () => {
  const graph = roadGraphOf([road([4000, 50, 4096, 50]), road([4096, 52, 4200, 60])])
  expect([graph.nodes.length / 2, graph.edges.length]).toEqual([3, 2])
})

test('an end beside a road that lost its point there is led onto it', () => {
  const graph = roadGraphOf([road([10, 50, 200, 50]), road([100, 300, 100, 51])])
  expect([graph.nodes.length / 2, graph.edges.length]).toEqual([4, 3])
})

test('a one-way street that nothing leads back from is left out', () => {
  const ring = [
    road([0, 1, 100, 1], { direction: 1 }),
    road([100, 1, 50, 90], { direction: 1 }),
    road([50, 90, 0, 1], { direction: 1 }),
  ]
  const graph = roadGraphOf([...ring, road([100, 1, 300, 1], { direction: 1 })])
  expect([...largestPart(graph)].reduce((sum, one) => sum + one, 0)).toBe(3)
  const [against] = roadGraphOf([road([0, 1, 100, 1], { direction: -1 })]).edges
  expect(against!.road.direction).toBe(-1)
})
