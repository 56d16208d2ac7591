import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { addEntry, writeDirectories } from '@trackway/core/features/street-maps/archive-writer.ts'
import { type Entry, headerBytes, writeHeader } from '@trackway/core/features/street-maps/pmtiles.ts'
import { tileIdOf, tilesOfBox } from '@trackway/core/features/street-maps/tile-id.ts'
import GeoJSONVT from 'geojson-vt'
import { featuresOf, type TileFeature } from './features.ts'
import { readOsm } from './read-osm.ts'

/**
 * Makes the map of the built-in city, `packages/server/maps/helsinki.pmtiles`, of OpenStreetMap data:
 * `npm run city-map -w packages/server`. The file is kept beside the code, so that nobody needs this to run the
 * platform; a test holds it against what this makes.
 */
const maxZoom = 15
const extent = 4096

export async function buildCityMap(): Promise<Uint8Array> {
  const data = await readOsm(fileURLToPath(new URL('helsinki-centre.osm.pbf', import.meta.url)))
  const [west, south, east, north] = data.box
  const box = { west, south, east, north }
  const features = featuresOf(data)
  const layers = [...new Set(features.map(({ layer }) => layer))].sort()
  const tiles: { id: number; bytes: Uint8Array }[] = []
  for (let z = 0; z <= maxZoom; z++) {
    const indexes = layers.map((layer) => [layer, indexOf(features, layer, z)] as const)
    const { left, right, top, bottom } = tilesOfBox(box, z)
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const found = indexes.flatMap(([layer, index]) => {
          const tile = index?.getTile(z, x, y)
          return tile ? [[layer, tile] as const] : []
        })
        if (found.length === 0) continue
        const bytes = fromGeojsonVt(Object.fromEntries(found) as never, { version: 2, extent })
        tiles.push({ id: tileIdOf({ z, x, y }), bytes: gzip(bytes) })
      }
    }
  }
  const metadata = {
    name: 'Helsinki',
    description: 'The centre of Helsinki. Data: OpenStreetMap, under the Open Database License (ODbL) 1.0.',
    attribution: '© OpenStreetMap contributors',
    type: 'baselayer',
    vector_layers: layers.map((id) => fieldsOf(features, id)),
  }
  return archiveOf(tiles, metadata, box)
}

function indexOf(features: readonly TileFeature[], layer: string, z: number): GeoJSONVT | null {
  const shown = features.filter((feature) => feature.layer === layer && feature.minZoom <= z)
  if (shown.length === 0) return null
  const collection = {
    type: 'FeatureCollection' as const,
    features: shown.map(({ geometry, properties }) => ({ type: 'Feature' as const, geometry, properties })),
  }
  const tolerance = z === maxZoom ? 0 : 3
  return new GeoJSONVT(collection as never, {
    maxZoom: z,
    indexMaxZoom: z,
    indexMaxPoints: 0,
    tolerance,
    extent,
    buffer: 64,
  })
}

function fieldsOf(features: readonly TileFeature[], id: string) {
  const own = features.filter(({ layer }) => layer === id)
  const types = own.flatMap(({ properties }) =>
    Object.entries(properties).map(([key, value]) => [key, typeof value]),
  )
  const fields = Object.fromEntries(
    types.map(([key, type]) => [key, `${type![0]!.toUpperCase()}${type!.slice(1)}`]),
  )
  const ordered = Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { id, fields: ordered, minzoom: Math.min(...own.map(({ minZoom }) => minZoom)), maxzoom: maxZoom }
}

function archiveOf(
  tiles: { id: number; bytes: Uint8Array }[],
  metadata: object,
  box: { west: number; south: number; east: number; north: number },
): Uint8Array {
  tiles.sort((a, b) => a.id - b.id)
  const entries: Entry[] = []
  const contents: Uint8Array[] = []
  const offsets = new Map<string, number>()
  let end = 0
  for (const { id, bytes } of tiles) {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const offset = offsets.get(hash) ?? end
    if (offset === end) {
      offsets.set(hash, end)
      contents.push(bytes)
      end += bytes.length
    }
    addEntry(entries, { id, offset, length: bytes.length })
  }
  const { root, leaves } = writeDirectories(entries, gzip)
  const about = gzip(new TextEncoder().encode(JSON.stringify(metadata)))
  const at = headerBytes + root.length
  const header = writeHeader({
    root: { offset: headerBytes, length: root.length },
    metadata: { offset: at, length: about.length },
    leaves: { offset: at + about.length, length: leaves.length },
    tiles: { offset: at + about.length + leaves.length, length: end },
    addressedTiles: tiles.length,
    tileEntries: entries.length,
    tileContents: contents.length,
    isClustered: true,
    compression: 2,
    tileCompression: 2,
    tileType: 1,
    minZoom: 0,
    maxZoom,
    ...box,
    centre: { zoom: 15, lon: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 },
  })
  return Buffer.concat([header, root, about, leaves, ...contents])
}

/** The same on every system, whose mark the format has room for. */
function gzip(bytes: Uint8Array): Uint8Array {
  const packed = gzipSync(bytes, { level: 9 })
  packed[9] = 255
  return packed
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await buildCityMap()
  const path = fileURLToPath(new URL('../../maps/helsinki.pmtiles', import.meta.url))
  writeFileSync(path, bytes)
  console.log(`${path}: ${bytes.length} bytes`)
}
