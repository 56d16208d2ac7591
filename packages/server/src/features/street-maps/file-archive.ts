import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Archive, openArchive } from '@trackway/core/features/street-maps/archive.ts'
import { type MapFacts, readMapFacts } from '@trackway/core/features/street-maps/schema.ts'

const inflate = promisify(gunzip)

export interface FileArchive {
  archive: Archive
  facts: MapFacts
  bytes: number
  /** Of these bytes and no others: differs once the file is another. */
  version: string
  close(): Promise<void>
}

/**
 * Opens a file of street maps and looks at its header, root directory, metadata and first tile.
 * @throws {MapFileFault} for what no streets can be drawn from, and the system's error for a file that is not there
 */
export async function openFileArchive(path: string): Promise<FileArchive> {
  const handle = await open(path)
  try {
    const stats = await handle.stat()
    const archive = await openArchive({
      bytes: stats.size,
      read: (offset, length) => readBytes(handle, offset, length),
      gunzip: (bytes, maxOutputLength) => inflate(bytes, { maxOutputLength }),
    })
    const facts = readMapFacts(await archive.metadata())
    return { archive, facts, bytes: stats.size, version: versionOf(stats), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

export function versionOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`
}

async function readBytes(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  const { bytesRead } = await handle.read(bytes, 0, length, offset)
  return bytes.subarray(0, bytesRead)
}
