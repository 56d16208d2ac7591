import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '../../start-error.ts'
import type { Migration } from '../migration-files.ts'

/**
 * A backup is one zstd stream. It holds blocks, each after its length in four bytes: the header, then of each
 * table its rows as the text of `COPY`, ended by an empty block, then the trailer.
 */

export interface BackedUpTable {
  name: string
  columns: string[]
  /** Of a partition: whose, and which rows it holds. */
  partition?: { of: string; bound: string }
  /** Triggers that a partition has and its parent has not. */
  triggers: string[]
}

export interface BackupHeader {
  trackway: 'backup 1'
  time: number
  migrations: Migration[]
  tables: BackedUpTable[]
  /** The last value of each. */
  sequences: { name: string; value: number }[]
}

export interface BackupTrailer {
  /** By table. */
  rows: Record<string, number>
  /** SHA-256 of all blocks before, hex. */
  sha256: string
}

export function block(content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

export const endOfTable = block(Buffer.alloc(0))
export const jsonBlock = (value: BackupHeader | BackupTrailer) => block(Buffer.from(JSON.stringify(value)))

const lineFeed = 0x0a

/** Reads a backup from its beginning to its end, once. */
export class BackupReader {
  readonly #path: string
  readonly #blocks: AsyncGenerator<Buffer>
  readonly #hash = createHash('sha256')

  constructor(path: string) {
    this.#path = path
    this.#blocks = readBlocks(path)
  }

  /** @throws {StartError} where the file is no backup, or is damaged */
  async header(): Promise<BackupHeader> {
    const header = JSON.parse((await this.#next()).toString()) as BackupHeader
    if (header.trackway !== 'backup 1') throw this.damaged()
    return header
  }

  /** The rows of the next table, as text of `COPY`. */
  async *rows(): AsyncGenerator<Buffer> {
    for (let rows = await this.#next(); rows.length > 0; rows = await this.#next()) yield rows
  }

  /** @throws {StartError} where the checksum is wrong, or anything follows it */
  async trailer(): Promise<BackupTrailer> {
    const sha256 = this.#hash.copy().digest('hex')
    const trailer = JSON.parse((await this.#next()).toString()) as BackupTrailer
    if (trailer.sha256 !== sha256) throw this.damaged()
    const { done } = await this.#blocks.next().catch((error) => {
      throw this.damaged(error)
    })
    if (!done) throw this.damaged()
    return trailer
  }

  /** Stops reading before the end. */
  async close(): Promise<void> {
    await this.#blocks.return(undefined)
  }

  async #next(): Promise<Buffer> {
    const next = await this.#blocks.next().catch((error) => {
      throw this.damaged(error)
    })
    if (next.done) throw this.damaged()
    this.#hash.update(block(next.value))
    return next.value
  }

  /** The one error of its readers, whatever they stumbled over: a damaged byte can be anywhere. */
  damaged(cause?: unknown): StartError {
    if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
      return new StartError(`File not found: ${this.#path}.`, { cause })
    return new StartError(`${this.#path} is no backup of Trackway, or it is cut or damaged.`, { cause })
  }
}

async function* readBlocks(path: string): AsyncGenerator<Buffer> {
  const bytes = createZstdDecompress()
  pipeline(createReadStream(path), bytes, () => {})
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of bytes) {
    rest = rest.length > 0 ? Buffer.concat([rest, part as Buffer]) : (part as Buffer)
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE()
      yield rest.subarray(4, end)
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw new Error('the last block is cut')
}

/**
 * Reads a whole backup: its checksum is right and every table has as many rows as were written.
 * @throws {StartError} in one sentence what is wrong with it
 */
export async function checkBackup(path: string): Promise<{ header: BackupHeader; rows: number }> {
  const reader = new BackupReader(path)
  try {
    return await check(reader)
  } catch (error) {
    throw error instanceof StartError ? error : reader.damaged(error)
  }
}

async function check(reader: BackupReader): ReturnType<typeof checkBackup> {
  const header = await reader.header()
  const counted: Record<string, number> = {}
  for (const { name } of header.tables) {
    let rows = 0
    for await (const text of reader.rows())
      for (let at = text.indexOf(lineFeed); at >= 0; at = text.indexOf(lineFeed, at + 1)) rows++
    counted[name] = rows
  }
  const { rows } = await reader.trailer()
  const wrong = header.tables.find(({ name }) => rows[name] !== counted[name])
  if (wrong) throw reader.damaged(`${counted[wrong.name]} rows of ${wrong.name}, not ${rows[wrong.name]}`)
  return { header, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}
