import { get as getProjection, transform } from 'ol/proj'
import { expect, test } from 'vitest'
import { type ProjectionCode, projectionScale, projections, registerProjections } from './projections.ts'

registerProjections()

test.each(Object.keys(projections) as ProjectionCode[])(
  '%s: a click gives the WGS-84 place that was drawn',
  (code) => {
    const place = [114.057, 22.543]
    const back = transform(transform(place, 'EPSG:4326', code), code, 'EPSG:4326')
    expect(back[0]).toBeCloseTo(place[0]!, 7)
    expect(back[1]).toBeCloseTo(place[1]!, 7)
  },
)

test('Baidu’s and AMap’s projections are shifted in China and nowhere else', () => {
  const shiftM = (code: ProjectionCode, lon: number, lat: number) => {
    const [x] = projections[code].fromWgs84(lon, lat)
    const [unshifted] = projections['EPSG:3857'].fromWgs84(lon, lat)
    return Math.abs(x - unshifted)
  }
  expect(shiftM('GCJ02:3857', 114.057, 22.543)).toBeGreaterThan(300)
  expect(shiftM('GCJ02:3857', 126.978, 37.566)).toBe(0)
  expect(shiftM('GOOGLE-CN:3857', 114.158, 22.282)).toBe(0)
})

test('the scale bar measures the ground', () => {
  const worldMercator = projections['EPSG:3395']
  const projection = getProjection('EPSG:3395')!
  const resolution = projection.getPointResolutionFunc()!(10, worldMercator.fromWgs84(37.6, 55.75))
  expect(resolution).toBeCloseTo(10 * Math.cos((55.75 * Math.PI) / 180), 6)
  expect(projectionScale(projections['EPSG:3857'], 0, 60)).toBeCloseTo(2, 6)
  expect(projectionScale(projections['BD09:MC'], 116.4, 39.9)).toBeCloseTo(1.3, 1)
})
