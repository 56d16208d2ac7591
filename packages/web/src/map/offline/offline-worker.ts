import type { Feature, LineString, MultiLineString, MultiPolygon, Polygon } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { feature, merge, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { toTileFeatures } from './tile-features.ts'
import { unwrapLines, unwrapPolygons } from './unwrap.ts'
import type { OfflineReply, OfflineRequest, TileKind } from './worker-messages.ts'

/**
 * Cuts the offline map into tiles, off the main thread: indexing the coarse world takes 0.1 s, the fine one
 * 0.5 to 0.8 s. Until the fine one is there, its tiles show the coarse one.
 */

const extent = 4096
const fineFromZoom = 5

let baseUrl = ''
const coarse = lazily(async () => indexWorld(await load('world-50m.json')))
let fineWorld: GeoJSONVT | null = null
const fine = lazily(async () => {
  fineWorld = indexWorld(await load('world-10m.json'))
  reply({ type: 'finer' })
})
const water = lazily(async () => indexWater(await load('water.json')))

self.onmessage = async ({ data }: MessageEvent<OfflineRequest>) => {
  baseUrl = data.baseUrl
  const { z, x, y, id } = data
  try {
    const world = (z >= fineFromZoom ? fineWorld : null) ?? (await coarse())
    if (z >= fineFromZoom && !fineWorld) void fine().catch(ignoreMissing)
    const wet = await water().catch(() => null)
    const tile = [world.getTileRaw(z, x, y), wet?.getTileRaw(z, x, y)]
    const features = tile.flatMap((part) => (part ? toTileFeatures(part, { z, x, y }, extent) : []))
    reply(
      { type: 'tile', id, features },
      features.map((each) => each.coordinates.buffer as ArrayBuffer),
    )
  } catch {
    reply({ type: 'failed', id })
  }
}

// The fine world is a bonus: without it the coarse one stays.
function ignoreMissing(): void {}

function reply(message: OfflineReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

async function load(file: string): Promise<Topology> {
  const response = await fetch(baseUrl + file)
  if (!response.ok) throw new Error(`offline map: ${file} ${response.status}`)
  return response.json()
}

function indexWorld(topology: Topology): GeoJSONVT {
  const countries = topology.objects.countries as GeometryCollection
  const land = merge(topology, countries.geometries as Parameters<typeof merge>[1])
  const coast = mesh(topology, countries, (a, b) => a === b)
  const borders = mesh(topology, countries, (a, b) => a !== b)
  return index([
    tagged('land', unwrapPolygons(land)),
    tagged('border', unwrapLines(borders)),
    tagged('coast', unwrapLines(coast)),
  ])
}

function indexWater(topology: Topology): GeoJSONVT {
  const features = (name: string) => feature(topology, topology.objects[name] as GeometryCollection).features
  const lakes = features('lakes') as Feature<Polygon>[]
  const rivers = features('rivers') as Feature<LineString | MultiLineString>[]
  const states = mesh(topology, topology.objects.subunits as GeometryCollection, (a, b) => a !== b)
  return index([
    ...lakes.map((lake) => tagged('lake', lake.geometry)),
    ...rivers.map((river) => tagged('river', river.geometry)),
    tagged('state', unwrapLines(states)),
  ])
}

type Drawable = Polygon | MultiPolygon | LineString | MultiLineString

function tagged(kind: TileKind, geometry: Drawable): Feature<Drawable> {
  return { type: 'Feature', properties: { kind }, geometry }
}

function index(features: Feature<Drawable>[]): GeoJSONVT {
  return new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: 8, indexMaxZoom: 4, extent, buffer: 64, tolerance: 2 },
  )
}

/** Made when it is first asked for; what failed is made anew with the next tile. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error) => {
      made = null
      throw error
    })
    return made
  }
}
