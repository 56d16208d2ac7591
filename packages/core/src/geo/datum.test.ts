import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInChina, isInMainlandChina } from './china.ts'
import { bd09, gcj02, googleChina } from './datum.ts'
import { distanceM } from './distance.ts'

// Its declarations and its module disagree about the default export, so it is taken as what it is.
const gcoord = createRequire(import.meta.url)('gcoord') as {
  transform(place: [number, number], from: string, to: string): [number, number]
} & Record<'WGS84' | 'GCJ02' | 'BD09' | 'BD09MC', string>

const insideChina = fc.record({
  lon: fc.double({ min: 85, max: 118, noNaN: true }),
  lat: fc.double({ min: 29, max: 40, noNaN: true }),
})
const anywhere = fc.record({
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -85, max: 85, noNaN: true }),
})

describe('where the shift applies', () => {
  test.each([
    ['Beijing', 116.397, 39.909, true],
    ['Shenzhen', 114.057, 22.543, true],
    ['Ürümqi', 87.617, 43.825, true],
    ['Haikou', 110.33, 20.03, true],
    ['Hong Kong', 114.16, 22.28, true],
    ['Taipei', 121.56, 25.03, true],
    ['Hangzhou Bay Bridge', 121.13, 30.45, true],
    ['Seoul', 126.978, 37.566, false],
    ['Hanoi', 105.854, 21.028, false],
    ['Ulan Bator', 106.917, 47.918, false],
    ['Vladivostok', 131.9, 43.12, false],
    ['Kathmandu', 85.32, 27.71, false],
    ['Berlin', 13.4, 52.52, false],
    ['São Paulo', -46.63, -23.55, false],
  ])('%s', (_name, lon, lat, expected) => expect(isInChina(lon, lat)).toBe(expected))

  test.each([
    ['Shenzhen', 114.057, 22.56, true],
    ['Guangzhou', 113.264, 23.129, true],
    ['Hong Kong Central', 114.158, 22.282, false],
    ['Macau', 113.55, 22.16, false],
    ['Taipei', 121.56, 25.03, false],
  ])('for Google: %s', (_name, lon, lat, expected) => expect(isInMainlandChina(lon, lat)).toBe(expected))
})

describe('shifts', () => {
  test('agree with gcoord away from the edges at which it hangs', () => {
    fc.assert(
      fc.property(insideChina, ({ lon, lat }) => {
        fc.pre(isInChina(lon, lat))
        const gcj = gcoord.transform([lon, lat], gcoord.WGS84, gcoord.GCJ02)
        expect(metres(gcj02.fromWgs84(lon, lat), gcj)).toBeLessThan(1e-5)
        const bd = gcoord.transform([lon, lat], gcoord.WGS84, gcoord.BD09)
        expect(metres(bd09.fromWgs84(lon, lat), bd)).toBeLessThan(1e-5)
      }),
    )
  })

  test('come back to where they started, all over China', () => {
    fc.assert(
      fc.property(insideChina, ({ lon, lat }) => {
        fc.pre(isInChina(lon, lat))
        expect(metres(gcj02.toWgs84(...gcj02.fromWgs84(lon, lat)), [lon, lat])).toBeLessThan(1e-5)
        expect(metres(bd09.toWgs84(...bd09.fromWgs84(lon, lat)), [lon, lat])).toBeLessThan(1e-5)
        expect(metres(googleChina.toWgs84(...googleChina.fromWgs84(lon, lat)), [lon, lat])).toBeLessThan(1e-5)
      }),
    )
  })

  test('leave other countries alone', () => {
    fc.assert(
      fc.property(anywhere, ({ lon, lat }) => {
        fc.pre(!isInChina(lon, lat))
        expect(gcj02.fromWgs84(lon, lat)).toEqual([lon, lat])
        expect(bd09.fromWgs84(lon, lat)).toEqual([lon, lat])
      }),
    )
  })

  test('end, whatever the place', () => {
    fc.assert(
      fc.property(anywhere, ({ lon, lat }) => {
        expect(gcj02.toWgs84(lon, lat).every(Number.isFinite)).toBe(true)
        expect(bd09.toWgs84(lon, lat).every(Number.isFinite)).toBe(true)
      }),
    )
    expect(gcj02.toWgs84(72.0045, 30).every(Number.isFinite)).toBe(true) // gcoord never returns from here
  })
})

function metres(a: number[], b: number[]): number {
  return distanceM(a[1]!, a[0]!, b[1]!, b[0]!)
}
