import { fromWebMercator, toWebMercator } from '@trackway/core/geo/mercator.ts'
import { getRenderPixel } from 'ol/render'
import type RenderEvent from 'ol/render/Event'
import type { Palette } from './palette.ts'

const graticuleFromZoom = 8
const graticuleSteps = [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
const graticuleGapPx = 110

/** What one looks at, and how to draw on it in CSS pixels. */
interface Sheet {
  context: CanvasRenderingContext2D
  palette: Palette
  resolution: number
  width: number
  height: number
  /** Metres of Web Mercator at the upper left corner. */
  west: number
  north: number
}

/** Paints the graticule, at scales where little else gives a sense of distance. */
export function paintBackground(event: RenderEvent, palette: Palette): void {
  const context = event.context as CanvasRenderingContext2D
  const { viewState, size } = event.frameState!
  const { zoom, resolution, center } = viewState
  if (zoom < graticuleFromZoom) return
  const [width, height] = size as [number, number]
  const west = center[0]! - (width / 2) * resolution
  const north = center[1]! + (height / 2) * resolution
  const sheet: Sheet = { context, palette, resolution, width, height, west, north }
  const origin = getRenderPixel(event, [0, 0])
  const corner = getRenderPixel(event, [width, height])
  context.save()
  context.translate(origin[0]!, origin[1]!)
  context.scale((corner[0]! - origin[0]!) / width, (corner[1]! - origin[1]!) / height)
  paintGraticule(sheet)
  context.restore()
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
