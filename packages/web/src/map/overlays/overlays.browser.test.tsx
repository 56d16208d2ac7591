import { expect, test, vi } from 'vitest'
import { renderOnMap } from '../testing/render-on-map.tsx'
import type { LinePainter } from '../track-line/track-lines-layer.ts'
import { HighlightLayer } from './HighlightLayer.tsx'
import { MapPin } from './MapPins.tsx'
import { TrackLines } from './TrackLines.tsx'
import { type CursorPlace, VehicleCursor } from './VehicleCursor.tsx'

/** The position of an element's middle on the map. */
function middleOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
}

test('a highlight glows along its places, and goes when there are none', async () => {
  const places = [
    { lat: 0, lon: -1 },
    { lat: 0, lon: 1 },
  ]
  const { pixel, screen, map } = await renderOnMap(<HighlightLayer places={places} />)
  await expect.poll(() => pixel(200, 150)[3]).toBeGreaterThan(50)
  // A degree of the equator is 111 px, and the glow is 15 px wide.
  expect(pixel(300, 150)[3]).toBeGreaterThan(50)
  expect(pixel(340, 150)[3]).toBe(0)
  expect(pixel(200, 165)[3]).toBe(0)
  screen.unmount()
  expect(map.getLayers().getLength()).toBe(0)
})

test('a pin has its foot on its place', async () => {
  const { screen } = await renderOnMap(
    <MapPin lat={0} lon={0.9}>
      <div style={{ width: 40, height: 20 }} data-testid="pin" />
    </MapPin>,
  )
  await expect
    .poll(() => screen.baseElement.querySelector('[data-testid=pin]')?.getBoundingClientRect().toJSON())
    .toMatchObject({ left: expect.closeTo(280, 0), bottom: expect.closeTo(150, 0) })
})

function Cursor({ place }: { place: CursorPlace }) {
  const follow = (onPlace: (place: CursorPlace) => void) => {
    onPlace(place)
    return () => {}
  }
  return <VehicleCursor follow={follow} isFollowed={false} colour="#ff0000" isActive name="Van 1" />
}
const vehicleOf = (element: Element) => element.querySelector<HTMLElement>('[data-testid=vehicle]')!

test('the vehicle of a replay is at its place, turned along its course, with its name', async () => {
  const { screen } = await renderOnMap(<Cursor place={{ lat: 0, lon: 0.9, courseDeg: 90 }} />)
  await expect.poll(() => middleOf(vehicleOf(screen.baseElement))).toEqual({ x: 300, y: 150 })
  expect(vehicleOf(screen.baseElement).style.getPropertyValue('--course')).toBe('90deg')
  expect(vehicleOf(screen.baseElement).textContent).toBe('Van 1')
})

test.each([
  [true, 'moves with it'],
  [false, 'stays'],
])('when the vehicle comes near the edge and following is %s, the map %s', async (isFollowed) => {
  const place = { lat: 0, lon: 1.7, courseDeg: 90 }
  const follow = vi.fn<(onPlace: (place: CursorPlace | null) => void) => () => void>(() => () => {})
  const { map } = await renderOnMap(
    <VehicleCursor follow={follow} isFollowed={isFollowed} colour="#f00" isActive={false} name={null} />,
  )
  await expect.poll(() => follow.mock.calls.length).toBeGreaterThan(0)
  map.renderSync()
  follow.mock.lastCall![0](place)
  const [x] = map.getView().getCenter()!
  expect(Math.round(x! / 1000)).toBe(isFollowed ? 189 : 0)
})

test('a line is painted where its painter paints it, and again when it has grown', async () => {
  const look = {
    isDark: false,
    pixelRatio: 1,
    colour: null,
    isBySpeed: true,
    isSmoothed: false,
    showsHidden: false,
  }
  let colour = '#ff0000'
  const painter: LinePainter = {
    paint: async ({ view }) => {
      const canvas = new OffscreenCanvas(view.widthPx, view.heightPx)
      const context = canvas.getContext('2d')!
      context.fillStyle = colour
      // A kilometre east and north of 0, 0, in the pixels of the order.
      context.fillRect((1_000 - view.west) / view.resolution, (view.north - 11_000) / view.resolution, 10, 10)
      return canvas.transferToImageBitmap()
    },
  }
  const listeners: (() => void)[] = []
  const onGrowth = (listener: () => void) => {
    listeners.push(listener)
    return () => {}
  }
  const lines = [{ painter, look, onGrowth }]
  const { pixel } = await renderOnMap(<TrackLines lines={lines} />)
  await expect.poll(() => pixel(205, 145)).toEqual([255, 0, 0, 255])
  expect(pixel(195, 145)[3]).toBe(0)
  colour = '#0000ff'
  listeners[0]!()
  await expect.poll(() => pixel(205, 145)).toEqual([0, 0, 255, 255])
})
