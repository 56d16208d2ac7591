import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Archive, openArchive } from '@trackway/core/features/street-maps/archive.ts'
import { clipLine } from '@trackway/core/features/street-maps/clip-line.ts'
import { readMapFacts } from '@trackway/core/features/street-maps/schema.ts'
import {
  readStreetTile,
  type StreetClass,
  tileUnits,
} from '@trackway/core/features/street-maps/street-tile.ts'
import { type Box, tilesOfBox } from '@trackway/core/features/street-maps/tile-id.ts'

/** A road that cars drive, in whole units of the deepest level of its map: a tile is 4096 of them. */
export interface MapRoad {
  street: StreetClass
  isLink: boolean
  isTunnel: boolean
  direction: 1 | -1 | 0
  maxSpeedKmh: number | null
  name: string | null
  /** x and y in turn. */
  line: number[]
}

export interface MapRoads {
  zoom: number
  roads: MapRoad[]
}

const driven: readonly StreetClass[] = [
  ...(['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor', 'service'] as const),
]
/** More are not read: of a country with its towns some hundred megabytes of memory. */
const mostTiles = 20_000
const inflate = promisify(gunzip)

/**
 * The roads of a map file within a box, each cut at the sides of its tiles.
 * @throws {MapFileFault} for what is no street map, and the system's error for a file that is not there
 */
export async function readMapRoads(path: string, box: Box): Promise<MapRoads> {
  return withArchive(path, (archive) => roadsOf(archive, overlap(archive.header, box)))
}

/** What a map file covers. */
export async function mapBox(path: string): Promise<Box> {
  return withArchive(path, async ({ header: { west, south, east, north } }) => ({ west, south, east, north }))
}

async function withArchive<T>(path: string, work: (archive: Archive) => Promise<T>): Promise<T> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const archive = await openArchive({
      bytes: size,
      read: async (offset, length) => {
        const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
      gunzip: (bytes, maxOutputLength) => inflate(bytes, { maxOutputLength }),
    })
    return await work(archive)
  } finally {
    await handle.close()
  }
}

async function roadsOf(archive: Archive, box: Box): Promise<MapRoads> {
  const { schema } = readMapFacts(await archive.metadata())
  const zoom = archive.header.maxZoom
  const { left, right, top, bottom } = tilesOfBox(box, zoom)
  if ((right - left + 1) * (bottom - top + 1) > mostTiles)
    throw new RangeError('The area is too large to drive in: name a smaller one.')
  const roads: MapRoad[] = []
  for (let x = left; x <= right; x++) {
    for (let y = top; y <= bottom; y++) {
      const bytes = await archive.tile({ z: zoom, x, y })
      if (bytes === null) continue
      for (const road of readStreetTile(bytes, schema).roads) {
        if (road.isPrivate || !driven.includes(road.street)) continue
        const { street, isLink, isTunnel, direction, maxSpeedKmh } = road
        const name = road.names?.name ?? null
        for (const part of clipLine(road.line, tileUnits)) {
          const line = part.map((value, n) => value + tileUnits * (n % 2 === 0 ? x : y))
          roads.push({ street, isLink, isTunnel, direction, maxSpeedKmh, name, line })
        }
      }
    }
  }
  return { zoom, roads }
}

function overlap(a: Box, b: Box): Box {
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  }
}
