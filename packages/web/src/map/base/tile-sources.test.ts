import type { BaseMapId } from '@trackway/core/features/map-order/calls.ts'
import type TileImage from 'ol/source/TileImage'
import { afterEach, expect, test, vi } from 'vitest'
import { projections } from '../projections.ts'
import { baseMapById, baseMaps } from './base-maps.ts'
import { tileSources } from './tile-sources.ts'

afterEach(() => vi.unstubAllGlobals())

/** The address of a tile: level, column from the west, row from the north, as OpenLayers counts. */
function urlOf(source: TileImage, [z, x, y]: [z: number, x: number, y: number]): URL {
  return new URL(source.getTileUrlFunction()([z, x, y], 1, source.getProjection()!)!)
}
const sources = (id: BaseMapId, key?: string) => tileSources(baseMapById(id), key)

test.each([
  ['osm', 'tile.openstreetmap.org', 1],
  ['gaode', 'webrd0\\d.is.autonavi.com', 1],
  ['gaodeSatellite', 'webst0\\d.is.autonavi.com', 2],
  ['baidu', 'maponline\\d.bdimg.com', 1],
  ['baiduSatellite', 'maponline\\d.bdimg.com', 2],
  ['yandex', 'tiles.api-maps.yandex.ru', 1],
  ['tianditu', 't\\d.tianditu.gov.cn', 2],
] as const)('%s asks %s for %d layers', (id, host, layers) => {
  const all = sources(id)
  expect(all).toHaveLength(layers)
  for (const source of all) {
    const url = urlOf(source, [7, 100, 50])
    expect(url.host).toMatch(new RegExp(`^${host}$`))
    expect(url.href).not.toContain('{')
  }
})

test('not all tiles come from one host where several share the work', () => {
  const [source] = sources('tianditu')
  const hosts = new Set(Array.from({ length: 40 }, (_, x) => urlOf(source!, [9, x, 3 * x]).host))
  expect(hosts.size).toBe(8)
})

test('the key of the operator is in the address', () => {
  const [source] = sources('tianditu', 'a key&more')
  expect(Object.fromEntries(urlOf(source!, [5, 3, 4]).searchParams)).toMatchObject({
    TILECOL: '3',
    TILEROW: '4',
    TILEMATRIX: '5',
    tk: 'a key&more',
  })
})

test.each([
  [0, -1, '0', '0'],
  [3, -5, '3', '4'],
  [-2, 0, 'M2', 'M1'],
])('Baidu counts rows from the equator northwards: %d, %d is %s, %s', (x, y, column, row) => {
  const { searchParams } = urlOf(sources('baidu')[0]!, [8, x, y])
  expect([searchParams.get('x'), searchParams.get('y')]).toEqual([column, row])
})

test('Baidu draws the tile that holds a place where that place is', () => {
  const [source] = sources('baidu')
  const [x, y] = projections['BD09:MC'].fromWgs84(116.397, 39.908)
  const [z, column, row] = source!.getTileGrid()!.getTileCoordForCoordAndZ([x, y], 18)
  const { searchParams } = urlOf(source!, [z!, column!, row!])
  expect(Number(searchParams.get('x'))).toBe(Math.floor(x / 256))
  expect(Number(searchParams.get('y'))).toBe(Math.floor(y / 256))
})

test('every provider draws in its own projection, also where there is no network', () => {
  // Google's source requests a session as soon as it is made.
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')))
  for (const baseMap of baseMaps)
    for (const source of tileSources(baseMap))
      expect(source.getProjection()?.getCode()).toBe(baseMap.projection)
})
