import { gunzipSync, gzipSync } from 'node:zlib'
import { openArchive } from '@trackway/core/features/street-maps/archive.ts'
import {
  type Entry,
  headerBytes,
  writeDirectory,
  writeHeader,
} from '@trackway/core/features/street-maps/pmtiles.ts'
import { type Box, tilesOfBox } from '@trackway/core/features/street-maps/tile-id.ts'
import { expect, test } from 'vitest'
import { planCut } from './plan-cut.ts'

/** As in a build of the planet: all entries in leaves, seas as runs of one blob, one of them shared with a tile before. */
const blobs = ['world', 'sea', 'land', 'town'].map((text) => gzipSync(text))
const offsets = blobs.map((_, n) => blobs.slice(0, n).reduce((sum, { length }) => sum + length, 0))
const entry = (id: number, run: number, blob: number): Entry => ({
  id,
  run,
  offset: offsets[blob]!,
  length: blobs[blob]!.length,
})
/** Levels 0 to 3 are the numbers 0, 1 to 4, 5 to 20 and 21 to 84. */
const leaves = [
  [entry(0, 1, 0), entry(1, 4, 1)],
  [entry(5, 6, 1), entry(11, 1, 2), entry(12, 9, 1)],
  [entry(21, 20, 1), entry(41, 3, 3), entry(44, 41, 1)],
]

function planet(): Uint8Array {
  const stored = leaves.map((leaf) => gzipSync(writeDirectory(leaf)))
  let at = 0
  const pointers = stored.map(({ length }, n) => {
    const pointer = { id: leaves[n]![0]!.id, run: 0, offset: at, length }
    at += length
    return pointer
  })
  const root = gzipSync(writeDirectory(pointers))
  const metadata = gzipSync('{"name":"Planet"}')
  const parts = [root, metadata, Buffer.concat(stored), Buffer.concat(blobs)]
  let offset = headerBytes
  const [rootAt, metadataAt, leavesAt, tilesAt] = parts.map(({ length }) => {
    const section = { offset, length }
    offset += length
    return section
  }) as [Entry, Entry, Entry, Entry]
  const header = writeHeader({
    root: rootAt,
    metadata: metadataAt,
    leaves: leavesAt,
    tiles: tilesAt,
    addressedTiles: 85,
    tileEntries: 8,
    tileContents: 4,
    isClustered: true,
    compression: 2,
    tileCompression: 2,
    tileType: 1,
    minZoom: 0,
    maxZoom: 3,
    west: -180,
    south: -85,
    east: 180,
    north: 85,
    centre: { zoom: 1, lon: 0, lat: 0 },
  })
  return Buffer.concat([header, ...parts])
}

const sourceOf = (bytes: Uint8Array) => ({
  bytes: bytes.length,
  read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  gunzip: async (part: Uint8Array) => gunzipSync(part),
})

async function cut(bytes: Uint8Array, box: Box): Promise<Uint8Array> {
  const { head, requests, bytes: length } = await planCut(sourceOf(bytes), box)
  const made = new Uint8Array(length)
  made.set(head)
  for (const { pieces } of requests) {
    for (const { from, length, to } of pieces) made.set(bytes.subarray(from, from + length), head.length + to)
  }
  return made
}

const boxes: [string, Box][] = [
  ['a town and the sea around it', { west: 1, south: 1, east: 100, north: 60 }],
  ['the sea alone', { west: -170, south: -60, east: -160, north: -50 }],
  ['the world', { west: -180, south: -85, east: 180, north: 85 }],
]
test.each(boxes)('leaf directories and runs of equal tiles: %s', async (_, box) => {
  const whole = planet()
  const source = await openArchive(sourceOf(whole))
  const found = await openArchive(sourceOf(await cut(whole, box)))
  let tiles = 0
  for (let z = 0; z <= 3; z++) {
    const { left, right, top, bottom } = tilesOfBox(box, z)
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        expect(await found.tile({ z, x, y }), `${z}/${x}/${y}`).toEqual(await source.tile({ z, x, y }))
        tiles++
      }
    }
  }
  expect(found.header.addressedTiles).toBe(tiles)
  expect(await found.metadata()).toEqual({ name: 'Planet' })
})

test('of what lies outside neither tiles nor directories are read', async () => {
  const whole = planet()
  const ranges: [number, number][] = []
  const source = sourceOf(whole)
  const read = async (offset: number, length: number) => {
    ranges.push([offset, length])
    return source.read(offset, length)
  }
  const plan = await planCut({ ...source, read }, { west: -170, south: -60, east: -160, north: -50 }, 1)
  // The header, the first of three leaves, the metadata.
  expect(ranges.map(([, length]) => length)).toEqual([
    16_384,
    gzipSync(writeDirectory(leaves[0]!)).length,
    gzipSync('{"name":"Planet"}').length,
  ])
  expect(plan.bytesToRead).toBe(blobs[0]!.length + blobs[1]!.length)
})
