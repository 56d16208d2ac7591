import type OlMap from 'ol/Map'
import { expect, test } from 'vitest'
import { Box } from '../../testing/Box.tsx'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { useBaseMap } from '../base/use-base-map.ts'
import { projections } from '../projections.ts'
import { anEmptyMap, renderOnMap } from '../testing/render-on-map.tsx'
import { easeTo, fitBox } from './camera.ts'
import { MapControls } from './MapControls.tsx'
import { MapView } from './MapView.tsx'
import { useMap } from './map-context.ts'
import { useSettledView } from './use-settled-view.ts'

const projection = projections['EPSG:3857']
const box = { west: 100, south: 20, east: 102, north: 21 }

test('a box is seen whole, beside what is kept free', () => {
  const map = anEmptyMap()
  fitBox(map, projection, box, { padding: [10, 20, 30, 140], duration: 0 })
  map.renderSync()
  const [left, bottom] = map.getPixelFromCoordinate(projection.fromWgs84(100, 20))
  const [right, top] = map.getPixelFromCoordinate(projection.fromWgs84(102, 21))
  expect(left).toBeGreaterThanOrEqual(139)
  expect(right).toBeLessThanOrEqual(381)
  expect(top).toBeGreaterThanOrEqual(9)
  expect(bottom).toBeLessThanOrEqual(271)
  expect(right! - left!).toBeCloseTo(240, 0)
})

test('a map that is not laid out yet shows the box once it has a size', () => {
  const map = anEmptyMap()
  const target = map.getTargetElement()
  map.setTarget(undefined)
  map.setSize(undefined)
  fitBox(map, projection, box, { duration: 0 })
  expect(map.getView().getCenter()).toEqual([0, expect.closeTo(0, 6)])
  map.setTarget(target)
  const [lon, lat] = projection.toWgs84(...(map.getView().getCenter() as [number, number]))
  expect([lon, lat]).toEqual([expect.closeTo(101, 1), expect.closeTo(20.5, 1)])
})

test('a place comes to the middle at the given scale', async () => {
  const map = anEmptyMap()
  easeTo(map, projection, 10, 20, 9)
  await expect.poll(() => map.getView().getAnimating()).toBe(false)
  expect(map.getView().getZoom()).toBeCloseTo(9, 3)
  expect(map.getView().getCenter()).toEqual(projection.fromWgs84(10, 20).map((m) => expect.closeTo(m, 0)))
})

function Zoom() {
  const zoom = useSettledView((map) => Math.round(map.getView().getZoom() ?? 0))
  return <output>{zoom}</output>
}

test('what is read of the map is read again when it has come to rest, and the buttons zoom it', async () => {
  const { screen, map } = await renderOnMap(
    <>
      <MapControls />
      <Zoom />
    </>,
  )
  const read = () => Number(screen.getByRole('status').element().textContent)
  const before = Math.round(map.getView().getZoom()!)
  await expect.poll(read).toBe(before)
  await screen.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(read).toBe(before + 1)
  await screen.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(read).toBe(before)
})

let map: OlMap | undefined

function TakeMap() {
  map = useMap().map
  return null
}

test('a map beside others goes on showing its place when the base map or its settings change', async () => {
  startFakeServer()
  useBaseMap.setState({ chosen: 'offline', shown: 'offline' })
  await renderInApp(
    <Box position="fixed" inset={0}>
      <MapView isApart>
        <TakeMap />
      </MapView>
    </Box>,
  )
  await expect.poll(() => map).toBeDefined()
  fitBox(map!, projection, box, { duration: 0 })
  const before = map!.getView()
  const center = before.getCenter()!
  useBaseMap.setState(({ settings }) => ({ settings: { ...settings } }))
  await expect.poll(() => map!.getView() === before).toBe(false)
  expect(map!.getView().getCenter()).toEqual(center.map((m) => expect.closeTo(m, 0)))
})
