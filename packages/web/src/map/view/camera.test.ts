import { expect, test } from 'vitest'
import { baseMapById } from '../base/base-maps.ts'
import { projections } from '../projections.ts'
import { commonZoom, createView, lastCamera, readCamera } from './camera.ts'

const shenzhen = { lon: 114.0579, lat: 22.5431, groundM: 20 }

test.each(['offline', 'baidu', 'gaode', 'yandex'] as const)(
  'on %s one looks at the same ground, whatever its projection',
  (id) => {
    const baseMap = baseMapById(id)
    const view = createView(baseMap, shenzhen, undefined)
    // Raster maps are only crisp at whole levels: fitted without that, to compare.
    view.setConstrainResolution(false)
    view.setResolution(createView(baseMapById('offline'), shenzhen, undefined).getResolution())
    const { lon, lat } = readCamera(view, projections[baseMap.projection])
    expect(lon).toBeCloseTo(shenzhen.lon, 4)
    expect(lat).toBeCloseTo(shenzhen.lat, 4)
  },
)

test('where one looked last is kept for the next screen', () => {
  const baseMap = baseMapById('offline')
  readCamera(createView(baseMap, shenzhen, undefined), projections[baseMap.projection])
  expect(lastCamera().lon).toBeCloseTo(shenzhen.lon, 6)
  expect(lastCamera().groundM).toBeCloseTo(shenzhen.groundM, 3)
})

test('one scale of zoom for all projections: the ground a pixel shows', () => {
  const baseMap = baseMapById('offline')
  const zoom = (groundM: number) =>
    commonZoom(createView(baseMap, { ...shenzhen, groundM }, undefined), projections[baseMap.projection])
  expect(zoom(10) - zoom(20)).toBeCloseTo(1, 3)
})
