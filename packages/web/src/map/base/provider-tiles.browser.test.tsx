import type { BaseMapId } from '@trackway/core/features/map-order/calls.ts'
import OlMap from 'ol/Map'
import { expect, onTestFinished, test } from 'vitest'
import { projections } from '../projections.ts'
import { markColour, serveProviderTiles } from '../testing/provider-tiles.ts'
import { createView } from '../view/camera.ts'
import { baseMapById, baseMaps, type MapSettings } from './base-maps.ts'
import { createBaseLayers } from './create-base-layers.ts'

const places = {
  Tiananmen: [116.3975, 39.9087],
  Shenzhen: [114.0579, 22.5431],
  Moscow: [37.6176, 55.7558],
  Berlin: [13.405, 52.52],
} as const
const chinese = ['Tiananmen', 'Shenzhen'] as const
const everywhere = [...chinese, 'Moscow', 'Berlin'] as const

const settings: MapSettings = {
  keys: { baidu: 'k', gaode: 'k', google: 'k', yandex: 'k', tianditu: 'k' },
  enabled: baseMaps.map(({ id }) => id),
  order: null,
}
const look = { isDark: false, language: 'en' as const, countryName: (code: string) => code }

/** Where on the map the mark is, the middle of its pixels. */
function markOf(map: OlMap): [number, number] | null {
  const canvas = map.getViewport()!.querySelector('canvas')
  if (!canvas) return null
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
  let [count, sumX, sumY] = [0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    if (!markColour.every((value, channel) => Math.abs(data[at + channel]! - value) < 40)) continue
    count++
    sumX += (at / 4) % width
    sumY += Math.floor(at / 4 / width)
  }
  return count === 0 ? null : [sumX / count + 0.5, sumY / count + 0.5]
}

test.each([
  ['osm', everywhere],
  ['tianditu', everywhere],
  ['yandex', everywhere],
  ['gaode', everywhere],
  ['google', everywhere],
  // Beyond China Baidu's own shift is not defined.
  ['baidu', chinese],
] as [BaseMapId, readonly (keyof typeof places)[]][])(
  'the tiles of %s show a place where the map has it, to the pixel',
  async (id, names) => {
    const serve = serveProviderTiles()
    const baseMap = baseMapById(id)
    const projection = projections[baseMap.projection]
    for (const name of names) {
      const [lon, lat] = places[name]
      serve([lon, lat])
      for (const groundM of [2500, 40, 1.2]) {
        const target = document.createElement('div')
        target.style.cssText = 'position:fixed;top:0;left:0;width:400px;height:300px'
        document.body.append(target)
        const layers = createBaseLayers(baseMap, settings, look, () => {})
        const view = createView(baseMap, { lon, lat, groundM }, layers.resolutions)
        const map = new OlMap({ target, controls: [], pixelRatio: 1, layers: layers.layers, view })
        onTestFinished(() => {
          map.setTarget(undefined)
          target.remove()
        })
        // A little beside the middle, where nothing is right by chance.
        view.adjustCenter([37 * view.getResolution()!, -23 * view.getResolution()!])
        const centre = () => map.getPixelFromCoordinate(projection.fromWgs84(lon, lat)) as [number, number]
        const awayPx = () => {
          map.renderSync()
          const mark = markOf(map)
          return mark ? Math.hypot(mark[0] - centre()[0], mark[1] - centre()[1]) : Number.POSITIVE_INFINITY
        }
        // Until the tiles of this level have come, those of the one above show it, coarsely.
        await expect.poll(awayPx, { message: `${name}, ${groundM} m to a pixel` }).toBeLessThan(1.3)
        const back = projection.toWgs84(...(map.getCoordinateFromPixel(centre()) as [number, number]))
        expect(Math.hypot(back[0] - lon, back[1] - lat)).toBeLessThan(1e-6)
        map.setTarget(undefined)
        target.remove()
      }
    }
  },
)
