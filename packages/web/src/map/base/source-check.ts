import { olProjection, projections } from '../projections.ts'
import type { BaseMap } from './base-maps.ts'
import { tileSources } from './tile-sources.ts'

/** A map that has not sent a tile by then counts as silent. */
const patienceMs = 2000
/** Close enough for maps of one country to have a tile, far enough for the tile to be one of a few. */
const triedZoom = 6

/** Does a map send tiles? One where the user looks is asked for, and nothing else. */
export async function answers(
  baseMap: BaseMap,
  key: string | undefined,
  place: readonly [lon: number, lat: number],
): Promise<boolean> {
  if (baseMap.kind === 'offline') return true
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs))
  return Promise.race([asked(baseMap, key, place).catch(() => false), timeout])
}

async function asked(
  baseMap: BaseMap,
  key: string | undefined,
  [lon, lat]: readonly [lon: number, lat: number],
): Promise<boolean> {
  const sources = tileSources(baseMap, key)
  try {
    const source = sources[0]!
    if (baseMap.kind === 'google-tiles') {
      while (source.getState() === 'loading') await new Promise((resolve) => source.once('change', resolve))
      return source.getState() === 'ready'
    }
    const projection = projections[baseMap.projection]
    const at = projection.fromWgs84(lon, lat)
    const tile = source.getTileGrid()!.getTileCoordForCoordAndZ(at, triedZoom)
    const url = source.getTileUrlFunction()(tile, 1, olProjection(projection))
    return url !== undefined && (await loads(url))
  } finally {
    for (const source of sources) source.dispose()
  }
}

function loads(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(true)
    image.onerror = () => resolve(false)
    image.src = url
  })
}
