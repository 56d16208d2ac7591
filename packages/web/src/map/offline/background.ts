import { fromWebMercator, toWebMercator } from '@trackway/core/geo/mercator.ts'
import { getRenderPixel } from 'ol/render'
import type RenderEvent from 'ol/render/Event'
import type { Palette } from './palette.ts'
import type { Place } from './places.ts'

/** Towns show as a wash on the land from here on; at city scale it is all that tells town from country. */
const townsFromZoom = 6.5
const graticuleFromZoom = 8
const graticuleSteps = [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
const graticuleGapPx = 110

/** Paints on the finished land, and only there: `source-atop` leaves the sea free. */
export function paintBackground(event: RenderEvent, palette: Palette, places: Place[]): void {
  const context = event.context as CanvasRenderingContext2D
  const frame = event.frameState!
  const zoom = frame.viewState.zoom
  if (zoom < townsFromZoom) return
  const { resolution, center } = frame.viewState
  const [width, height] = frame.size as [number, number]
  const origin = getRenderPixel(event, [0, 0])
  const corner = getRenderPixel(event, [width, height])
  context.save()
  context.translate(origin[0]!, origin[1]!)
  context.scale((corner[0]! - origin[0]!) / width, (corner[1]! - origin[1]!) / height)
  const toPx = (x: number, y: number): [number, number] => [
    (x - center[0]!) / resolution + width / 2,
    (center[1]! - y) / resolution + height / 2,
  ]
  context.globalCompositeOperation = 'source-atop'
  paintTowns(context, palette, places, zoom, resolution, toPx, width, height)
  context.globalCompositeOperation = 'source-over'
  if (zoom >= graticuleFromZoom) paintGraticule(context, palette, center, resolution, toPx, width, height)
  context.restore()
}

let wash: { colour: string; canvas: OffscreenCanvas } | null = null

/** A soft disc in the colour of towns, drawn once and scaled. */
function washCanvas(colour: string): OffscreenCanvas {
  if (wash?.colour === colour) return wash.canvas
  const canvas = new OffscreenCanvas(128, 128)
  const context = canvas.getContext('2d')!
  const gradient = context.createRadialGradient(64, 64, 0, 64, 64, 64)
  gradient.addColorStop(0, colour)
  gradient.addColorStop(0.45, `${colour}b0`)
  gradient.addColorStop(1, `${colour}00`)
  context.fillStyle = gradient
  context.fillRect(0, 0, 128, 128)
  wash = { colour, canvas }
  return canvas
}

function paintTowns(
  context: CanvasRenderingContext2D,
  palette: Palette,
  places: Place[],
  zoom: number,
  resolution: number,
  toPx: (x: number, y: number) => [number, number],
  width: number,
  height: number,
): void {
  const disc = washCanvas(palette.town)
  // Close by, the wash covers everything and only has to tell land that is built up.
  context.globalAlpha = Math.min(0.7, (zoom - townsFromZoom) * 0.4) * (zoom > 11 ? 0.65 : 1)
  for (const place of places) {
    const radius = place.radiusM / resolution
    if (radius < 3) continue
    const [x, y] = toPx(place.x, place.y)
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue
    context.drawImage(disc, x - radius, y - radius, 2 * radius, 2 * radius)
  }
  context.globalAlpha = 1
}

function paintGraticule(
  context: CanvasRenderingContext2D,
  palette: Palette,
  center: number[],
  resolution: number,
  toPx: (x: number, y: number) => [number, number],
  width: number,
  height: number,
): void {
  const [west, south] = fromWebMercator(
    center[0]! - (width / 2) * resolution,
    center[1]! - (height / 2) * resolution,
  )
  const [east, north] = fromWebMercator(
    center[0]! + (width / 2) * resolution,
    center[1]! + (height / 2) * resolution,
  )
  const degreesPerGap = ((east - west) / width) * graticuleGapPx
  const step = graticuleSteps.findLast((each) => each >= degreesPerGap) ?? graticuleSteps[0]!
  context.beginPath()
  for (let lon = Math.ceil(west / step) * step; lon <= east; lon += step) {
    const x = Math.round(toPx(toWebMercator(lon, 0)[0], 0)[0]) + 0.5
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
    const y = Math.round(toPx(0, toWebMercator(0, lat)[1])[1]) + 0.5
    context.moveTo(0, y)
    context.lineTo(width, y)
  }
  context.strokeStyle = palette.graticule
  context.lineWidth = 1
  context.stroke()
}
