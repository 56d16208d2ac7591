import { type CarIconState, carIconStates } from '@trackway/core/codes/states.ts'
import { expect, test, vi } from 'vitest'
import { projections } from '../projections.ts'
import { anEmptyMap, pixelOf } from '../testing/render-on-map.tsx'
import { Fleet } from './fleet.ts'
import { FleetLayer } from './fleet-layer.ts'
import { stateColour } from './state-colours.ts'

const projection = projections['EPSG:3857']

/** Devices at pixels of the map, each with a state. */
function aFleetLayer(places: [x: number, y: number, state?: CarIconState][]) {
  const map = anEmptyMap()
  map.getView().setResolution(50)
  const fleet = new Fleet(projection)
  fleet.resize(places.length)
  for (const [row, [x, y, state = carIconStates.stop]] of places.entries()) {
    const [lon, lat] = projection.toWgs84((x - 200) * 50, (150 - y) * 50)
    fleet.place(row, { lon, lat, courseDeg: 0, speedKmh: 0, state, fixTime: 1 }, 0)
    fleet.isShown[row] = 1
    fleet.names[row] = `B${row}`
  }
  const onFollow = vi.fn()
  const onUnnamed = vi.fn()
  const layer = new FleetLayer({ fleet, fontFamily: 'sans-serif', onFollow, onUnnamed })
  map.addLayer(layer)
  map.renderSync()
  return { map, fleet, layer, onFollow }
}
const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const colourAt = (map: Parameters<typeof pixelOf>[0], x: number, y: number) => pixelOf(map, x, y).slice(0, 3)

test('a device is drawn at its place in the colour of its state, and found there', () => {
  const { map, layer } = aFleetLayer([
    [100, 100, carIconStates.stop],
    [300, 200, carIconStates.offline],
  ])
  // Beneath the picture of the vehicle, which is white.
  expect(colourAt(map, 100, 111)).toEqual(rgb(stateColour(carIconStates.stop, false)))
  expect(colourAt(map, 300, 190)).toEqual(rgb(stateColour(carIconStates.offline, false)))
  expect(pixelOf(map, 200, 50)[3]).toBe(0)
  expect(layer.deviceAt(105, 95)).toBe(0)
  expect(layer.deviceAt(300, 200)).toBe(1)
  expect(layer.deviceAt(200, 50)).toBeNull()
  expect(layer.inViewCount).toBe(2)
})

test('on a dark map it has the colour for the dark', () => {
  const { map, layer } = aFleetLayer([[100, 100]])
  layer.show({ isDark: true })
  expect(colourAt(map, 100, 111)).toEqual(rgb(stateColour(carIconStates.stop, true)))
})

test('one that is hidden is neither drawn nor found, but for the one whose card is open', () => {
  const { map, fleet, layer } = aFleetLayer([
    [100, 100],
    [300, 200],
  ])
  fleet.isShown.fill(0)
  map.renderSync()
  expect(layer.deviceAt(100, 100)).toBeNull()
  layer.show({ selected: 1 })
  map.renderSync()
  expect(layer.deviceAt(300, 200)).toBe(1)
})

test('those that would cover one another are one cluster, which knows its members', () => {
  const { map, layer } = aFleetLayer([
    [200, 150],
    [210, 155],
    [205, 140],
  ])
  map.getView().setResolution(5000)
  map.renderSync()
  const cluster = layer.clusterAt(200, 150)
  expect(cluster).toMatchObject({ count: 3 })
  expect(cluster!.states[carIconStates.stop]).toBe(3)
  expect(layer.clusterAt(300, 50)).toBeNull()
  // The ring of a cluster of three parked vehicles.
  const ring = Array.from({ length: 30 }, (_, n) => colourAt(map, 200 + n, 150).join())
  expect(ring).toContain(rgb(stateColour(carIconStates.stop, false)).join())
})

test('without clusters each has a mark of its own', () => {
  const { map, layer } = aFleetLayer([
    [200, 150],
    [210, 155],
  ])
  layer.show({ isClustered: false })
  map.getView().setResolution(5000)
  map.renderSync()
  expect(layer.clusterAt(200, 150)).toBeNull()
  expect(layer.deviceAt(200, 150)).not.toBeNull()
})

test('what moves by less than a pixel is not painted again, another state is', async () => {
  const { map, fleet, layer } = aFleetLayer([[100, 100]])
  const [lon, lat] = projection.toWgs84((100.2 - 200) * 50, (150 - 100) * 50)
  const update = { lon, lat, courseDeg: 0, speedKmh: 0, fixTime: 2 }
  const canvas = map.getViewport()!.querySelector<HTMLCanvasElement>('.tw-fleet')!
  const painted = vi.spyOn(canvas.getContext('2d')!, 'clearRect')
  fleet.place(0, { ...update, state: carIconStates.stop }, 0)
  layer.repaintFleet()
  // In view it is found at its new place in any case.
  await expect.poll(() => fleet.lon[0]).toBe(lon)
  fleet.place(0, { ...update, state: carIconStates.offline }, 0)
  layer.repaintFleet()
  await expect.poll(() => painted.mock.calls.length).toBe(1)
})

test('the map receives the position of the followed device', async () => {
  const { fleet, layer, onFollow } = aFleetLayer([[100, 100]])
  layer.show({ followed: 0 })
  await expect.poll(() => onFollow.mock.calls.length).toBeGreaterThan(0)
  expect(onFollow).toHaveBeenLastCalledWith(fleet.x[0], fleet.y[0])
})

test('a device is seen on the copy of the world that the map shows', () => {
  const { map, layer } = aFleetLayer([[100, 100]])
  const [west, , east] = projection.extent
  map.getView().setCenter([east - west, 0])
  map.renderSync()
  expect(layer.deviceAt(100, 100)).toBe(0)
})
