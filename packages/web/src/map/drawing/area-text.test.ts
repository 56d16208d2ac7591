import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { expect, test } from 'vitest'
import { areaOfText, placeOfText, textOfArea } from './area-text.ts'

const areas: FenceArea[] = [
  {
    shape: 'corridor',
    widthM: 120,
    line: [
      { lat: 31, lon: 121 },
      { lat: 31.5, lon: 121.25 },
    ],
  },
  { shape: 'circle', lat: 31.2, lon: -121.4, radiusM: 500 },
  { shape: 'rectangle', south: -1, west: 179.5, north: 1.000001, east: -179.5 },
  {
    shape: 'polygon',
    corners: [
      { lat: 0, lon: 0 },
      { lat: 1, lon: 0.5 },
      { lat: 0, lon: 1 },
    ],
  },
]
test.each(areas)('a $shape comes back from the address', (area) =>
  expect(areaOfText(textOfArea(area), fenceAreaLimits)).toEqual(area),
)

test.each([
  '',
  'circle',
  'circle_1_2',
  'circle_91_0_500',
  'circle_1_2_5',
  'polygon_1_2_3_4',
  'blob_1_2_3',
  'corridor_120_31_121',
  'corridor_5_31_121_32_121',
  'corridor_120_31_121_32',
  'rectangle_1_2_3_4_5_6',
  'circle_a_b_c',
  'circle_1__500',
])('%j is no area', (text) => expect(areaOfText(text, fenceAreaLimits)).toBeNull())

test.each([
  ['31.2, 121.4', { lat: 31.2, lon: 121.4 }],
  [' -31.2 121.4 ', { lat: -31.2, lon: 121.4 }],
  ['31.2，121.4', { lat: 31.2, lon: 121.4 }],
  ['121.4, 31.2', null],
  ['31.2', null],
])('%j typed as a place', (text, place) => expect(placeOfText(text)).toEqual(place))
