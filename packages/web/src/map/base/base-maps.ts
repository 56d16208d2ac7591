import type { MapType } from '@trackway/core/codes/languages.ts'
import type { BaseMapId } from '@trackway/core/features/map-order/calls.ts'
import type { ProjectionCode } from '../projections.ts'

/** How the tiles of a base map are requested, and their properties. */
interface TileService {
  /** `offline` is built in. */
  kind: 'offline' | 'xyz' | 'baidu-grid' | 'google-tiles'
  projection: ProjectionCode
  minZoom: number
  maxZoom: number
  /** Addresses of the tiles, from bottom to top: {x} {y} {z} {key}, and {0-3} for hosts that share the work. */
  templates: readonly string[]
  /** The name of the key it cannot do without. */
  keyName?: string
  attribution: string
  /** What is stored as `useMapType` when it is chosen. */
  mapType?: MapType
}

/**
 * A base map as data. What an administrator configures later arrives in this shape; no provider is compiled in beyond
 * these suggested values.
 */
export interface BaseMap extends TileService {
  id: BaseMapId
}

const link = (href: string, name: string) =>
  `<a href="https://www.${href}" target="_blank" rel="noreferrer">${name}</a>` as const

const baidu = {
  kind: 'baidu-grid',
  projection: 'BD09:MC',
  minZoom: 3,
  maxZoom: 19,
  keyName: 'baidu',
  attribution: '© Baidu',
  mapType: 'Baidu',
} as const
const baiduTiles = 'https://maponline{0-3}.bdimg.com/tile/?qt=vtile&x={x}&y={y}&z={z}&scaler=1&styles='

const gaode = {
  kind: 'xyz',
  projection: 'GCJ02:3857',
  minZoom: 3,
  maxZoom: 18,
  keyName: 'gaode',
  attribution: '© AutoNavi',
  mapType: 'GaoDe',
} as const
const gaodeTiles = '.is.autonavi.com/appmaptile?x={x}&y={y}&z={z}&style='

const google = {
  kind: 'google-tiles',
  minZoom: 2,
  maxZoom: 20,
  templates: [],
  keyName: 'google',
  attribution: '© Google',
  mapType: 'Google',
} as const

const rows = [
  {
    id: 'offline',
    kind: 'offline',
    projection: 'EPSG:3857',
    minZoom: 1,
    maxZoom: 18,
    templates: [],
    attribution: `Natural Earth · ${link('geonames.org', 'GeoNames')}`,
  },
  {
    id: 'osm',
    kind: 'xyz',
    projection: 'EPSG:3857',
    minZoom: 2,
    maxZoom: 19,
    templates: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
    attribution: `© ${link('openstreetmap.org/copyright', 'OpenStreetMap')}`,
  },
  { ...baidu, id: 'baidu', templates: [`${baiduTiles}pl`] },
  {
    ...baidu,
    id: 'baiduSatellite',
    templates: [
      'https://maponline{0-3}.bdimg.com/starpic/?qt=satepc&u=x={x};y={y};z={z};v=009;type=sate&fm=46',
      `${baiduTiles}sl`,
    ],
  },
  { ...gaode, id: 'gaode', templates: [`https://webrd0{1-4}${gaodeTiles}8&lang=zh_cn&size=1&scale=1`] },
  {
    ...gaode,
    id: 'gaodeSatellite',
    templates: [`https://webst0{1-4}${gaodeTiles}6`, `https://webst0{1-4}${gaodeTiles}8`],
  },
  { ...google, id: 'google', projection: 'GOOGLE-CN:3857' },
  { ...google, id: 'googleSatellite', projection: 'EPSG:3857' },
  {
    id: 'yandex',
    kind: 'xyz',
    projection: 'EPSG:3395',
    minZoom: 2,
    maxZoom: 20,
    templates: ['https://tiles.api-maps.yandex.ru/v1/tiles/?x={x}&y={y}&z={z}&lang=en_US&l=map&apikey={key}'],
    keyName: 'yandex',
    attribution: '© Yandex',
    mapType: 'Yandex',
  },
  {
    id: 'tianditu',
    kind: 'xyz',
    projection: 'EPSG:3857',
    minZoom: 2,
    maxZoom: 18,
    templates: ['vec', 'cva'].map(
      (layer) =>
        `https://t{0-7}.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk={key}`,
    ),
    keyName: 'tianditu',
    attribution: '© 天地图',
  },
] as const satisfies readonly BaseMap[]

export const baseMaps: readonly BaseMap[] = rows

/** What the operator has set up: keys by name, and providers switched on. */
export interface MapSettings {
  keys: Record<string, string>
  enabled: BaseMapId[]
  /** What account or operator want to be tried first; null: what is sensible. */
  order: BaseMapId[] | null
}

/** Until the operator sets up more: the built-in map, and OpenStreetMap, which needs no key. */
export const defaultMapSettings: MapSettings = { keys: {}, enabled: ['offline', 'osm'], order: null }

export function baseMapById(id: BaseMapId): BaseMap {
  return baseMaps.find((baseMap) => baseMap.id === id)!
}

/** Can it be shown with what is set up? */
export function isAvailable(baseMap: BaseMap, settings: MapSettings): boolean {
  if (!settings.enabled.includes(baseMap.id)) return false
  return baseMap.keyName === undefined || settings.keys[baseMap.keyName] !== undefined
}
