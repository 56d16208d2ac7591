import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { addEntry, writeDirectories } from '@trackway/core/features/street-maps/archive-writer.ts'
import {
  checkHeader,
  type Entry,
  firstBytes,
  type Header,
  headerBytes,
  largest,
  MapFileFault,
  readDirectory,
  readHeader,
  writeHeader,
} from '@trackway/core/features/street-maps/pmtiles.ts'
import { type Box, type IdRange, idsOfBox } from '@trackway/core/features/street-maps/tile-id.ts'

/**
 * How an area is cut out of an archive: which bytes are read, and where they go. Known before any tile is read, so
 * that its size can be shown first. Tiles that touch the area come whole.
 */
export interface CutPlan {
  /** Header, directories and metadata of the new file: what lies before its tiles. */
  head: Uint8Array
  requests: CutRequest[]
  tiles: number
  /** Of the new file, and what is read for it beside what the plan took. */
  bytes: number
  bytesToRead: number
}

/** One part of the source, and the pieces of it that are kept. */
export interface CutRequest {
  offset: number
  length: number
  pieces: { from: number; length: number; to: number }[]
}

interface Source {
  bytes: number
  read(offset: number, length: number): Promise<Uint8Array>
}

/** What is read in vain so that fewer requests do, as a share of what is wanted. */
const overfetch = 0.05
/** Longest single request: progress shows, and a broken one costs no more. */
const longestRequest = 8 * 1024 * 1024
const inflate = promisify(gunzip)

/** @throws {MapFileFault} where the source is no archive of vector tiles, or not in the order of its tiles */
export async function planCut(source: Source, box: Box, deepest = 15): Promise<CutPlan> {
  const start = await source.read(0, firstBytes)
  const header = readHeader(start)
  checkHeader(header, source.bytes)
  if (!header.isClustered)
    throw new MapFileFault(
      'unsupported',
      'The tiles of the source are not in order: no area can be cut out of it.',
    )
  const maxZoom = Math.min(header.maxZoom, deepest)
  const ranges = idsOfBox(box, header.minZoom, maxZoom)
  const open = async (bytes: Uint8Array) =>
    header.compression === 2 ? await inflate(bytes, { maxOutputLength: largest.directoryBytes }) : bytes
  const { root } = header
  const rootEntries = readDirectory(await open(start.subarray(root.offset, root.offset + root.length)))
  const entries = await collect(rootEntries)
  if (entries.length === 0) throw new MapFileFault('noStreets', 'The source has no tiles in this area.')

  const { moved, requests, bytes: tileBytes } = arrange(entries, header.tiles.offset)
  const metadata = await source.read(header.metadata.offset, header.metadata.length)
  const directories = writeDirectories(moved, (bytes) =>
    header.compression === 2 ? gzipSync(bytes, { level: 9 }) : bytes,
  )
  const head = headOf(header, { box, maxZoom, directories, metadata, entries: moved, tileBytes, requests })
  return {
    head,
    requests,
    tiles: moved.reduce((sum, { run }) => sum + run, 0),
    bytes: head.length + tileBytes,
    bytesToRead: requests.reduce((sum, { length }) => sum + length, 0),
  }

  /** Entries of the needed tiles, in the order of their numbers, from the root and the leaves that contain them. */
  async function collect(rootEntries: readonly Entry[]): Promise<Entry[]> {
    const found = rootEntries.filter(({ run }) => run > 0).flatMap((entry) => within(entry, ranges))
    const pointers = rootEntries.filter(({ run }) => run === 0)
    const needed = pointers.filter(({ id }) => {
      const next = rootEntries.find((other) => other.id > id)
      return meets([id, next?.id ?? Number.POSITIVE_INFINITY], ranges)
    })
    const parts = needed.map(({ offset, length }) => ({ from: header.leaves.offset + offset, length, to: 0 }))
    for (const { offset, length, pieces } of joinRequests(parts)) {
      const bytes = await source.read(offset, length)
      for (const { from, length: own } of pieces) {
        const leaf = readDirectory(await open(bytes.subarray(from - offset, from - offset + own)))
        if (leaf.some(({ run }) => run === 0))
          throw new MapFileFault('unsupported', 'The directories of the source lie deeper than can be read.')
        found.push(...leaf.flatMap((entry) => within(entry, ranges)))
      }
    }
    return found.sort((a, b) => a.id - b.id)
  }
}

function meets([from, until]: IdRange, ranges: readonly IdRange[]): boolean {
  const at = firstEndingAfter(ranges, from)
  return at < ranges.length && ranges[at]![0] < until
}

/** The first range that ends after a number. */
function firstEndingAfter(ranges: readonly IdRange[], id: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]![1] > id) high = middle
    else low = middle + 1
  }
  return low
}

/** The parts of a run of equal tiles that are wanted. */
function within(entry: Entry, ranges: readonly IdRange[]): Entry[] {
  const found: Entry[] = []
  const end = entry.id + entry.run
  for (let at = firstEndingAfter(ranges, entry.id); at < ranges.length && ranges[at]![0] < end; at++) {
    const id = Math.max(entry.id, ranges[at]![0])
    found.push({ ...entry, id, run: Math.min(end, ranges[at]![1]) - id })
  }
  return found
}

/** New consecutive places for the tiles; what several share is taken once. */
function arrange(entries: readonly Entry[], tilesOffset: number) {
  const places = new Map<number, number>()
  const moved: Entry[] = []
  const pieces: CutRequest['pieces'] = []
  let end = 0
  for (const { id, run, offset, length } of entries) {
    let place = places.get(offset)
    if (place === undefined) {
      place = end
      places.set(offset, place)
      const last = pieces.at(-1)
      if (last && last.from + last.length === tilesOffset + offset && last.length + length <= longestRequest)
        last.length += length
      else pieces.push({ from: tilesOffset + offset, length, to: place })
      end += length
    }
    addEntry(moved, { id, offset: place, length })
    moved.at(-1)!.run += run - 1
  }
  return { moved, requests: joinRequests(pieces), bytes: end }
}

/** Pieces are read together, the smallest gaps first, until too much would be read in vain. */
function joinRequests(pieces: readonly CutRequest['pieces'][number][]): CutRequest[] {
  const wanted = pieces.reduce((sum, { length }) => sum + length, 0)
  const gaps = pieces
    .slice(1)
    .map(({ from }, n) => ({ n, gap: from - (pieces[n]!.from + pieces[n]!.length) }))
    .filter(({ gap }) => gap >= 0)
    .sort((a, b) => a.gap - b.gap || a.n - b.n)
  const bridged = new Set<number>()
  let spare = wanted * overfetch
  for (const { n, gap } of gaps) {
    if (gap > spare) break
    spare -= gap
    bridged.add(n)
  }
  const requests: CutRequest[] = []
  for (const [n, piece] of pieces.entries()) {
    const last = requests.at(-1)
    const reach = last && piece.from + piece.length - last.offset
    if (last && bridged.has(n - 1) && reach! <= longestRequest) {
      last.pieces.push(piece)
      last.length = reach!
    } else requests.push({ offset: piece.from, length: piece.length, pieces: [piece] })
  }
  return requests
}

interface HeadParts {
  box: Box
  maxZoom: number
  directories: { root: Uint8Array; leaves: Uint8Array }
  metadata: Uint8Array
  entries: readonly Entry[]
  tileBytes: number
  requests: readonly CutRequest[]
}

function headOf(
  header: Header,
  { box, maxZoom, directories, metadata, entries, tileBytes }: HeadParts,
): Uint8Array {
  const { root, leaves } = directories
  const at = headerBytes + root.length
  const bounds = {
    west: Math.max(header.west, box.west),
    south: Math.max(header.south, box.south),
    east: Math.min(header.east, box.east),
    north: Math.min(header.north, box.north),
  }
  const contents = new Set(entries.map(({ offset }) => offset)).size
  const written = writeHeader({
    ...header,
    ...bounds,
    maxZoom,
    root: { offset: headerBytes, length: root.length },
    metadata: { offset: at, length: metadata.length },
    leaves: { offset: at + metadata.length, length: leaves.length },
    tiles: { offset: at + metadata.length + leaves.length, length: tileBytes },
    addressedTiles: entries.reduce((sum, { run }) => sum + run, 0),
    tileEntries: entries.length,
    tileContents: contents,
    centre: {
      zoom: Math.max(header.minZoom, Math.min(maxZoom, 12)),
      lon: (bounds.west + bounds.east) / 2,
      lat: (bounds.south + bounds.north) / 2,
    },
  })
  return Buffer.concat([written, root, metadata, leaves])
}
