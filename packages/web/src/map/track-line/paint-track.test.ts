import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projections } from '../projections.ts'
import { toLineChunk } from './line-chunk.ts'
import { type PaintLook, paintTrack } from './paint-track.ts'
import { placeChunk } from './placed-chunk.ts'
import { speedBands } from './speed-bands.ts'

/** Writes down with which colour and width each line is stroked, and how often something is filled. */
function aContext() {
  const strokes: { colour: string; width: number; isDashed: boolean }[] = []
  let fills = 0
  let isEmpty = true
  let isDashed = false
  const context = {
    strokeStyle: '',
    lineWidth: 0,
    beginPath: () => {
      isEmpty = true
    },
    lineTo: () => {
      isEmpty = false
    },
    setLineDash: (dash: number[]) => {
      isDashed = dash.length > 0
    },
    stroke(path?: unknown) {
      if (!isEmpty || path) strokes.push({ colour: this.strokeStyle, width: this.lineWidth, isDashed })
    },
    fill: () => fills++,
  }
  const painted = new Proxy(context, {
    get: (target, name) => target[name as keyof typeof target] ?? (() => {}),
  })
  return { context: painted as unknown as OffscreenCanvasRenderingContext2D, strokes, fills: () => fills }
}

beforeEach(() =>
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
    },
  ),
)
afterEach(() => vi.unstubAllGlobals())

const point = (seconds: number, lon: number, speedKmh: number, quality = 0) => ({
  fixTime: seconds * 1000,
  latE7: 0,
  lonE7: Math.round(lon * 1e7),
  speedKmh,
  courseDeg: null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality,
})
const mercator = projections['EPSG:3857']
const chunks = [
  placeChunk(
    toLineChunk(
      toTrack([
        point(0, 0, 10),
        point(10, 0.01, 10),
        point(20, 0.02, 130),
        point(30, 0.03, 130, qualityBits.jump),
        point(1000, 0.04, 10),
      ]),
    ),
    mercator,
  ),
]
const view = { west: -1000, north: 3000, resolution: 10, groundM: 0.5, widthPx: 800, heightPx: 600 }
const plain: PaintLook = {
  isDark: false,
  pixelRatio: 1,
  colour: null,
  isBySpeed: true,
  isSmoothed: false,
  showsHidden: false,
}
const paint = (look: Partial<PaintLook> = {}) => {
  const canvas = aContext()
  paintTrack(canvas.context, chunks, view, { ...plain, ...look })
  return canvas
}

test('the active device has the colours of its speeds, on a rim', () => {
  const colours = paint().strokes.map(({ colour }) => colour)
  expect(colours).toContain(speedBands[0].light)
  expect(colours).toContain(speedBands[5].light)
  expect(paint().strokes.filter(({ width }) => width === 7)).toHaveLength(2)
})

test('the others have one colour', () => {
  const { strokes } = paint({ isBySpeed: false, colour: '#123456' })
  expect(new Set(strokes.filter(({ width }) => width === 3).map(({ colour }) => colour))).toEqual(
    new Set(['#123456']),
  )
})

test('a silence is dashed', () => expect(paint().strokes.filter(({ isDashed }) => isDashed)).toHaveLength(1))

test('points that are not on the line are crosses, only where they are wanted', () => {
  expect(paint().strokes.some(({ width }) => width === 1.75)).toBe(false)
  expect(paint({ showsHidden: true }).strokes.some(({ width }) => width === 1.75)).toBe(true)
})

test('on a dark map the colours are lighter', () =>
  expect(paint({ isDark: true }).strokes.map(({ colour }) => colour)).toContain(speedBands[5].dark))
