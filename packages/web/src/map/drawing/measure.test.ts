import { expect, test } from 'vitest'
import { makeFormat } from '../../base/format.ts'
import { rectangleBetween } from './area-handles.ts'
import { lengthM, sizeText, surfaceM2 } from './measure.ts'

const format = makeFormat('en', 'UTC')
const t = ((key: string, { radius }: { radius: string }) => `${key} ${radius}`) as never
const at = (lat: number, lon: number) => ({ lat, lon })

test('a degree at the equator, also across the 180th meridian', () => {
  const square = [at(0, 0), at(0, 1), at(1, 1), at(1, 0)]
  expect(surfaceM2(square) / 1e6).toBeCloseTo(12_364, -1)
  expect(surfaceM2(square.map(({ lat, lon }) => at(lat, lon === 0 ? 179.5 : -179.5)))).toBeCloseTo(
    surfaceM2(square),
    0,
  )
  // Which way around it is drawn is nobody's concern.
  expect(surfaceM2(square.toReversed())).toBeCloseTo(surfaceM2(square), 0)
})

test('sizes are given as each shape has them', () => {
  const line = [at(0, 0), at(0, 1), at(0, 2)]
  expect(lengthM(line)).toBeCloseTo(222_390, -2)
  expect(sizeText({ shape: 'circle', lat: 0, lon: 0, radiusM: 1500 }, format, t)).toBe(
    'map.areas.radiusOf 1.5 km',
  )
  expect(sizeText({ shape: 'corridor', line, widthM: 100 }, format, t)).toBe('222 km')
  expect(sizeText(rectangleBetween(at(0, 0), at(0.001, 0.001)), format, t)).toBe('12,364 m²')
})
