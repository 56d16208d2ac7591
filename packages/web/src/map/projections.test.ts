import { get as getProjection, transform } from 'ol/proj'
import { expect, test } from 'vitest'
import { type PlaneCode, planeScale, planes, registerPlanes } from './projections.ts'

registerPlanes()

test.each(Object.keys(planes) as PlaneCode[])('%s: a click gives the WGS-84 place that was drawn', (code) => {
  const place = [114.057, 22.543]
  const back = transform(transform(place, 'EPSG:4326', code), code, 'EPSG:4326')
  expect(back[0]).toBeCloseTo(place[0]!, 7)
  expect(back[1]).toBeCloseTo(place[1]!, 7)
})

test('Baidu’s and AMap’s planes are shifted in China and nowhere else', () => {
  const shiftM = (code: PlaneCode, lon: number, lat: number) => {
    const [x] = planes[code].toPlane(lon, lat)
    const [unshifted] = planes['EPSG:3857'].toPlane(lon, lat)
    return Math.abs(x - unshifted)
  }
  expect(shiftM('GCJ02:3857', 114.057, 22.543)).toBeGreaterThan(300)
  expect(shiftM('GCJ02:3857', 126.978, 37.566)).toBe(0)
  expect(shiftM('GOOGLE-CN:3857', 114.158, 22.282)).toBe(0)
})

test('the scale bar measures the ground', () => {
  const plane = planes['EPSG:3395']
  const projection = getProjection('EPSG:3395')!
  const resolution = projection.getPointResolutionFunc()!(10, plane.toPlane(37.6, 55.75))
  expect(resolution).toBeCloseTo(10 * Math.cos((55.75 * Math.PI) / 180), 6)
  expect(planeScale(planes['EPSG:3857'], 0, 60)).toBeCloseTo(2, 6)
  expect(planeScale(planes['BD09:MC'], 116.4, 39.9)).toBeCloseTo(1.3, 1)
})
