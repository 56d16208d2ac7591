import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Db } from '../database/database.ts'
import { isForeignKeyViolation } from '../errors.ts'
import type { FileSettings } from '../settings/file-settings.ts'
import { processSettings } from '../settings/process-settings.ts'
import type { ByteRange, FileStorage } from './file-storage.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'

/**
 * Whatever is a file and large: firmware, media. A file is a row of `stored_files`; the table that needs it has a
 * foreign key to it. What no row references for a day is removed (`remove-unused-files.ts`), so that a feature may
 * store first and write its row afterwards.
 */
export interface StoredFile {
  /** Names it in the database. */
  key: string
  bytes: number
  /** Hex, lower case. */
  sha256: string
}

/** Thrown while a file is stored that is larger than allowed. */
export class FileTooLarge extends Error {}

let opened: { settings: FileSettings; storage: FileStorage } | null = null

/** The storage of the settings of this process. */
export function fileStorage(): FileStorage {
  const { files } = processSettings
  if (files === null) throw new Error('this process has no storage for files')
  if (opened?.settings !== files)
    opened = { settings: files, storage: 'folder' in files ? folderStorage(files.folder) : s3Storage(files) }
  return opened.storage
}

/**
 * Stores a file: whole, or not at all.
 * @param purpose the word that its key begins with, such as `firmware`
 * @throws {FileTooLarge} once more than `maxBytes` came; what a source throws
 */
export async function putFile(
  db: Db,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  { purpose, maxBytes, now = Date.now() }: { purpose: string; maxBytes: number; now?: number },
): Promise<StoredFile> {
  const storage = fileStorage()
  const id = randomUUID()
  // By their first digits, so that no folder holds millions.
  const key = `${purpose}/${id.slice(0, 2)}/${id}`
  const path = join(storage.draftFolder, id)
  try {
    const draft = await gather(path, source instanceof Uint8Array ? [source] : source, maxBytes)
    // Before the bytes: a process that ends in between leaves a row by which they are removed.
    await db.insertInto('stored_files').values({ key, created_time: now }).execute()
    await storage.keep(key, { path, ...draft })
    await db.updateTable('stored_files').set(draft).where('key', '=', key).execute()
    return { key, ...draft }
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Reads a file, or a part of it, as it is taken.
 * @throws {FileMissing}
 */
export function openFile(key: string, range: ByteRange | null = null): Promise<Readable> {
  return fileStorage().read(key, range)
}

/**
 * Removes a file that no row references any more: after the commit that removed the row, not within it. One that is
 * forgotten is removed a day later.
 * @returns false for one that is still referenced, which stays
 */
export async function removeFile(db: Db, key: string): Promise<boolean> {
  const storage = fileStorage()
  try {
    await db.transaction().execute(async (transaction) => {
      // The foreign keys decide; nobody can reference it from here on.
      await transaction.deleteFrom('stored_files').where('key', '=', key).execute()
      await storage.remove(key)
    })
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

async function gather(
  path: string,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string }> {
  await mkdir(join(path, '..'), { recursive: true })
  const file = await open(path, 'wx')
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of Readable.from(source) as AsyncIterable<Uint8Array>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`)
      hash.update(piece)
      await file.writeFile(piece)
    }
    await file.sync()
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}
