import { expect, test } from 'vitest'
import { cities } from './cities.ts'
import { corridors } from './corridors.ts'
import { networkOf } from './network.ts'
import { nearDistanceM } from './plane.ts'
import { routeEdges, treeTo } from './routes.ts'

test.each(cities)('$name: the network keeps to its circle', (city) => {
  const network = networkOf(city)
  for (let node = 0; node < network.nodeCount; node++) {
    const awayM = nearDistanceM(
      city.latitude,
      city.longitude,
      network.latitude[node]!,
      network.longitude[node]!,
    )
    expect(awayM).toBeLessThan(city.radiusM * 1.03)
  }
})

test.each(cities)('$name: nearly all of it hangs together', (city) => {
  const network = networkOf(city)
  const { nextEdge } = treeTo(network, Math.floor(network.nodeCount / 2))
  const reached = nextEdge.filter((edge) => edge >= 0).length
  expect(reached).toBeGreaterThan(network.nodeCount * 0.97)
})

test('a route leads from its start to its end, edge by edge', () => {
  const network = networkOf(cities[0])
  let node = 5
  for (const index of routeEdges(network, 5, network.nodeCount - 7)) {
    const edge = network.edges[index]!
    expect([edge.a, edge.b]).toContain(node)
    node = edge.a === node ? edge.b : edge.a
  }
  expect(node).toBe(network.nodeCount - 7)
})

test('every city has a motorway that begins outside its streets and near them', () => {
  for (const city of cities) {
    const [latitude, longitude] = corridors[city.name][0]!
    const awayM = nearDistanceM(city.latitude, city.longitude, latitude, longitude)
    expect(awayM).toBeGreaterThan(city.radiusM * 0.9)
    expect(awayM).toBeLessThan(city.radiusM + 14_000)
  }
})
