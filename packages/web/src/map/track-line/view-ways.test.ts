import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { describe, expect, test } from 'vitest'
import type { MapProjection } from '../projections.ts'
import { toLineChunk } from './line-chunk.ts'
import { pickPoint } from './pick-point.ts'
import { placeChunk } from './placed-chunk.ts'
import { bandOf } from './speed-bands.ts'
import { levelAt, type PaintView, waysIn } from './view-ways.ts'

const degrees: MapProjection = {
  code: 'EPSG:3857',
  fromWgs84: (lon, lat) => [lon, lat],
  toWgs84: (x, y) => [x, y],
  extent: [-180, -90, 180, 90],
}

const at = (seconds: number, lon: number, speedKmh: number | null, quality = 0) => ({
  fixTime: seconds * 1000,
  latE7: 0,
  lonE7: lon * 1e7,
  speedKmh,
  courseDeg: null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality,
})
const chunkOf = (...points: ReturnType<typeof at>[]) => placeChunk(toLineChunk(toTrack(points)), degrees)
/** Ten pixels to a degree, the origin at 100, 100. */
const view: PaintView = { west: -10, north: 10, resolution: 0.1, groundM: 1, widthPx: 1000, heightPx: 200 }

test.each([
  [0, 0],
  [19.9, 0],
  [20, 1],
  [60, 3],
  [120, 5],
  [Number.NaN, 0],
])('%d km/h is in band %d', (speed, band) => expect(bandOf(speed)).toBe(band))

test('each way has the band of the speed it was driven at', () => {
  const { bands } = waysIn([chunkOf(at(0, 1, 10), at(10, 2, 10), at(20, 3, 130), at(30, 4, 130))], view)
  expect(bands[0]).toEqual([110, 100, 120, 100])
  expect(bands[5]).toEqual([120, 100, 130, 100, 130, 100, 140, 100])
})

test('a gap is a dash', () => {
  const { bands, gaps } = waysIn([chunkOf(at(0, 1, 10), at(10, 2, 10), at(900, 3, 10), at(910, 4, 10))], view)
  expect(gaps).toEqual([120, 100, 130, 100])
  expect(bands[0]).toEqual([110, 100, 120, 100, 130, 100, 140, 100])
})

test('points that are not trusted are left out', () => {
  const chunk = chunkOf(at(0, 1, 10), at(10, 50, 10, qualityBits.jump), at(20, 2, 10))
  expect(waysIn([chunk], view).bands[0]).toEqual([110, 100, 120, 100])
  expect(chunk.chunk.hidden.fixTime).toHaveLength(1)
})

test('blocks join where one ends and the next begins', () => {
  const { bands } = waysIn(
    [chunkOf(at(0, 1, 10), at(10, 2, 10)), chunkOf(at(20, 3, 10), at(30, 4, 10))],
    view,
  )
  expect(bands[0]).toEqual([110, 100, 120, 100, 120, 100, 130, 100, 130, 100, 140, 100])
})

test('what another pass has painted is not painted again', () => {
  const passes = Array.from({ length: 50 }, (_, pass) =>
    chunkOf(at(pass * 100, 1, 10), at(pass * 100 + 10, 1.5, 10), at(pass * 100 + 20, 1, 10)),
  )
  expect(waysIn(passes, view).bands[0]!.length).toBeLessThan(20)
})

test('what lies outside the view is left out', () => {
  const far = { ...view, west: 50 }
  expect(waysIn([chunkOf(at(0, 1, 10), at(10, 2, 10))], far).bands[0]).toEqual([])
})

test('a simplified way has the colour of its mean speed', () => {
  const straight = Array.from({ length: 11 }, (_, n) => at(n * 10, n / 1000, n === 10 ? 0 : 100))
  const chunk = toLineChunk(toTrack(straight))
  const level = chunk.levels[levelAt(10)]!
  expect([...level.points]).toEqual([0, 10])
  expect(level.bands[1]).toBe(bandOf(100 * (10 / 11)))
})

test('far out a line has fewer points', () => {
  expect([0.1, 10, 100, 10_000].map(levelAt)).toEqual([0, 1, 3, 5])
})

test('the point under the pointer is found, hidden ones only where they are shown', () => {
  const chunk = chunkOf(at(0, 1, 10), at(10, 2, 10), at(20, 3, 10, qualityBits.drift), at(30, 4, 10))
  const near = (x: number, withHidden: boolean) =>
    pickPoint([chunk], { x, y: 0.05, reach: 0.2, groundM: 1, withHidden })
  expect(near(2.1, false)).toMatchObject({ fixTime: 10_000, isHidden: false })
  expect(near(3, false)?.isHidden).toBe(false)
  expect(near(3, true)).toMatchObject({ fixTime: 20_000, isHidden: true })
  expect(near(50, true)).toBeNull()
})

describe('across the 180th meridian', () => {
  const chunk = chunkOf(at(0, 179, 10), at(10, -179, 10), at(20, -178, 10))
  const ways = [190, 100, 210, 100, 210, 100, 220, 100]

  test.each([
    ['west', 160],
    ['east', -200],
  ])('a line goes on, seen from the %s', (_side, west) => {
    expect(waysIn([chunk], { ...view, west, widthPx: 400 }).bands[0]).toEqual(ways)
  })

  test('so it does from one block to the next', () => {
    const blocks = [chunkOf(at(0, 178, 10), at(10, 179, 10)), chunkOf(at(20, -179, 10), at(30, -178, 10))]
    for (const west of [160, -200])
      expect(waysIn(blocks, { ...view, west, widthPx: 400 }).bands[0]).toEqual([180, 100, 190, 100, ...ways])
  })

  test('its points are found on both sides', () => {
    const near = (x: number) => pickPoint([chunk], { x, y: 0, reach: 0.2, groundM: 1, withHidden: false })
    expect(near(179)?.fixTime).toBe(0)
    expect(near(-178)?.fixTime).toBe(20_000)
    expect(near(182)?.fixTime).toBe(20_000)
    expect(near(0)).toBeNull()
  })
})

test('a straight road keeps both its ends alone, far from Greenwich too', () => {
  const points = Array.from({ length: 200 }, (_, n) => ({ ...at(n, 150, 90), latE7: n * 200_000 }))
  expect([...toLineChunk(toTrack(points)).levels[1]!.points]).toEqual([0, 199])
})
