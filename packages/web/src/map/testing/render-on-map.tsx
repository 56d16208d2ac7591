import OlMap from 'ol/Map'
import View from 'ol/View'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { type MapProjection, olProjection, projections } from '../projections.ts'
import { MapContext } from '../view/map-context.ts'

/** A map of 400 by 300 pixels without a base map: layers alone, a kilometre of the projection to a pixel, around 0, 0. */
export function anEmptyMap(projection: MapProjection = projections['EPSG:3857']): OlMap {
  const target = document.createElement('div')
  target.style.cssText = 'position:fixed;top:0;left:0;width:400px;height:300px'
  document.body.append(target)
  const map = new OlMap({
    target,
    controls: [],
    pixelRatio: 1,
    view: new View({ projection: olProjection(projection), center: [0, 0], resolution: 1000 }),
  })
  onTestFinished(() => {
    map.setTarget(undefined)
    target.remove()
  })
  return map
}

/** Draws layers on such a map. `pixel` says what is painted 400 by 300 pixels from the upper left corner: RGBA. */
export async function renderOnMap(content: ReactNode) {
  const map = anEmptyMap()
  const projection = projections['EPSG:3857']
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
