import { carIconStates } from '@trackway/core/codes/states.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projections } from '../projections.ts'
import { clusterFleet as clusterIn, rowsOfCluster } from './clusters.ts'
import { Fleet } from './fleet.ts'

const everywhere: [number, number, number, number] = [-Infinity, -Infinity, Infinity, Infinity]
const clusterFleet = (fleet: Fleet, resolution: number, extent = everywhere) =>
  clusterIn(fleet, resolution, extent)

function fleetAt(places: [lon: number, lat: number][]): Fleet {
  const fleet = new Fleet(projections['EPSG:3857'])
  fleet.resize(places.length)
  for (const [row, [lon, lat]] of places.entries()) {
    const state = row % 2 === 0 ? carIconStates.moving : carIconStates.offline
    fleet.place(row, { lon, lat, courseDeg: null, speedKmh: 0, state, fixTime: 0 }, 0)
    fleet.isShown[row] = 1
  }
  return fleet
}

const places = fc.array(
  fc.tuple(fc.double({ min: 100, max: 120, noNaN: true }), fc.double({ min: 20, max: 40, noNaN: true })),
  { maxLength: 300 },
)
const resolutions = fc.constantFrom(10, 100, 1000, 5000)

test('every device is in exactly one cluster', () => {
  fc.assert(
    fc.property(places, resolutions, (list, resolution) => {
      const clusters = clusterFleet(fleetAt(list), resolution)
      expect(clusters.reduce((sum, cluster) => sum + cluster.count, 0)).toBe(list.length)
      for (const cluster of clusters) {
        expect(cluster.states.reduce((sum, count) => sum + count, 0)).toBe(cluster.count)
      }
    }),
  )
})

test('no two overlap', () => {
  fc.assert(
    fc.property(places, resolutions, (list, resolution) => {
      const clusters = clusterFleet(fleetAt(list), resolution)
      for (const a of clusters) {
        for (const b of clusters) {
          if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(54 * resolution)
        }
      }
    }),
  )
})

test('hidden devices and those without a place are left out', () => {
  const fleet = fleetAt([
    [114, 22],
    [114, 22],
    [115, 23],
  ])
  fleet.isShown[0] = 0
  fleet.x[2] = Number.NaN
  const clusters = clusterFleet(fleet, 100)
  expect(clusters.map(({ count, row }) => ({ count, row }))).toEqual([{ count: 1, row: 1 }])
})

test('only what lies in the extent is grouped', () => {
  const fleet = fleetAt([
    [114, 22],
    [20, 50],
  ])
  const [x, y] = [fleet.x[0]!, fleet.y[0]!]
  const clusters = clusterFleet(fleet, 100, [x - 1, y - 1, x + 1, y + 1])
  expect(clusters.map(({ row }) => row)).toEqual([0])
})

test('a cluster knows the extent of its members', () => {
  const [cluster] = clusterFleet(
    fleetAt([
      [114, 22],
      [114.01, 22.01],
    ]),
    1000,
  )
  expect(cluster!.maxX - cluster!.minX).toBeCloseTo(1113.2, 0)
})

test('the members of a cluster are as many as it counts', () => {
  fc.assert(
    fc.property(places, resolutions, (list, resolution) => {
      const fleet = fleetAt(list)
      const rows = clusterFleet(fleet, resolution).map((cluster) => {
        const members = rowsOfCluster(fleet, cluster)
        expect(members).toHaveLength(cluster.count)
        return members
      })
      expect(rows.flat().sort((a, b) => a - b)).toEqual(list.map((_, row) => row))
    }),
  )
})
