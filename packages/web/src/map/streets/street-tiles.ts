import { toWebMercator } from '@trackway/core/geo/mercator.ts'
import { type Extent, intersects } from 'ol/extent'
import MVT from 'ol/format/MVT'
import RenderFeature from 'ol/render/Feature'
import { createXYZ } from 'ol/tilegrid'
import { PMTiles } from 'pmtiles'
import { pathAtHost } from '../../base/web-paths.ts'
import { fromOpenMapTiles } from './openmaptiles.ts'
import { fromProtomaps } from './protomaps.ts'
import type { Geometry, Thing } from './street-features.ts'
import type { StreetFile } from './street-files.ts'

export type TileAt = readonly [z: number, x: number, y: number]

/** What comes out of a file, for tests that have none. */
export interface Archive {
  getZxy(z: number, x: number, y: number): Promise<{ data: ArrayBuffer } | undefined>
}

const format = new MVT({ featureClass: RenderFeature })
const grid = createXYZ({ maxZoom: 24, tileSize: 512 })
const readers = { protomaps: fromProtomaps, openmaptiles: fromOpenMapTiles }
const geometries: Record<string, Geometry> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
}
/** So many tiles above those that are requested are kept, where one file ends before another. */
const mostParents = 24
/** Entrances of one house say its number many times. */
const numberGapM = 60
const longestNumber = 6
/** A tile of land reaches over its edges, so that no gap shows between two. */
const overlap = 1 / 64

/** What a feature of a street map is. */
export function thingOf(feature: RenderFeature): Thing {
  return feature.get('thing')
}

/** One file, read tile by tile. */
export class StreetTiles {
  readonly file: StreetFile
  readonly #archive: Archive
  readonly #extent: Extent
  readonly #parents = new Map<string, Promise<RenderFeature[]>>()

  constructor(file: StreetFile, archive: Archive = new PMTiles(pathAtHost(file.url))) {
    this.file = file
    this.#archive = archive
    const [west, south, east, north] = file.bounds
    this.#extent = [...toWebMercator(west, south), ...toWebMercator(east, north)]
  }

  /** Web Mercator metres. */
  get extent(): Extent {
    return this.#extent
  }

  /** The features of a tile; beyond the last level of the file, those of the tile above that lie in it. */
  async read([z, x, y]: TileAt): Promise<RenderFeature[]> {
    const extent = grid.getTileCoordExtent([z, x, y])
    if (z < this.file.minZoom || !intersects(extent, this.#extent)) return []
    const beyond = z - this.file.maxZoom
    if (beyond <= 0) return this.#decode([z, x, y])
    const parent: TileAt = [this.file.maxZoom, x >> beyond, y >> beyond]
    const features = await this.#keepParent(parent)
    return features.filter((feature) => intersects(feature.getExtent(), extent))
  }

  #keepParent(at: TileAt): Promise<RenderFeature[]> {
    const key = at.join('/')
    const kept = this.#parents.get(key)
    if (kept) return kept
    const read = this.#decode(at)
    read.catch(() => this.#parents.delete(key))
    this.#parents.set(key, read)
    if (this.#parents.size > mostParents) this.#parents.delete(this.#parents.keys().next().value!)
    return read
  }

  async #decode([z, x, y]: TileAt): Promise<RenderFeature[]> {
    const tile = await this.#archive.getZxy(z, x, y)
    if (!tile) return []
    const extent = grid.getTileCoordExtent([z, x, y])
    const read = format.readFeatures(tile.data, { extent, featureProjection: 'EPSG:3857' })
    return [landOf(extent, this.#extent), ...normalizeFeatures(read, this.file.schema)]
  }
}

/** Where the file has a tile, what it does not say is land: the coast of the built-in world is too coarse. */
function landOf(tile: Extent, file: Extent): RenderFeature {
  const margin = (tile[2]! - tile[0]!) * overlap
  const [west, south, east, north] = [
    Math.max(tile[0]! - margin, file[0]!),
    Math.max(tile[1]! - margin, file[1]!),
    Math.min(tile[2]! + margin, file[2]!),
    Math.min(tile[3]! + margin, file[3]!),
  ]
  const ring = [west, south, west, north, east, north, east, south, west, south]
  return new RenderFeature(
    'Polygon',
    ring,
    [ring.length],
    2,
    { thing: { type: 'area', area: 'land' } },
    undefined,
  )
}

/** Keeps what is drawn, as what it is. */
export function normalizeFeatures(features: RenderFeature[], schema: StreetFile['schema']): RenderFeature[] {
  const kept: RenderFeature[] = []
  const numbers = new Map<string, [x: number, y: number][]>()
  const hasJoinedNames = features.some((feature) => feature.get('layer') === 'road_names')
  for (const feature of features) {
    const properties = feature.getProperties()
    const geometry = geometries[feature.getType()] ?? 'area'
    const thing = readers[schema](properties.layer, properties, geometry)
    if (!thing) continue
    if (thing.type === 'number' && !takeNumber(numbers, thing.text, feature)) continue
    // Joined lines carry the names better than the pieces they are made of.
    properties.thing = thing.type === 'road' && hasJoinedNames ? { ...thing, names: undefined } : thing
    kept.push(feature)
  }
  return kept
}

function takeNumber(taken: Map<string, [number, number][]>, text: string, feature: RenderFeature): boolean {
  if (text === '' || text.length > longestNumber) return false
  const [x, y] = feature.getFlatCoordinates() as [number, number]
  const same = taken.get(text) ?? []
  if (same.some(([atX, atY]) => Math.hypot(atX - x, atY - y) < numberGapM)) return false
  taken.set(text, [...same, [x, y]])
  return true
}

/** Of several files: what each has of a tile, the most detailed first; what one repeats of another once. */
export async function readJoined(files: readonly StreetTiles[], at: TileAt): Promise<RenderFeature[]> {
  const parts = await Promise.all(files.map((file) => file.read(at)))
  const some = parts.filter((part) => part.length > 0)
  const joined = some[0] ?? []
  for (const part of some.slice(1)) {
    const known = new Set(joined.map(keyOf))
    joined.push(...part.filter((feature) => feature.getId() === undefined || !known.has(keyOf(feature))))
  }
  return joined
}

function keyOf(feature: RenderFeature): string {
  return `${feature.get('layer')} ${feature.getId()}`
}
