import {
  checkHeader,
  type Entry,
  findEntry,
  firstBytes,
  type Header,
  largest,
  MapFileFault,
  readDirectory,
  readHeader,
} from './pmtiles.ts'
import { type Tile, tileIdOf } from './tile-id.ts'

/** Where an archive lies, and what opens its parts there. */
export interface ArchiveSource {
  bytes: number
  /** Fewer only where the source ends. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** @throws where it is damaged, or larger than `maxBytes` */
  gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array>
}

export interface Archive {
  header: Header
  /** As it is stored, opened. */
  metadata(): Promise<Record<string, unknown>>
  /** A tile, opened; null: there is none. */
  tile(tile: Tile): Promise<Uint8Array | null>
  /** All entries of tiles in the order of their numbers, one directory after the other. */
  entries(): AsyncGenerator<readonly Entry[]>
}

/** Directories below one another at most; the specification advises against more than two. */
const deepest = 4
/** Leaf directories that are kept open: of a planet about 10,000 tiles each. */
const keptLeaves = 64

/** @throws {MapFileFault} for what is no archive of vector tiles, or not all of one */
export async function openArchive(source: ArchiveSource): Promise<Archive> {
  const start = await source.read(0, firstBytes)
  const header = readHeader(start)
  checkHeader(header, source.bytes)
  const open = (bytes: Uint8Array, compression: number, most: number) =>
    compression === 2 ? openGzip(source, bytes, most) : checkSize(bytes, most)
  const { root, leaves, tiles } = header
  const rootEntries = readDirectory(
    await open(
      start.subarray(root.offset, root.offset + root.length),
      header.compression,
      largest.directoryBytes,
    ),
  )
  const kept = new Map<number, Promise<Entry[]>>()

  const section = async (part: { offset: number; length: number }, offset: number, length: number) => {
    if (offset + length > part.length)
      throw new MapFileFault('truncated', 'An entry lies outside of the file.')
    return await source.read(part.offset + offset, length)
  }
  const readLeaf = async ({ offset, length }: Entry) => {
    if (length > largest.directoryBytes) throw new MapFileFault('notPmtiles', 'A directory is too large.')
    return readDirectory(
      await open(await section(leaves, offset, length), header.compression, largest.directoryBytes),
    )
  }
  const leafOf = (entry: Entry): Promise<Entry[]> => {
    const known = kept.get(entry.offset)
    kept.delete(entry.offset)
    const leaf = known ?? readLeaf(entry)
    kept.set(entry.offset, leaf)
    // A failure is not cached; the oldest leaf is dropped.
    leaf.catch(() => kept.delete(entry.offset))
    if (kept.size > keptLeaves) kept.delete(kept.keys().next().value!)
    return leaf
  }

  async function* walk(entries: readonly Entry[], depth: number): AsyncGenerator<readonly Entry[]> {
    if (depth > deepest) throw new MapFileFault('notPmtiles', 'The directories are nested too deeply.')
    const own = entries.filter(({ run }) => run > 0)
    if (own.length > 0) yield own
    for (const entry of entries) if (entry.run === 0) yield* walk(await readLeaf(entry), depth + 1)
  }

  return {
    header,
    async metadata() {
      const { offset, length } = header.metadata
      if (length > largest.metadataBytes) throw new MapFileFault('notPmtiles', 'The metadata is too large.')
      const stored = await source.read(offset, length)
      const text = new TextDecoder().decode(await open(stored, header.compression, largest.metadataBytes))
      try {
        const read: unknown = JSON.parse(text)
        if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
      } catch {
        // Refused below, as what is no object is.
      }
      throw new MapFileFault('notPmtiles', 'The metadata is not a JSON object.')
    },
    async tile(tile) {
      const id = tileIdOf(tile)
      let entry = findEntry(rootEntries, id)
      for (let depth = 0; entry && entry.run === 0 && depth < deepest; depth++)
        entry = findEntry(await leafOf(entry), id)
      if (!entry || entry.run === 0) return null
      if (entry.length > largest.tileBytes) throw new MapFileFault('notPmtiles', 'A tile is too large.')
      const stored = await section(tiles, entry.offset, entry.length)
      return await open(stored, header.tileCompression, largest.tileBytes)
    },
    entries: () => walk(rootEntries, 0),
  }
}

async function openGzip(source: ArchiveSource, bytes: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await source.gunzip(bytes, most)
  } catch (error) {
    throw new MapFileFault('notPmtiles', "A part of the file can't be decompressed.", { cause: error })
  }
}

async function checkSize(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  if (bytes.length > most) throw new MapFileFault('notPmtiles', 'A part of the file is too large.')
  return bytes
}
