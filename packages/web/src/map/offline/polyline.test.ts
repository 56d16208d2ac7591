import { expect, test } from 'vitest'
import { readPolyline } from './polyline.ts'

test('a line of differences becomes degrees, also west and south of the last', () => {
  // 150, 100 steps; 50 west and 3 south of it; 1000 steps east.
  expect(readPolyline('kHgEbBDo}@?')).toEqual([
    [0.75, 0.5],
    [0.5, 0.485],
    [5.5, 0.485],
  ])
})
