import type { Feature, LineString, MultiLineString, MultiPolygon, Polygon } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { feature, merge, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { readPolyline } from './polyline.ts'
import { toTileFeatures } from './tile-features.ts'
import { unwrapLines, unwrapPolygons } from './unwrap.ts'
import type { OfflineReply, OfflineRequest, TileKind } from './worker-messages.ts'

/**
 * Cuts the offline map into tiles, off the main thread: indexing the coarse world takes 0.1 s, the fine one
 * 0.5 to 0.8 s. Until the fine one is there, its tiles show the coarse one.
 */

const extent = 4096
const fineFromZoom = 5
/** Provinces of the whole world would be a net over the continents. */
const provincesFromZoom = 3

let baseUrl = ''
const coarse = lazily(async () => indexWorld(await load('world-50m.json')))
let fineWorld: GeoJSONVT | null = null
const fine = lazily(async () => {
  fineWorld = indexWorld(await load('world-10m.json'))
  reply({ type: 'finer' })
})
const water = lazily(async () => indexWater(await load('water.json')))
const provinces = lazily(async () => indexProvinces(await loadText('provinces.txt')))

self.onmessage = async ({ data }: MessageEvent<OfflineRequest>) => {
  baseUrl = data.baseUrl
  const { z, x, y, id } = data
  try {
    const world = (z >= fineFromZoom ? fineWorld : null) ?? (await coarse())
    if (z >= fineFromZoom && !fineWorld) void fine().catch(ignoreMissing)
    const wet = await water().catch(() => null)
    const lines = z >= provincesFromZoom ? await provinces().catch(() => null) : null
    const parts = [world, wet, lines].map((part) => part?.getTileRaw(z, x, y))
    const features = parts.flatMap((part) => (part ? toTileFeatures(part, { z, x, y }, extent) : []))
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
  return JSON.parse(await loadText(file))
}

async function loadText(file: string): Promise<string> {
  const response = await fetch(baseUrl + file)
  if (!response.ok) throw new Error(`offline map: ${file} ${response.status}`)
  return response.text()
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
  return index([
    ...lakes.map((lake) => tagged('lake', lake.geometry)),
    ...rivers.map((river) => tagged('river', river.geometry)),
  ])
}

function indexProvinces(text: string): GeoJSONVT {
  const lines = text.trim().split('\n').map(readPolyline)
  return index(lines.map((line) => tagged('state', { type: 'LineString', coordinates: line }, minZOf(line))))
}

/** Where provinces are small, their short lines would be a net: they come closer by. */
function minZOf(line: readonly [number, number][]): number {
  let degrees = 0
  for (const [at, [lon, lat]] of line.entries()) {
    const [beforeLon, beforeLat] = line[at - 1] ?? [lon, lat]
    degrees += Math.hypot(lon - beforeLon, lat - beforeLat)
  }
  if (degrees > 2) return provincesFromZoom
  if (degrees > 0.7) return 5
  return degrees > 0.3 ? 6 : 7
}

type Drawable = Polygon | MultiPolygon | LineString | MultiLineString

function tagged(kind: TileKind, geometry: Drawable, minZ = 0): Feature<Drawable> {
  return { type: 'Feature', properties: { kind, minZ }, geometry }
}

function index(features: Feature<Drawable>[]): GeoJSONVT {
  return new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: 8, indexMaxZoom: 4, extent, buffer: 64, tolerance: 2 },
  )
}

/** Made at the first request; what failed is made anew with the next tile. */
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
