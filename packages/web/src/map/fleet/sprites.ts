import { type CarIconState, carIconStates } from '@trackway/core/codes/states.ts'
import { iconPaths, iconTypes } from './icon-types.ts'
import { stateColour, stateLooks } from './state-colours.ts'

/** Directions a mark is drawn for; 5 degrees are below what the eye sees at this size. */
export const headingSteps = 72
/** CSS pixels of a cell of the two atlases: a mark with the picture of its vehicle, and a plain small one. */
export const largeMarkPx = 46
export const smallMarkPx = 26

const stateCount = Object.keys(carIconStates).length
type Canvas = OffscreenCanvas | HTMLCanvasElement

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

export const picturePx = 18

export function drawAtlas(pixelRatio: number, isDark: boolean): SpriteAtlas {
  return {
    pixelRatio,
    isDark,
    large: drawMarks(pixelRatio, isDark, largeMarkPx, drawLargeMark),
    small: drawMarks(pixelRatio, isDark, smallMarkPx, drawSmallMark),
    pictures: drawPictures(pixelRatio, isDark),
  }
}

export function headingColumn(headingDeg: number): number {
  return Math.round((headingDeg * headingSteps) / 360) % headingSteps
}

type DrawMark = (context: CanvasContext, state: CarIconState, colour: string, rim: string) => void
type CanvasContext = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

function newCanvas(width: number, height: number): { canvas: Canvas; context: CanvasContext } {
  const canvas = new OffscreenCanvas(width, height)
  return { canvas, context: canvas.getContext('2d')! }
}

function drawMarks(pixelRatio: number, isDark: boolean, cellPx: number, draw: DrawMark): Canvas {
  const cell = Math.round(cellPx * pixelRatio)
  const { canvas, context } = newCanvas(cell * headingSteps, cell * stateCount)
  const rim = isDark ? '#0c1519' : '#ffffff'
  for (let state = 0; state < stateCount; state++) {
    for (let step = 0; step < headingSteps; step++) {
      context.save()
      context.translate((step + 0.5) * cell, (state + 0.5) * cell)
      context.scale(cell / cellPx, cell / cellPx)
      context.rotate((step * 2 * Math.PI) / headingSteps)
      draw(context, state as CarIconState, stateColour(state as CarIconState, isDark), rim)
      context.restore()
    }
  }
  return canvas
}

/** A puck of 30 px in the shape of the state; what moves has a nose in the direction of its course. */
const drawLargeMark: DrawMark = (context, state, colour, rim) => {
  const { shape } = stateLooks[state]
  const path = new Path2D()
  const upright = new Path2D()
  if (shape === 'arrow') {
    path.moveTo(0, -21)
    path.lineTo(8.5, -11)
    path.arc(0, 0, 13.8, -0.9, Math.PI + 0.9)
    path.closePath()
  } else if (shape === 'square') {
    upright.roundRect(-12.5, -12.5, 25, 25, 7)
  } else if (shape === 'diamond') {
    upright.moveTo(0, -16.5)
    upright.lineTo(16.5, 0)
    upright.lineTo(0, 16.5)
    upright.lineTo(-16.5, 0)
    upright.closePath()
  } else {
    upright.arc(0, 0, shape === 'dot' ? 12 : 13, 0, 2 * Math.PI)
  }
  // Only the nose turns: a tilted square or diamond would read as another shape.
  const angle = context.getTransform()
  fillWithRim(context, path, colour, rim, 5)
  context.setTransform(angle.a === angle.d && angle.b === 0 ? angle : straightened(angle))
  fillWithRim(context, upright, colour, rim, 5)
  if (shape === 'ring') {
    context.beginPath()
    context.arc(0, 0, 15, 0, 2 * Math.PI)
    context.strokeStyle = colour
    context.lineWidth = 1.6
    context.setLineDash([3.2, 2.6])
    context.stroke()
  }
}

const drawSmallMark: DrawMark = (context, state, colour, rim) => {
  const { shape } = stateLooks[state]
  const path = new Path2D()
  if (shape === 'arrow') {
    path.moveTo(0, -9.5)
    path.lineTo(7, 8)
    path.lineTo(0, 4.5)
    path.lineTo(-7, 8)
    path.closePath()
  } else {
    context.setTransform(straightened(context.getTransform()))
    if (shape === 'square') path.roundRect(-6, -6, 12, 12, 3)
    else if (shape === 'diamond') {
      path.moveTo(0, -8)
      path.lineTo(8, 0)
      path.lineTo(0, 8)
      path.lineTo(-8, 0)
      path.closePath()
    } else path.arc(0, 0, shape === 'dot' ? 5 : 6.5, 0, 2 * Math.PI)
  }
  fillWithRim(context, path, colour, rim, 3.5)
  if (shape === 'ring') {
    context.beginPath()
    context.arc(0, 0, 2.6, 0, 2 * Math.PI)
    context.fillStyle = rim
    context.fill()
  }
}

function fillWithRim(context: CanvasContext, path: Path2D, colour: string, rim: string, rimPx: number): void {
  context.lineJoin = 'round'
  context.shadowColor = 'rgb(8 24 32 / 35%)'
  context.shadowBlur = 3
  context.shadowOffsetY = 1
  context.strokeStyle = rim
  context.lineWidth = rimPx
  context.stroke(path)
  context.shadowColor = 'transparent'
  context.fillStyle = colour
  context.fill(path)
}

/** The same place and scale without the rotation. */
function straightened(m: DOMMatrix): DOMMatrix {
  const scale = Math.hypot(m.a, m.b)
  return new DOMMatrix([scale, 0, 0, scale, m.e, m.f])
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
