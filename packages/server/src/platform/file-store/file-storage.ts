import type { Readable } from 'node:stream'

/** Where bytes lie. Keys are words and slashes; the database knows which there are. */
export interface FileStorage {
  /** Where files are gathered before they are kept: on a disk of this process. */
  draftFolder: string
  /** Keeps a file of this disk, whole or not at all, and takes it away there. */
  keep(key: string, draft: { path: string; bytes: number; sha256: string }): Promise<void>
  /** @throws {FileMissing} */
  read(key: string, range: ByteRange | null): Promise<Readable>
  /** One that is not there is no failure. */
  remove(key: string): Promise<void>
}

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Thrown for a file that the database knows and the storage has not. */
export class FileMissing extends Error {}
