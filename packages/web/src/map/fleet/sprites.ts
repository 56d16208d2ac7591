import { iconTypes } from '@trackway/core/codes/icon-types.ts'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import { iconPaths } from './icon-types.ts'
import { type StateLook, stateColour, stateCount, stateLooks } from './state-colours.ts'

/** Directions a mark is drawn for; 5 degrees are below what the eye sees at this size. */
export const headingSteps = 72
/**
 * The measures of a mark from its middle, CSS pixels. A cell holds the tip of the arrow with its rim and shadow: what
 * reached into the next cell would stand beside another mark.
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
