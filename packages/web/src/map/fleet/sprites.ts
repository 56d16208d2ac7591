import { type IconType, iconTypes } from '@trackway/core/codes/icon-types.ts'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import { type StateLook, stateColour, stateCount, stateLooks } from './state-colours.ts'

/** Pictures in a box of 24, drawn seen from the side, as the field's users know them. */
const iconPaths: Record<IconType, string> = {
  car: 'M5 10.2 6.6 6.4C6.9 5.6 7.6 5 8.5 5h7c.9 0 1.6.6 1.9 1.4L19 10.2c.9.3 1.5 1 1.5 2V17c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-1H6.3v1c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-4.8c0-1 .6-1.7 1.5-2zM7.1 10h9.8l-1.2-3H8.3zM6.5 14a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm11 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  taxi: 'M10 3h4v2h1.5c.9 0 1.6.6 1.9 1.4L19 10.2c.9.3 1.5 1 1.5 2V17c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-1H6.3v1c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-4.8c0-1 .6-1.7 1.5-2l1.6-3.8C6.9 5.6 7.6 5 8.5 5H10zM7.1 10h9.8l-1.2-3H8.3zM6.5 14a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm11 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  van: 'M3 7c0-.6.4-1 1-1h11c.5 0 1 .2 1.4.6l3.7 3.9c.5.5.9 1.2.9 2V16c0 .6-.4 1-1 1h-1.1a2.5 2.5 0 0 1-4.8 0H9.9a2.5 2.5 0 0 1-4.8 0H4c-.6 0-1-.4-1-1zm11 1v3h4l-2.8-3zM7.5 17.5a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm9 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  truck:
    'M2 6.5c0-.6.4-1 1-1h10c.6 0 1 .4 1 1V9h3.2c.6 0 1.1.3 1.5.7l2.7 3.2c.4.4.6.9.6 1.5V16c0 .6-.4 1-1 1h-.6a2.5 2.5 0 0 1-4.8 0H9.4a2.5 2.5 0 0 1-4.8 0H3c-.6 0-1-.4-1-1zM15.5 10.5v2.7h4l-2.2-2.7zM7 17.5a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm11 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  bus: 'M5.5 4h13C19.3 4 20 4.7 20 5.5V16c0 .8-.5 1.4-1.2 1.6V19c0 .6-.4 1-1 1H17c-.6 0-1-.4-1-1v-1H8v1c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-1.4C4.5 17.4 4 16.8 4 16V5.5C4 4.7 4.7 4 5.5 4zM6 6.5V12h12V6.5zm1.3 9.3a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2zm9.4 0a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2z',
  motorcycle:
    'M13 5h3.2l1.7 4.3A4 4 0 1 1 14.6 14h-2.2A4 4 0 1 1 9 9.2L7 8H4V6.2h3.7l4 2.3h3.7L14.7 6.8H13zM5.5 15.2a2 2 0 1 0 .1-4 2 2 0 0 0-.1 4zm13 0a2 2 0 1 0 .1-4 2 2 0 0 0-.1 4z',
  machine:
    'M3 16.5h11a2 2 0 0 1 0 4H3a2 2 0 0 1 0-4zM4 9h5V6h4c.5 0 .9.3 1 .8l1.3 5.2H17l1.5-5.5 1.8.5-1.8 7.5H4zm6.5-1.5V11h2.6l-.8-3.5z',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm0 1.5c-4 0-7.5 2-7.5 5V20h15v-2.5c0-3-3.5-5-7.5-5z',
  asset: 'M12 3l8 4v10l-8 4-8-4V7zm0 2.3L7 7.8l5 2.5 5-2.5zM6 9.5v6.3l5 2.5V12zm12 0L13 12v6.3l5-2.5z',
}

/** Directions a mark is drawn for; 5 degrees are below what the eye sees at this size. */
export const headingSteps = 72
/**
 * The measures of a mark from its middle, CSS pixels. A cell holds the tip of the arrow with its rim and shadow: what
 * reached into the next cell would show beside another mark.
 */
interface MarkSize {
  cellPx: number
  rimPx: number
  squarePx: number
  cornerPx: number
  diamondPx: number
  dotPx: number
  ringPx: number
}
/** With the picture of its vehicle. */
export const largeMark: MarkSize = {
  cellPx: 56,
  rimPx: 5,
  squarePx: 12.5,
  cornerPx: 7,
  diamondPx: 16.5,
  dotPx: 12,
  ringPx: 13,
}
export const smallMark: MarkSize = {
  cellPx: 32,
  rimPx: 3.5,
  squarePx: 6,
  cornerPx: 3,
  diamondPx: 8,
  dotPx: 5,
  ringPx: 6.5,
}
export const picturePx = 18

type Canvas = OffscreenCanvas | HTMLCanvasElement
type CanvasContext = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/**
 * All marks drawn once, so that putting one on the map is a single copy: `large` and `small` have a row for
 * each state and a column for each heading, `pictures` a column for each kind of vehicle.
 */
export interface SpriteAtlas {
  pixelRatio: number
  isDark: boolean
  large: Canvas
  small: Canvas
  pictures: Canvas
}

export function drawAtlas(pixelRatio: number, isDark: boolean): SpriteAtlas {
  return {
    pixelRatio,
    isDark,
    large: drawMarks(pixelRatio, isDark, largeMark),
    small: drawMarks(pixelRatio, isDark, smallMark),
    pictures: drawPictures(pixelRatio, isDark),
  }
}

export function headingColumn(headingDeg: number): number {
  return Math.round((headingDeg * headingSteps) / 360) % headingSteps
}

function newCanvas(width: number, height: number): { canvas: Canvas; context: CanvasContext } {
  const canvas = new OffscreenCanvas(width, height)
  return { canvas, context: canvas.getContext('2d')! }
}

function drawMarks(pixelRatio: number, isDark: boolean, size: MarkSize): Canvas {
  const cell = Math.round(size.cellPx * pixelRatio)
  const { canvas, context } = newCanvas(cell * headingSteps, cell * stateCount)
  for (let state = 0; state < stateCount; state++) {
    for (let step = 0; step < headingSteps; step++) {
      context.save()
      context.translate((step + 0.5) * cell, (state + 0.5) * cell)
      context.scale(cell / size.cellPx, cell / size.cellPx)
      drawMark(context, state as CarIconState, (step * 2 * Math.PI) / headingSteps, isDark, size)
      context.restore()
    }
  }
  return canvas
}

function drawMark(
  context: CanvasContext,
  state: CarIconState,
  angle: number,
  isDark: boolean,
  size: MarkSize,
): void {
  const { shape } = stateLooks[state]
  const colour = stateColour(state, isDark)
  const rim = isDark ? '#0c1519' : '#ffffff'
  const outline = outlineOf(shape, size)
  // What does not move stays upright: a tilted square or diamond would read as another shape.
  if (shape === 'arrow') context.rotate(angle)
  context.lineJoin = 'round'
  context.shadowColor = 'rgb(8 24 32 / 35%)'
  context.shadowBlur = 3
  context.shadowOffsetY = 1
  context.strokeStyle = rim
  context.lineWidth = size.rimPx
  context.stroke(outline)
  context.shadowColor = 'transparent'
  context.fillStyle = colour
  context.fill(outline)
  if (shape !== 'ring') return
  context.beginPath()
  if (size === largeMark) {
    context.arc(0, 0, 15, 0, 2 * Math.PI)
    context.strokeStyle = colour
    context.lineWidth = 1.6
    context.setLineDash([3.2, 2.6])
    context.stroke()
  } else {
    context.arc(0, 0, 2.6, 0, 2 * Math.PI)
    context.fillStyle = rim
    context.fill()
  }
}

/** A shape around its middle; that of what moves has its nose up. */
function outlineOf(shape: StateLook['shape'], size: MarkSize): Path2D {
  const path = new Path2D()
  const { squarePx, diamondPx } = size
  switch (shape) {
    case 'arrow':
      if (size === smallMark) return polygon([0, -9.5], [7, 8], [0, 4.5], [-7, 8])
      path.moveTo(0, -21)
      path.lineTo(8.5, -11)
      path.arc(0, 0, 13.8, -0.9, Math.PI + 0.9)
      path.closePath()
      break
    case 'square':
      path.roundRect(-squarePx, -squarePx, 2 * squarePx, 2 * squarePx, size.cornerPx)
      break
    case 'diamond':
      return polygon([0, -diamondPx], [diamondPx, 0], [0, diamondPx], [-diamondPx, 0])
    default:
      path.arc(0, 0, shape === 'dot' ? size.dotPx : size.ringPx, 0, 2 * Math.PI)
  }
  return path
}

function polygon(...corners: [x: number, y: number][]): Path2D {
  const path = new Path2D()
  for (const [x, y] of corners) path.lineTo(x, y)
  path.closePath()
  return path
}

function drawPictures(pixelRatio: number, isDark: boolean): Canvas {
  const cell = Math.round(picturePx * pixelRatio)
  const { canvas, context } = newCanvas(cell * iconTypes.length, cell)
  // The colours of dark maps are light.
  context.fillStyle = isDark ? '#0b1418' : '#ffffff'
  for (const [column, icon] of iconTypes.entries()) {
    context.setTransform(cell / 24, 0, 0, cell / 24, column * cell, 0)
    context.fill(new Path2D(iconPaths[icon]), 'evenodd')
  }
  return canvas
}
