import type { FrameState } from 'ol/Map'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projections } from '../projections.ts'
import type { PaintOrder } from './line-canvas.ts'
import { type LinePainter, TrackLinesLayer } from './track-lines-layer.ts'

const look = {
  isDark: false,
  pixelRatio: 1,
  colour: null,
  isBySpeed: true,
  isSmoothed: false,
  showsHidden: false,
}
const mercator = projections['EPSG:3857']
const frame = (x = 0, resolution = 10) =>
  ({ viewState: { resolution, center: [x, 0] }, size: [800, 600] }) as unknown as FrameState

let drawn: unknown[] = []
let closed = 0

beforeEach(() => {
  drawn = []
  closed = 0
  const context = { drawImage: (bitmap: unknown) => drawn.push(bitmap), clearRect: () => {} }
  vi.stubGlobal('document', {
    createElement: () => ({ getContext: () => context, style: {}, append: () => {} }),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A painter that records its orders; `answers` false: it has been stopped, and returns null. */
function aPainter(answers = true) {
  const orders: PaintOrder[] = []
  const painter: LinePainter = {
    paint: async (order) => {
      orders.push(order)
      const { widthPx: width, heightPx: height } = order.view
      return answers ? ({ width, height, close: () => closed++ } as unknown as ImageBitmap) : null
    },
  }
  return { painter, orders }
}
/** Long enough for many rounds of painting, if there were any. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve()
}

test('a painter that has been stopped is asked once, not without end', async () => {
  const layer = new TrackLinesLayer(mercator)
  const { painter, orders } = aPainter(false)
  layer.setLines([{ painter, look }])
  layer.render(frame())
  await settle()
  expect(orders).toHaveLength(1)
})

test('lines of another range that replace those still being painted are painted, and shown', async () => {
  const layer = new TrackLinesLayer(mercator)
  const stopped = aPainter(false)
  layer.setLines([{ painter: stopped.painter, look }])
  layer.render(frame())
  const next = aPainter()
  layer.setLines([{ painter: next.painter, look }])
  await settle()
  expect(stopped.orders).toHaveLength(1)
  expect(next.orders.length).toBeGreaterThan(0)
  expect(drawn).toHaveLength(1)
})

test('a picture with a margin does for small moves; a large one asks for the next', async () => {
  const layer = new TrackLinesLayer(mercator)
  const { painter, orders } = aPainter()
  layer.setLines([{ painter, look }])
  layer.render(frame())
  await settle()
  layer.render(frame(300))
  await settle()
  expect(orders).toHaveLength(1)
  expect(orders[0]!.view).toMatchObject({ widthPx: 1120, heightPx: 840, west: -5600, north: 4200 })
  layer.render(frame(3000))
  await settle()
  expect(orders).toHaveLength(2)
})

test('while the map is dragged the last picture moves along', async () => {
  const layer = new TrackLinesLayer(mercator)
  layer.setLines([{ painter: aPainter().painter, look }])
  layer.render(frame())
  await settle()
  layer.render(frame(100))
  expect(layer.canvas.style.transform).toBe('translate(-170px, -120px) scale(1)')
})

test('of lines that are taken away and of a layer that is done with nothing is kept', async () => {
  const layer = new TrackLinesLayer(mercator)
  layer.setLines([{ painter: aPainter().painter, look }])
  layer.render(frame())
  await settle()
  layer.setLines([])
  expect(closed).toBe(1)
  layer.setLines([{ painter: aPainter().painter, look }])
  await settle()
  layer.dispose()
  expect(closed).toBe(2)
})
