import { halfWorldM } from '@trackway/core/geo/mercator.ts'
import { expect, test } from 'vitest'
import { toTileFeatures } from './tile-features.ts'

const tile = (features: object[]) => ({ features }) as never

test('coordinates of a tile become metres of the world, north up', () => {
  const [feature] = toTileFeatures(
    tile([{ type: 3, geometry: [[0, 0, 4096, 0, 4096, 4096]], tags: { kind: 'land' } }]),
    { z: 1, x: 1, y: 0 },
    4096,
  )
  expect(feature).toMatchObject({ kind: 'land', type: 'Polygon', ends: [6] })
  expect([...feature!.coordinates]).toEqual([0, halfWorldM, halfWorldM, halfWorldM, halfWorldM, 0])
})

test('each ring ends where the next begins; points are left out', () => {
  const features = toTileFeatures(
    tile([
      {
        type: 2,
        geometry: [
          [0, 0, 1, 1],
          [2, 2, 3, 3, 4, 4],
        ],
        tags: { kind: 'river' },
      },
      { type: 1, geometry: [[0, 0]], tags: {} },
    ]),
    { z: 0, x: 0, y: 0 },
    4096,
  )
  expect(features).toHaveLength(1)
  expect(features[0]).toMatchObject({ type: 'MultiLineString', ends: [4, 10] })
})
