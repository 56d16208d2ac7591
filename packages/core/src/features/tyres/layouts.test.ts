import { expect, test } from 'vitest'
import { maxPlaces } from '../../readings/readings.ts'
import { layoutFor, placesOf, tyreLayoutNames } from './layouts.ts'

test('wheels are counted from left to right and from front to back, spares last', () => {
  expect(placesOf('truck2')).toEqual([
    { wheel: 1, axle: 1, side: 'left', twin: null },
    { wheel: 2, axle: 1, side: 'right', twin: null },
    { wheel: 3, axle: 2, side: 'left', twin: 'outer' },
    { wheel: 4, axle: 2, side: 'left', twin: 'inner' },
    { wheel: 5, axle: 2, side: 'right', twin: 'inner' },
    { wheel: 6, axle: 2, side: 'right', twin: 'outer' },
    { wheel: 7, axle: null, side: null, twin: null },
  ])
})

test.each(tyreLayoutNames)('every wheel of %s can be told of', (name) => {
  expect(placesOf(name).length).toBeLessThanOrEqual(maxPlaces)
})

test.each([
  [1, 'car'],
  [4, 'car'],
  [6, 'truck2'],
  [10, 'truck3'],
  [12, 'truck4'],
  [22, 'articulated6'],
  [32, 'articulated6'],
])('a device that tells of %i wheels is drawn as %s', (wheels, layout) => {
  expect(layoutFor(wheels)).toBe(layout)
})
