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

/** What one looks at, and how to draw on it in CSS pixels. */
interface Sheet {
  context: CanvasRenderingContext2D
  palette: Palette
  zoom: number
  resolution: number
  width: number
  height: number
  /** Metres of Web Mercator at the upper left corner. */
  west: number
  north: number
}

/** Paints on the finished land, and only there: `source-atop` leaves the sea free. */
export function paintBackground(event: RenderEvent, palette: Palette, places: Place[]): void {
  const context = event.context as CanvasRenderingContext2D
  const { viewState, size } = event.frameState!
  const { zoom, resolution, center } = viewState
  if (zoom < townsFromZoom) return
  const [width, height] = size as [number, number]
  const west = center[0]! - (width / 2) * resolution
  const north = center[1]! + (height / 2) * resolution
  const sheet: Sheet = { context, palette, zoom, resolution, width, height, west, north }
  const origin = getRenderPixel(event, [0, 0])
  const corner = getRenderPixel(event, [width, height])
  context.save()
  context.translate(origin[0]!, origin[1]!)
  context.scale((corner[0]! - origin[0]!) / width, (corner[1]! - origin[1]!) / height)
  context.globalCompositeOperation = 'source-atop'
  paintTowns(sheet, places)
  context.globalCompositeOperation = 'source-over'
  if (zoom >= graticuleFromZoom) paintGraticule(sheet)
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

function paintTowns(sheet: Sheet, places: Place[]): void {
  const { context, palette, zoom, resolution, width, height, west, north } = sheet
  const disc = washCanvas(palette.town)
  // Close by, the wash covers everything and only has to tell land that is built up.
  context.globalAlpha = Math.min(0.7, (zoom - townsFromZoom) * 0.4) * (zoom > 11 ? 0.65 : 1)
  for (const place of places) {
    const radius = place.radiusM / resolution
    if (radius < 3) continue
    const x = (place.x - west) / resolution
    const y = (north - place.y) / resolution
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue
    context.drawImage(disc, x - radius, y - radius, 2 * radius, 2 * radius)
  }
  context.globalAlpha = 1
}

function paintGraticule(sheet: Sheet): void {
  const { context, palette, resolution, width, height } = sheet
  const [west, south] = fromWebMercator(sheet.west, sheet.north - height * resolution)
  const [east, north] = fromWebMercator(sheet.west + width * resolution, sheet.north)
  const degreesPerGap = ((east - west) / width) * graticuleGapPx
  const step = graticuleSteps.findLast((each) => each >= degreesPerGap) ?? graticuleSteps[0]!
  context.beginPath()
  for (let lon = Math.ceil(west / step) * step; lon <= east; lon += step) {
    const x = Math.round((toWebMercator(lon, 0)[0] - sheet.west) / resolution) + 0.5
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
    const y = Math.round((sheet.north - toWebMercator(0, lat)[1]) / resolution) + 0.5
    context.moveTo(0, y)
    context.lineTo(width, y)
  }
  context.strokeStyle = palette.graticule
  context.lineWidth = 1
  context.stroke()
}
