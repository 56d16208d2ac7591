import { limits } from '@trackway/core/codes/limits.ts'
import { expect, test } from 'vitest'
import { bandOf, speedBands } from './speed-bands.ts'

test.each([
  [0, 0],
  [19.9, 0],
  [20, 1],
  [59, limits.fastKmh > 59 ? 2 : 3],
  [limits.overspeedKmh - 0.1, 4],
  [limits.overspeedKmh, 5],
  [400, 5],
  [Number.NaN, 0],
])('%d km/h has the colour of band %i', (speedKmh, band) => expect(bandOf(speedKmh)).toBe(band))

test('bands rise, and each has colours of its own on both maps', () => {
  const ends = speedBands.map(({ belowKmh }) => belowKmh)
  expect([...ends].sort((a, b) => a - b)).toEqual(ends)
  for (const look of ['light', 'dark'] as const)
    expect(new Set(speedBands.map((band) => band[look])).size).toBe(speedBands.length)
})
