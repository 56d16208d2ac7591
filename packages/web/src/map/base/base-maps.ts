import type { MapType } from '@trackway/core/codes/languages.ts'
import type { ProjectionCode } from '../projections.ts'

/**
 * A base map as data (reference/maps.md 5). What an administrator configures later arrives in this shape;
 * no provider is compiled in beyond these suggested values.
 */
export interface BaseMap {
  id: BaseMapId
  /** How its tiles are asked for; `offline` is built in. */
  kind: 'offline' | 'xyz' | 'baidu-grid' | 'google-tiles'
  projection: ProjectionCode
  minZoom: number
  maxZoom: number
  /** From bottom to top. Placeholders: {x} {y} {z} {s} {key}. */
  layers: { template: string; subdomains?: string[] }[]
  /** The name of the key it cannot do without. */
  keyName?: string
  attribution: string
  /** What is stored as `useMapType` when it is chosen (S1 section 2). */
  mapType?: MapType
}

export const baseMapIds = [
  'offline',
  'osm',
  'baidu',
  'baiduSatellite',
  'gaode',
  'gaodeSatellite',
  'google',
  'googleSatellite',
  'yandex',
  'tianditu',
] as const
export type BaseMapId = (typeof baseMapIds)[number]

/** What the operator has set up: keys by name, and providers switched on. */
export interface MapSettings {
  keys: Record<string, string>
  enabled: BaseMapId[]
}

/** Until the operator sets up more: the built-in map, and OpenStreetMap, which asks for no key. */
export const defaultMapSettings: MapSettings = { keys: {}, enabled: ['offline', 'osm'] }

const osmAttribution =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>'
const four = ['0', '1', '2', '3']
const gaodeHosts = ['1', '2', '3', '4']

export const baseMaps: readonly BaseMap[] = [
  {
    id: 'offline',
    kind: 'offline',
    projection: 'EPSG:3857',
    minZoom: 1,
    maxZoom: 18,
    layers: [],
    attribution:
      'Natural Earth · <a href="https://www.geonames.org" target="_blank" rel="noreferrer">GeoNames</a>',
  },
  {
    id: 'osm',
    kind: 'xyz',
    projection: 'EPSG:3857',
    minZoom: 2,
    maxZoom: 19,
    layers: [{ template: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' }],
    attribution: osmAttribution,
  },
  {
    id: 'baidu',
    kind: 'baidu-grid',
    projection: 'BD09:MC',
    minZoom: 3,
    maxZoom: 19,
    layers: [
      {
        template: 'https://maponline{s}.bdimg.com/tile/?qt=vtile&x={x}&y={y}&z={z}&styles=pl&scaler=1',
        subdomains: four,
      },
    ],
    keyName: 'baidu',
    attribution: '© Baidu',
    mapType: 'Baidu',
  },
  {
    id: 'baiduSatellite',
    kind: 'baidu-grid',
    projection: 'BD09:MC',
    minZoom: 3,
    maxZoom: 19,
    layers: [
      {
        template:
          'https://maponline{s}.bdimg.com/starpic/?qt=satepc&u=x={x};y={y};z={z};v=009;type=sate&fm=46',
        subdomains: four,
      },
      {
        template: 'https://maponline{s}.bdimg.com/tile/?qt=vtile&x={x}&y={y}&z={z}&styles=sl&scaler=1',
        subdomains: four,
      },
    ],
    keyName: 'baidu',
    attribution: '© Baidu',
    mapType: 'Baidu',
  },
  {
    id: 'gaode',
    kind: 'xyz',
    projection: 'GCJ02:3857',
    minZoom: 3,
    maxZoom: 18,
    layers: [
      {
        template:
          'https://webrd0{s}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}',
        subdomains: gaodeHosts,
      },
    ],
    keyName: 'gaode',
    attribution: '© AutoNavi',
    mapType: 'GaoDe',
  },
  {
    id: 'gaodeSatellite',
    kind: 'xyz',
    projection: 'GCJ02:3857',
    minZoom: 3,
    maxZoom: 18,
    layers: [
      {
        template: 'https://webst0{s}.is.autonavi.com/appmaptile?style=6&x={x}&y={y}&z={z}',
        subdomains: gaodeHosts,
      },
      {
        template: 'https://webst0{s}.is.autonavi.com/appmaptile?style=8&x={x}&y={y}&z={z}',
        subdomains: gaodeHosts,
      },
    ],
    keyName: 'gaode',
    attribution: '© AutoNavi',
    mapType: 'GaoDe',
  },
  {
    id: 'google',
    kind: 'google-tiles',
    projection: 'GOOGLE-CN:3857',
    minZoom: 2,
    maxZoom: 20,
    layers: [],
    keyName: 'google',
    attribution: '© Google',
    mapType: 'Google',
  },
  {
    id: 'googleSatellite',
    kind: 'google-tiles',
    projection: 'EPSG:3857',
    minZoom: 2,
    maxZoom: 20,
    layers: [],
    keyName: 'google',
    attribution: '© Google',
    mapType: 'Google',
  },
  {
    id: 'yandex',
    kind: 'xyz',
    projection: 'EPSG:3395',
    minZoom: 2,
    maxZoom: 20,
    layers: [
      {
        template:
          'https://tiles.api-maps.yandex.ru/v1/tiles/?x={x}&y={y}&z={z}&lang=en_US&l=map&apikey={key}',
      },
    ],
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
    layers: ['vec', 'cva'].map((layer) => ({
      template: `https://t{s}.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk={key}`,
      subdomains: ['0', '1', '2', '3', '4', '5', '6', '7'],
    })),
    keyName: 'tianditu',
    attribution: '© 天地图',
  },
]

export function baseMapById(id: BaseMapId): BaseMap {
  return baseMaps.find((baseMap) => baseMap.id === id)!
}

/** Can it be shown with what is set up? */
export function isAvailable(baseMap: BaseMap, settings: MapSettings): boolean {
  if (!settings.enabled.includes(baseMap.id)) return false
  return baseMap.keyName === undefined || settings.keys[baseMap.keyName] !== undefined
}

/** The URL of a tile; `y` counts the way the provider counts. `number` writes tile numbers its way. */
export function tileUrl(
  layer: BaseMap['layers'][number],
  [x, y, z]: [x: number, y: number, z: number],
  key: string | undefined,
  number: (n: number) => string = String,
): string {
  const { subdomains } = layer
  const subdomain = subdomains ? subdomains[Math.abs(x + y) % subdomains.length]! : ''
  return layer.template
    .replace('{s}', subdomain)
    .replace('{x}', number(x))
    .replace('{y}', number(y))
    .replace('{z}', String(z))
    .replace('{key}', encodeURIComponent(key ?? ''))
}

/** Baidu writes negative tile numbers with an M. */
export function baiduNumber(n: number): string {
  return n < 0 ? `M${-n}` : String(n)
}
