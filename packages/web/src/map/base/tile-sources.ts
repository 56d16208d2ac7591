import Google from 'ol/source/Google'
import TileImage from 'ol/source/TileImage'
import XYZ from 'ol/source/XYZ'
import TileGrid from 'ol/tilegrid/TileGrid'
import { createFromTemplates } from 'ol/tileurlfunction'
import { expandUrl } from 'ol/uri'
import { baiduExtent, olProjection, projections } from '../projections.ts'
import type { BaseMap } from './base-maps.ts'

/** Baidu's level 18 shows one metre of its projection per pixel. */
export const baiduResolutions = Array.from({ length: 20 }, (_, z) => 2 ** (18 - z))

/** The tiles of a base map, from bottom to top. @param key left out where none is set up */
export function tileSources(baseMap: BaseMap, key = ''): TileImage[] {
  if (baseMap.kind === 'google-tiles') return [new GoogleSource(baseMap, key)]
  const projection = olProjection(projections[baseMap.projection])
  const { minZoom, maxZoom, attribution: attributions } = baseMap
  return baseMap.templates.map((template) => {
    const url = template.replace('{key}', encodeURIComponent(key))
    if (baseMap.kind === 'xyz') return new XYZ({ projection, attributions, minZoom, maxZoom, url })
    const tileGrid = new TileGrid({
      origin: [0, 0],
      resolutions: baiduResolutions,
      extent: baiduExtent,
      minZoom,
    })
    const urlOf = createFromTemplates(expandUrl(url), tileGrid)
    return new TileImage({
      projection,
      attributions,
      tileGrid,
      // The width of Baidu's world is not a whole number of tiles.
      wrapX: false,
      // Its rows grow northwards, and negative numbers are written with an M.
      tileUrlFunction: ([z, x, y], ...rest) =>
        urlOf([z!, x!, -y! - 1], ...rest)?.replaceAll(/([xy]=)-/g, '$1M'),
    })
  })
}

/** Google's official tiles, drawn on the projection they are really in. */
class GoogleSource extends Google {
  constructor(baseMap: BaseMap, key: string) {
    const isSatellite = baseMap.id === 'googleSatellite'
    super({
      key,
      mapType: isSatellite ? 'satellite' : 'roadmap',
      scale: 'scaleFactor2x',
      highDpi: true,
      ...(isSatellite && { layerTypes: ['layerRoadmap'] }),
      fetchSessionToken: patientFetch,
    })
    this.projection = olProjection(projections[baseMap.projection])
  }
}

/** Without network the source would reject unhandled and stay loading for ever. */
async function patientFetch(url: string, config: RequestInit): Promise<Response> {
  try {
    return await fetch(url, config)
  } catch {
    return new Response('{"error":{"message":"no network"}}', { status: 503 })
  }
}
