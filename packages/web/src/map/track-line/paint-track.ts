import type { PlacedChunk } from './placed-chunk.ts'
import { speedBands } from './speed-bands.ts'
import { originXIn, type PaintView, type Ways, waysIn } from './view-ways.ts'

/** The style of a track. */
export interface PaintLook {
  isDark: boolean
  pixelRatio: number
  /** The colour of its device: of the whole line, or of the rim of a line coloured by speed; null: no rim. */
  colour: string | null
  /** Coloured by speed, with arrows: the active device. */
  isBySpeed: boolean
  /** The line runs smoothly past its fixes instead of through them. */
  isSmoothed: boolean
  /** Draws the points that are not on the line. */
  showsHidden: boolean
}

type Context = OffscreenCanvasRenderingContext2D

/** A stroke of more ways than this takes longer than the same ways in several. */
const waysPerStroke = 400
const denseWays = 12_000
const hiddenCellPx = 5
const crossPx = 3.2

/** Paints what a view shows of a track. @param chunks in order of time */
export function paintTrack(
  ctx: Context,
  chunks: readonly PlacedChunk[],
  view: PaintView,
  look: PaintLook,
): void {
  const { isDark, colour, isBySpeed } = look
  ctx.setTransform(look.pixelRatio, 0, 0, look.pixelRatio, 0, 0)
  const { bands, gaps, arrows } = waysIn(chunks, view)
  // Where lines lie this close nobody sees their corners, and round ones take three times as long.
  const isDense = bands.reduce((sum, { length }) => sum + length, 0) > denseWays * 4
  ctx.lineCap = isDense ? 'butt' : 'round'
  ctx.lineJoin = isDense ? 'bevel' : 'round'
  const plainRim = isDark ? 'rgba(8,14,17,.75)' : 'rgba(255,255,255,.85)'

  ctx.setLineDash([2, 7])
  stroke(ctx, gaps, colour ?? (isDark ? '#8fa0a8' : '#5e6d76'), 2)
  ctx.setLineDash([])
  // A rim in the device's own colour marks whose line it is; a plain one keeps it apart from the map.
  if (isBySpeed && colour) for (const band of bands) stroke(ctx, band, colour, 9)
  for (const band of bands) stroke(ctx, band, plainRim, isBySpeed && colour ? 5.5 : isBySpeed ? 7 : 5.5)
  for (const [index, band] of bands.entries()) {
    const bandColour = speedBands[index]![isDark ? 'dark' : 'light']
    stroke(ctx, band, isBySpeed ? bandColour : (colour ?? bandColour), isBySpeed ? 4 : 3)
  }
  if (isBySpeed) paintArrows(ctx, arrows, isDark)
  if (look.showsHidden) paintHidden(ctx, chunks, view, isDark)
}

function stroke(ctx: Context, ways: Ways, colour: string, width: number): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = width
  for (let from = 0; from < ways.length; from += waysPerStroke * 4) {
    ctx.beginPath()
    const end = Math.min(from + waysPerStroke * 4, ways.length)
    for (let n = from; n < end; n += 4) {
      const isGoingOn = n > from && ways[n] === ways[n - 2] && ways[n + 1] === ways[n - 1]
      if (!isGoingOn) ctx.moveTo(ways[n]!, ways[n + 1]!)
      ctx.lineTo(ways[n + 2]!, ways[n + 3]!)
    }
    ctx.stroke()
  }
}

/** Small darts across the line, as wide as it is. */
function paintArrows(ctx: Context, arrows: readonly number[], isDark: boolean): void {
  ctx.fillStyle = isDark ? '#0c1519' : '#ffffff'
  ctx.strokeStyle = isDark ? 'rgba(255,255,255,.65)' : 'rgba(20,35,43,.7)'
  ctx.lineWidth = 1
  for (let n = 0; n < arrows.length; n += 3) {
    ctx.save()
    ctx.translate(arrows[n]!, arrows[n + 1]!)
    ctx.rotate(arrows[n + 2]!)
    ctx.beginPath()
    ctx.moveTo(6, 0)
    ctx.lineTo(-4, -4.5)
    ctx.lineTo(-1.5, 0)
    ctx.lineTo(-4, 4.5)
    ctx.closePath()
    ctx.fill()
    ctx.stroke()
    ctx.restore()
  }
}

function paintHidden(ctx: Context, chunks: readonly PlacedChunk[], view: PaintView, isDark: boolean): void {
  const columns = Math.ceil(view.widthPx / hiddenCellPx) + 1
  const taken = new Uint8Array(columns * (Math.ceil(view.heightPx / hiddenCellPx) + 1))
  const path = new Path2D()
  for (const placed of chunks) {
    const { originY, hiddenX, hiddenY } = placed
    const originX = originXIn(view, placed)
    for (let i = 0; i < hiddenX.length; i++) {
      const x = (hiddenX[i]! + originX - view.west) / view.resolution
      const y = (view.north - hiddenY[i]! - originY) / view.resolution
      if (x < 0 || y < 0 || x >= view.widthPx || y >= view.heightPx) continue
      const cell = Math.floor(y / hiddenCellPx) * columns + Math.floor(x / hiddenCellPx)
      if (taken[cell]) continue
      taken[cell] = 1
      path.moveTo(x - crossPx, y - crossPx)
      path.lineTo(x + crossPx, y + crossPx)
      path.moveTo(x - crossPx, y + crossPx)
      path.lineTo(x + crossPx, y - crossPx)
    }
  }
  ctx.strokeStyle = isDark ? '#0c1519' : '#ffffff'
  ctx.lineWidth = 4
  ctx.stroke(path)
  ctx.strokeStyle = isDark ? '#f0716c' : '#c9302c'
  ctx.lineWidth = 1.75
  ctx.stroke(path)
}
