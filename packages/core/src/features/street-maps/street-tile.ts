import { VectorTile, type VectorTileFeature, type VectorTileLayer } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { MapFileFault } from './pmtiles.ts'
import type { MapSchema } from './schema.ts'

/** What of a tile concerns streets, in one vocabulary whatever the schema: roads, their names, house numbers, places. */

/** Sides of a tile are so long in what is read here, however its file has it. */
export const tileUnits = 4_096

export type StreetClass =
  | 'motorway'
  | 'trunk'
  | 'primary'
  | 'secondary'
  | 'tertiary'
  | 'minor'
  | 'service'
  | 'pedestrian'
  | 'track'
  | 'path'

/** By key: `name` as people there write it, `name:fi`, `name:zh-Hans` and the like as other languages do. */
export type Names = Readonly<Record<string, string>>

export interface StreetLine {
  street: StreetClass
  isLink: boolean
  isTunnel: boolean
  isBridge: boolean
  /** 1: only as drawn; -1: only against it; 0: both ways. */
  direction: 1 | -1 | 0
  /** Not open to everybody. */
  isPrivate: boolean
  /** Null where the file has none, as public tiles do not. */
  maxSpeedKmh: number | null
  names: Names | null
  /** x and y in turn, from the north-west corner of the tile; may reach beyond its sides. */
  line: Int32Array
}

export interface TilePoint {
  x: number
  y: number
}

export interface StreetTile {
  roads: StreetLine[]
  /** Lines that bear names: the roads themselves, or in OpenMapTiles a layer of their own. */
  named: { street: StreetClass; names: Names; line: Int32Array }[]
  numbers: (TilePoint & { number: string; street: string | null })[]
  places: (TilePoint & { kind: string; names: Names })[]
}

type Properties = VectorTileFeature['properties']

/** @throws {MapFileFault} for bytes that are no vector tile */
export function readStreetTile(bytes: Uint8Array, schema: MapSchema): StreetTile {
  try {
    const { layers } = new VectorTile(new PbfReader(bytes))
    return schema === 'protomaps' ? readProtomaps(layers) : readOpenMapTiles(layers)
  } catch (error) {
    throw new MapFileFault('notPmtiles', 'A tile is damaged.', { cause: error })
  }
}

type Layers = Record<string, VectorTileLayer>

function readProtomaps({ roads, buildings, places }: Layers): StreetTile {
  const lines = linesOf(roads, (p) => {
    const street = protomapsStreet(text(p.kind), text(p.kind_detail))
    if (street === null) return null
    const detail = text(p.kind_detail)
    return {
      street,
      isLink: p.is_link === true || detail.endsWith('_link'),
      isTunnel: p.is_tunnel === true,
      isBridge: p.is_bridge === true,
      direction: directionOf(p.oneway, street),
      isPrivate: isPrivate(p.access),
      maxSpeedKmh: typeof p.maxspeed === 'number' ? p.maxspeed : null,
      names: namesOf(p),
    }
  })
  return {
    roads: lines,
    named: withoutCorridors(
      linesOf(roads, (p) => {
        const detail = text(p.kind_detail)
        const street = protomapsStreet(text(p.kind), detail)
        const names = namesOf(p)
        return (
          street && names && { street, names, passage: passageOf(street, detail, p.is_tunnel === true, p) }
        )
      }),
    ),
    numbers: pointsOf(buildings, (p) => {
      const number = text(p.addr_housenumber)
      return number === '' ? null : { number, street: text(p.addr_street) || null }
    }),
    places: pointsOf(places, (p) => namedPlace(p, text(p.kind_detail) || text(p.kind))),
  }
}

function protomapsStreet(kind: string, detail: string): StreetClass | null {
  const plain = detail.replace(/_link$/, '')
  switch (kind) {
    case 'highway':
      return 'motorway'
    case 'major_road':
      return plain === 'trunk' || plain === 'primary' || plain === 'secondary' || plain === 'tertiary'
        ? plain
        : 'tertiary'
    case 'minor_road':
      return plain === 'service' ? 'service' : 'minor'
    case 'other':
      return plain === 'living_street' ? 'minor' : null
    case 'path':
      if (plain === 'sidewalk' || plain === 'crossing') return null
      return plain === 'pedestrian' || plain === 'track' ? plain : 'path'
    default:
      return null
  }
}

function readOpenMapTiles(layers: Layers): StreetTile {
  const { transportation, transportation_name, housenumber, place } = layers
  return {
    roads: linesOf(transportation, (p) => {
      const street = openMapTilesStreet(text(p.class), text(p.subclass))
      if (street === null) return null
      return {
        street,
        isLink: p.ramp === 1,
        isTunnel: p.brunnel === 'tunnel',
        isBridge: p.brunnel === 'bridge',
        direction: directionOf(p.oneway, street),
        isPrivate: isPrivate(p.access),
        maxSpeedKmh: null,
        names: null,
      }
    }),
    named: withoutCorridors(
      linesOf(transportation_name, (p) => {
        const detail = text(p.subclass)
        const street = openMapTilesStreet(text(p.class), detail)
        const names = namesOf(p)
        return (
          street && names && { street, names, passage: passageOf(street, detail, p.brunnel === 'tunnel', p) }
        )
      }),
    ),
    numbers: pointsOf(housenumber, (p) => {
      const number = text(p.housenumber)
      return number === '' ? null : { number, street: null }
    }),
    places: pointsOf(place, (p) => namedPlace(p, text(p.class))),
  }
}

function openMapTilesStreet(kind: string, detail: string): StreetClass | null {
  switch (kind) {
    case 'motorway':
    case 'trunk':
    case 'primary':
    case 'secondary':
    case 'tertiary':
    case 'minor':
    case 'service':
    case 'track':
      return kind
    case 'raceway':
    case 'street':
      return 'minor'
    case 'path':
      return detail === 'pedestrian' ? 'pedestrian' : 'path'
    default:
      return null
  }
}

/** Inside a building or below ground; or a way on foot that may go on from there. */
type Passage = 'inside' | 'onFoot' | null

function passageOf(street: StreetClass, detail: string, isTunnel: boolean, { indoor }: Properties): Passage {
  if (street !== 'path' && street !== 'pedestrian') return null
  const isIndoor = indoor === 1 || indoor === true || indoor === 'yes'
  if (detail === 'corridor' || isIndoor) return 'inside'
  const isOnFoot = ['footway', 'steps', 'pedestrian'].includes(detail)
  if (isTunnel && isOnFoot) return 'inside'
  return isOnFoot && street === 'path' ? 'onFoot' : null
}

/** Corridors of malls and stations are no streets, nor are their ends in the open air. */
function withoutCorridors<T extends { names: Names; passage: Passage }>(
  lines: readonly T[],
): Omit<T, 'passage'>[] {
  const corridors = new Set(
    lines.filter(({ passage }) => passage === 'inside').map(({ names }) => names.name),
  )
  return lines.filter(
    ({ passage, names }) => passage === null || (passage === 'onFoot' && !corridors.has(names.name)),
  )
}

/** Motorways carry no mark of their own: they are driven as they are drawn. */
function directionOf(oneway: unknown, street: StreetClass): 1 | -1 | 0 {
  if (oneway === -1 || oneway === '-1') return -1
  if (oneway === 1 || oneway === true || ['yes', '1', 'true'].includes(text(oneway))) return 1
  return street === 'motorway' ? 1 : 0
}

const isPrivate = (access: unknown) => access === 'no' || access === 'private' || access === false

function namedPlace(p: Properties, kind: string): { kind: string; names: Names } | null {
  const names = namesOf(p)
  return names && kind !== '' ? { kind, names } : null
}

function namesOf(p: Properties): Names | null {
  const names = Object.entries(p).filter(
    (entry): entry is [string, string] =>
      /^name(?:$|[:_])/.test(entry[0]) && typeof entry[1] === 'string' && entry[1] !== '',
  )
  return names.length === 0 ? null : Object.fromEntries(names)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function* features(layer: VectorTileLayer | undefined): Generator<VectorTileFeature> {
  for (let n = 0; n < (layer?.length ?? 0); n++) yield layer!.feature(n)
}

function linesOf<T>(
  layer: VectorTileLayer | undefined,
  read: (properties: Properties) => T | null,
): (T & { line: Int32Array })[] {
  const lines: (T & { line: Int32Array })[] = []
  for (const feature of features(layer)) {
    const facts = feature.type === 2 ? read(feature.properties) : null
    if (facts === null) continue
    const scale = tileUnits / feature.extent
    for (const points of feature.loadGeometry()) {
      const line = new Int32Array(points.length * 2)
      for (const [n, { x, y }] of points.entries())
        line.set([Math.round(x * scale), Math.round(y * scale)], 2 * n)
      if (points.length > 1) lines.push({ ...facts, line })
    }
  }
  return lines
}

/** Only points in the tile itself: those on its margin are in the next tile, too. */
function pointsOf<T>(
  layer: VectorTileLayer | undefined,
  read: (properties: Properties) => T | null,
): (T & TilePoint)[] {
  const points: (T & TilePoint)[] = []
  for (const feature of features(layer)) {
    const facts = feature.type === 1 ? read(feature.properties) : null
    if (facts === null) continue
    const scale = tileUnits / feature.extent
    for (const { x: left, y: top } of feature.loadGeometry().flat()) {
      const [x, y] = [Math.round(left * scale), Math.round(top * scale)]
      if (x >= 0 && y >= 0 && x < tileUnits && y < tileUnits) points.push({ ...facts, x, y })
    }
  }
  return points
}
