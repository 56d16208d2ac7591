import OlMap from 'ol/Map'
import View from 'ol/View'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { type MapProjection, olProjection, type ProjectionCode, projections } from '../projections.ts'
import { MapContext } from '../view/map-context.ts'

/** A map of 400 by 300 pixels without a base map: layers alone, a kilometre of the projection to a pixel, around 0, 0. */
export function anEmptyMap(
  projection: MapProjection = projections['EPSG:3857'],
  around: [lon: number, lat: number] = [0, 0],
  resolution = 1000,
): OlMap {
  const target = document.createElement('div')
  target.style.cssText = 'position:fixed;top:0;left:0;width:400px;height:300px'
  document.body.append(target)
  const map = new OlMap({
    target,
    controls: [],
    pixelRatio: 1,
    view: new View({
      projection: olProjection(projection),
      center: projection.fromWgs84(...around),
      resolution,
    }),
  })
  onTestFinished(() => {
    map.setTarget(undefined)
    target.remove()
  })
  return map
}

interface Where {
  projection?: ProjectionCode
  around?: [lon: number, lat: number]
}

/** Draws layers on such a map. `pixel` reads the colour painted 400 by 300 pixels from the upper left corner: RGBA. */
export async function renderOnMap(content: ReactNode, { projection: code, around }: Where = {}) {
  const projection = projections[code ?? 'EPSG:3857']
  // Of a map that is shifted one looks at streets.
  const map = anEmptyMap(projection, around, code ? 2 : 1000)
  const screen = await renderInApp(<MapContext value={{ map, projection }}>{content}</MapContext>)
  return { map, screen, pixel: (x: number, y: number) => pixelOf(map, x, y) }
}

/** What the canvases of a map show at a place; of several the one painted last, [0, 0, 0, 0] where none does. */
export function pixelOf(map: OlMap, x: number, y: number): [r: number, g: number, b: number, a: number] {
  map.renderSync()
  const viewport = map.getViewport()!
  const canvases = [...viewport.querySelectorAll('canvas')]
  for (const canvas of canvases.toReversed()) {
    const { left, top, width } = canvas.getBoundingClientRect()
    const scale = canvas.width / width
    const origin = viewport.getBoundingClientRect()
    const [px, py] = [(x + origin.left - left) * scale, (y + origin.top - top) * scale]
    const { data } = canvas.getContext('2d')!.getImageData(Math.round(px), Math.round(py), 1, 1)
    if (data[3]! > 0) return [data[0]!, data[1]!, data[2]!, data[3]!]
  }
  return [0, 0, 0, 0]
}

/** A mouse over the map, so many pixels from its upper left corner. */
export function pointer(map: OlMap, type: string, x: number, y: number, keys: { altKey?: boolean } = {}) {
  const viewport = map.getViewport()!
  const canvas = viewport.querySelector('canvas') ?? viewport
  const buttons = type === 'pointerup' ? 0 : 1
  const at = {
    clientX: x,
    clientY: y,
    bubbles: true,
    cancelable: true,
    pointerId: 1,
    isPrimary: true,
    buttons,
    pointerType: 'mouse',
    ...keys,
  }
  canvas.dispatchEvent(new PointerEvent(type, at))
  if (type === 'pointerup') document.dispatchEvent(new PointerEvent(type, at))
}

export function click(map: OlMap, x: number, y: number) {
  for (const type of ['pointermove', 'pointerdown', 'pointerup']) pointer(map, type, x, y)
}

type Pixel = readonly [x: number, y: number]

/** Once what is there is drawn, it is taken at one pixel and let go at another. */
export function drag(map: OlMap, [x, y]: Pixel, [toX, toY]: Pixel, keys: { altKey?: boolean } = {}) {
  map.renderSync()
  pointer(map, 'pointerdown', x, y, keys)
  pointer(map, 'pointermove', (x + toX) / 2, (y + toY) / 2, keys)
  pointer(map, 'pointermove', toX, toY, keys)
  pointer(map, 'pointerup', toX, toY, keys)
}
