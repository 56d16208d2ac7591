/**
 * The parts of a PMTiles archive: a header of 127 bytes, directories of tiles, a metadata object.
 * Source: PMTiles version 3.
 */

export const headerBytes = 127
/** The root directory ends within these first bytes. */
export const firstBytes = 16_384
/** What strange files may make of memory: directories and tiles after decompression. */
export const largest = {
  directoryBytes: 32 * 1024 * 1024,
  tileBytes: 8 * 1024 * 1024,
  metadataBytes: 8 * 1024 * 1024,
}

/** Why a file is no archive that streets can be drawn from. */
export type MapFault = 'notPmtiles' | 'truncated' | 'unsupported' | 'noStreets'

export class MapFileFault extends Error {
  readonly fault: MapFault
  constructor(fault: MapFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

interface Section {
  offset: number
  length: number
}

export interface Header {
  root: Section
  metadata: Section
  leaves: Section
  tiles: Section
  addressedTiles: number
  tileEntries: number
  tileContents: number
  /** Tiles lie in the order of their numbers. */
  isClustered: boolean
  /** 1 none, 2 gzip; of directories and metadata, and of tiles. */
  compression: number
  tileCompression: number
  /** 1: vector tiles. */
  tileType: number
  minZoom: number
  maxZoom: number
  west: number
  south: number
  east: number
  north: number
  centre: { zoom: number; lon: number; lat: number }
}

const magic = [0x50, 0x4d, 0x54, 0x69, 0x6c, 0x65, 0x73]

/** @throws {MapFileFault} for what does not begin as an archive of version 3 does */
export function readHeader(bytes: Uint8Array): Header {
  if (!magic.every((byte, at) => bytes[at] === byte))
    throw new MapFileFault('notPmtiles', 'The file does not begin with "PMTiles".')
  if (bytes.length < headerBytes) throw new MapFileFault('truncated', 'The file ends within its header.')
  if (bytes[7] !== 3) throw new MapFileFault('unsupported', `The file is of version ${bytes[7]}, not 3.`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes)
  const long = (at: number) => Number(view.getBigUint64(at, true))
  const degrees = (at: number) => view.getInt32(at, true) / 1e7
  const section = (at: number) => ({ offset: long(at), length: long(at + 8) })
  return {
    root: section(8),
    metadata: section(24),
    leaves: section(40),
    tiles: section(56),
    addressedTiles: long(72),
    tileEntries: long(80),
    tileContents: long(88),
    isClustered: bytes[96] === 1,
    compression: bytes[97]!,
    tileCompression: bytes[98]!,
    tileType: bytes[99]!,
    minZoom: bytes[100]!,
    maxZoom: bytes[101]!,
    west: degrees(102),
    south: degrees(106),
    east: degrees(110),
    north: degrees(114),
    centre: { zoom: bytes[118]!, lon: degrees(119), lat: degrees(123) },
  }
}

export function writeHeader(header: Header): Uint8Array {
  const bytes = new Uint8Array(headerBytes)
  bytes.set([...magic, 3])
  const view = new DataView(bytes.buffer)
  const longs = [header.root, header.metadata, header.leaves, header.tiles].flatMap(({ offset, length }) => [
    offset,
    length,
  ])
  const counts = [header.addressedTiles, header.tileEntries, header.tileContents]
  for (const [n, value] of [...longs, ...counts].entries()) view.setBigUint64(8 + 8 * n, BigInt(value), true)
  const { compression, tileCompression, tileType, minZoom, maxZoom, centre } = header
  bytes.set([header.isClustered ? 1 : 0, compression, tileCompression, tileType, minZoom, maxZoom], 96)
  const degrees = (at: number, value: number) => view.setInt32(at, Math.round(value * 1e7), true)
  for (const [n, value] of [header.west, header.south, header.east, header.north].entries())
    degrees(102 + 4 * n, value)
  bytes[118] = centre.zoom
  degrees(119, centre.lon)
  degrees(123, centre.lat)
  return bytes
}

/**
 * Holds a header against what we read, and its sections against the length of the file.
 * @throws {MapFileFault}
 */
export function checkHeader(header: Header, fileBytes: number): void {
  const { root, metadata, leaves, tiles } = header
  for (const { offset, length } of [root, metadata, leaves, tiles]) {
    if (offset + length > fileBytes)
      throw new MapFileFault(
        'truncated',
        `The file has ${fileBytes} bytes; its parts end at ${offset + length}.`,
      )
  }
  if (root.length === 0 || root.offset < headerBytes || root.offset + root.length > firstBytes)
    throw new MapFileFault('notPmtiles', 'The root directory does not lie within the first 16384 bytes.')
  if (header.tileType !== 1)
    throw new MapFileFault('unsupported', 'The tiles are pictures, not vector tiles.')
  for (const compression of [header.compression, header.tileCompression]) {
    if (compression !== 1 && compression !== 2)
      throw new MapFileFault('unsupported', 'The file is compressed by another method than gzip.')
  }
  const { minZoom, maxZoom, west, east, south, north } = header
  const isSane = minZoom <= maxZoom && maxZoom <= 26 && west < east && south < north
  if (!isSane) throw new MapFileFault('notPmtiles', 'The zoom levels or bounds of the file are invalid.')
}

/** A blob that some tiles in a row share; `run` 0: a leaf directory, for all tiles up to the next entry. */
export interface Entry {
  id: number
  run: number
  offset: number
  length: number
}

/** @throws {MapFileFault} for bytes that are no directory */
export function readDirectory(bytes: Uint8Array): Entry[] {
  let at = 0
  const varint = () => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined || factor > 2 ** 56)
        throw new MapFileFault('notPmtiles', 'A directory is damaged.')
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
  }
  const count = varint()
  // Four numbers of a byte each at least.
  if (count * 4 > bytes.length) throw new MapFileFault('notPmtiles', 'A directory is damaged.')
  const entries: Entry[] = []
  let id = 0
  for (let n = 0; n < count; n++) {
    id += varint()
    entries.push({ id, run: 0, offset: 0, length: 0 })
  }
  for (const entry of entries) entry.run = varint()
  for (const entry of entries) {
    entry.length = varint()
    if (entry.length === 0) throw new MapFileFault('notPmtiles', 'A directory is damaged.')
  }
  for (const [n, entry] of entries.entries()) {
    const stored = varint()
    const before = entries[n - 1]
    if (stored === 0 && !before) throw new MapFileFault('notPmtiles', 'A directory is damaged.')
    entry.offset = stored === 0 ? before!.offset + before!.length : stored - 1
  }
  return entries
}

export function writeDirectory(entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = []
  const varint = (value: number) => {
    let left = value
    while (left >= 128) {
      bytes.push((left % 128) + 128)
      left = Math.floor(left / 128)
    }
    bytes.push(left)
  }
  varint(entries.length)
  for (const [n, { id }] of entries.entries()) varint(id - (entries[n - 1]?.id ?? 0))
  for (const { run } of entries) varint(run)
  for (const { length } of entries) varint(length)
  for (const [n, { offset }] of entries.entries()) {
    const before = entries[n - 1]
    varint(before && before.offset + before.length === offset ? 0 : offset + 1)
  }
  return Uint8Array.from(bytes)
}

/** The entry of a tile, or of the leaf directory that contains it; undefined: there is no such tile. */
export function findEntry(entries: readonly Entry[], id: number): Entry | undefined {
  let [low, high] = [0, entries.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (entries[middle]!.id <= id) low = middle
    else high = middle - 1
  }
  const entry = entries[low]
  if (!entry || entry.id > id) return undefined
  return entry.run === 0 || id < entry.id + entry.run ? entry : undefined
}
