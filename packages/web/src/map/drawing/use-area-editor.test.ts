import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { expect, test } from 'vitest'
import { unseamed } from './FitArea.tsx'
import { editFault } from './use-area-editor.ts'

const circle = (radiusM: number): FenceArea => ({ shape: 'circle', lat: 22.5, lon: 114, radiusM })
const road = (widthM: number): FenceArea => ({
  shape: 'corridor',
  widthM,
  line: [
    { lat: 22.5, lon: 114 },
    { lat: 22.6, lon: 114 },
  ],
})
const { radiusMinM, radiusMaxM, widthMinM = 0, widthMaxM = 0 } = fenceAreaLimits

test.each([
  ['a circle at its least', circle(radiusMinM), null],
  ['a circle below it', circle(radiusMinM - 1), 'radius'],
  ['a circle at its greatest', circle(radiusMaxM), null],
  ['a circle beyond it', circle(radiusMaxM + 1), 'radius'],
  ['a corridor at its least', road(widthMinM), null],
  ['a corridor below it', road(widthMinM - 1), 'width'],
  ['a corridor beyond its greatest', road(widthMaxM + 1), 'width'],
])('%s is reported with its fault', (_, area, fault) => {
  expect(editFault(area, fenceAreaLimits)).toBe(fault)
})

test('a shape that crosses itself is a fault, whatever its size', () => {
  const corners = [
    { lat: 0, lon: 0 },
    { lat: 1, lon: 1 },
    { lat: 0, lon: 1 },
    { lat: 1, lon: 0 },
  ]
  expect(editFault({ shape: 'polygon', corners }, fenceAreaLimits)).not.toBeNull()
  expect(editFault({ shape: 'polygon', corners: corners.slice(0, 3) }, fenceAreaLimits)).toBeNull()
})

test('a box over the 180th meridian is seen in one piece', () => {
  expect(unseamed({ west: 179, east: -179, south: 0, north: 1 })).toEqual({
    west: 179,
    east: 181,
    south: 0,
    north: 1,
  })
  const usual = { west: -10, east: 10, south: 0, north: 1 }
  expect(unseamed(usual)).toEqual(usual)
})
