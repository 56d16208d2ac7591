import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Box, placeBetween, wrappedLon } from './area.ts'
import { CellSet, cellsCovering } from './cells.ts'

const lat = fc.double({ min: -89, max: 89, noNaN: true })
const lon = fc.double({ min: -180, max: 180, noNaN: true })
const small = fc.double({ min: -0.2, max: 0.2, noNaN: true })
const around = (place: { lat: number; lon: number }, size = 1e-9): Box => ({
  south: place.lat - size,
  north: place.lat + size,
  west: wrappedLon(place.lon - size),
  east: wrappedLon(place.lon + size),
})
const meet = (cells: CellSet, box: Box) => {
  const ids = new Set(cells.toIds())
  const cover = cellsCovering(box)
  return cover === null || cover.some((cell) => ids.has(cell))
}

test('all places of a way lie in its cells, whatever the size of the area around them', () => {
  fc.assert(
    fc.property(
      fc.record({ lat, lon }),
      small,
      small,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(1e-9, 0.01, 0.1, 1),
      (a, up, aside, part, size) => {
        const b = { lat: Math.max(-89, Math.min(89, a.lat + up)), lon: wrappedLon(a.lon + aside) }
        const cells = new CellSet()
        cells.addWay(a, b)
        expect(meet(cells, around(placeBetween(a, b, part), size))).toBe(true)
      },
    ),
    { numRuns: 1000 },
  )
})

describe('cells of a level', () => {
  test('distinguish places two kilometres apart', () => {
    const cells = new CellSet()
    cells.addPlace({ lat: 31.2, lon: 121.4 })
    expect(meet(cells, around({ lat: 31.2, lon: 121.4 }, 0.001))).toBe(true)
    expect(meet(cells, around({ lat: 31.22, lon: 121.4 }, 0.001))).toBe(false)
    expect(meet(cells, around({ lat: 31.2, lon: 121.43 }, 0.001))).toBe(false)
  })

  test('are a handful for an area of any size, and none for a continent', () => {
    for (const size of [0.001, 0.01, 0.1, 1]) {
      expect(cellsCovering(around({ lat: 31.2, lon: 121.4 }, size))!.length).toBeLessThanOrEqual(12)
    }
    expect(cellsCovering(around({ lat: 31.2, lon: 121.4 }, 20))).toBeNull()
  })

  test('fit a whole number of the database', () => {
    const cells = new CellSet()
    cells.addAround({ lat: -89, lon: 180 })
    cells.addAround({ lat: 89, lon: -180 })
    const ids = cells.toIds()
    expect(Math.min(...ids)).toBeGreaterThan(0)
    expect(Math.max(...ids)).toBeLessThan(2 ** 31)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
