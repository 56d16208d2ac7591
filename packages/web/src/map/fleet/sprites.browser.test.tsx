import { carIconStates } from '@trackway/core/codes/states.ts'
import { expect, test } from 'vitest'
import { drawAtlas, headingColumn, headingSteps, largeMark, smallMark } from './sprites.ts'
import { stateColour } from './state-colours.ts'

/** The pixels of a cell of an atlas. */
function cellOf(atlas: OffscreenCanvas, cellPx: number, column: number, line: number): ImageData {
  const context = atlas.getContext('2d') as OffscreenCanvasRenderingContext2D
  return context.getImageData(column * cellPx, line * cellPx, cellPx, cellPx)
}
const alphaAt = ({ data, width }: ImageData, x: number, y: number) => data[(y * width + x) * 4 + 3]!
const hex = ({ data, width }: ImageData, x: number, y: number) =>
  `#${[0, 1, 2].map((n) => data[(y * width + x) * 4 + n]!.toString(16).padStart(2, '0')).join('')}`

test.each([
  ['large', largeMark.cellPx],
  ['small', smallMark.cellPx],
] as const)('no %s mark reaches into the cell of another', (name, cellPx) => {
  const atlas = drawAtlas(1, false)[name] as OffscreenCanvas
  for (const state of Object.values(carIconStates)) {
    for (let column = 0; column < headingSteps; column += 9) {
      const cell = cellOf(atlas, cellPx, column, state)
      for (let n = 0; n < cellPx; n++) {
        const edges = [
          alphaAt(cell, n, 0),
          alphaAt(cell, n, cellPx - 1),
          alphaAt(cell, 0, n),
          alphaAt(cell, cellPx - 1, n),
        ]
        // What an eye could see: a shadow ends in traces of one in 255.
        expect(Math.max(...edges), `state ${state}, column ${column}, at ${n}`).toBeLessThan(8)
      }
    }
  }
})

test.each([false, true])('each state has its colour in the middle, dark %s', (isDark) => {
  const atlas = drawAtlas(1, isDark).large as OffscreenCanvas
  const middle = largeMark.cellPx / 2
  for (const state of Object.values(carIconStates))
    expect(hex(cellOf(atlas, largeMark.cellPx, 0, state), middle, middle)).toBe(stateColour(state, isDark))
})

test('what moves turns its nose; what is parked is upright at every heading', () => {
  const atlas = drawAtlas(1, false).large as OffscreenCanvas
  const middle = largeMark.cellPx / 2
  const at = (state: number, headingDeg: number, x: number, y: number) =>
    alphaAt(cellOf(atlas, largeMark.cellPx, headingColumn(headingDeg), state), middle + x, middle + y)
  const { moving, stop } = carIconStates
  expect(at(moving, 0, 0, -19)).toBe(255)
  expect(at(moving, 90, 0, -19)).toBeLessThan(100)
  expect(at(moving, 90, 19, 0)).toBe(255)
  // The corner of a square, which a turned one would not have.
  for (const headingDeg of [0, 45, 90]) expect(at(stop, headingDeg, 10, 10)).toBe(255)
})

test.each([
  [0, 0],
  [2, 0],
  [90, 18],
  [357, 71],
  [358, 0],
])('%d degrees are in column %d', (headingDeg, column) => expect(headingColumn(headingDeg)).toBe(column))
