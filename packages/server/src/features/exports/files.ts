import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Db } from '../../platform/database/database.ts'
import { refusal } from '../../platform/errors.ts'
import type { Run } from '../../platform/jobs/job-queue.ts'
import { formats } from '../../platform/table-files/formats.ts'

/**
 * The bytes of files: chunks in the database, which is what all processes share. A file is written while it is
 * made and read chunk by chunk, so that none is ever held whole.
 */

const chunkBytes = 1024 * 1024

/** Stores what comes, in chunks of 1 MB. @returns how many */
export async function storeFile(
  db: Db,
  { id, run }: Run,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  let number = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  const flush = async () => {
    const bytes = Buffer.concat(held)
    held = []
    heldBytes = 0
    await db.insertInto('export_chunks').values({ export_id: id, run, number: number++, bytes }).execute()
  }
  for await (const piece of pieces) {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes >= chunkBytes) await flush()
  }
  if (heldBytes > 0) await flush()
  return number
}

/** Removes what a run stored. */
export async function dropFile(db: Db, { id, run }: Run): Promise<void> {
  await db.deleteFrom('export_chunks').where('export_id', '=', id).where('run', '=', run).execute()
}

export interface StoredFile {
  fileName: string
  contentType: string
  bytes: number
  body: Readable
}

/**
 * A finished file, read as it is taken.
 * @throws {Refusal} `notFound`, also for somebody else's and for one that is not finished
 */
export async function openFile(db: Db, accountId: number, id: number): Promise<StoredFile> {
  const row = await db
    .selectFrom('exports')
    .innerJoin('jobs', 'jobs.id', 'exports.id')
    .select(['exports.id', 'jobs.run', 'format', 'file_name', 'bytes', 'chunks'])
    .where('exports.id', '=', id)
    .where('exports.account_id', '=', accountId)
    .where('jobs.state', '=', 'done')
    .executeTakeFirstOrThrow(refusal('notFound'))
  const stored = Readable.from(readChunks(db, row, row.chunks!), { objectMode: false })
  const { contentType, isCompressed } = formats[row.format]
  // A failure of the one comes out of the other, which is read; a reader that goes away ends both.
  const body = isCompressed ? stored : pipeline(stored, createGunzip(), () => {})
  return { fileName: row.file_name!, contentType, bytes: row.bytes!, body }
}

async function* readChunks(db: Db, { id, run }: Run, count: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number++) {
    const chunk = await db
      .selectFrom('export_chunks')
      .select('bytes')
      .where('export_id', '=', id)
      .where('run', '=', run)
      .where('number', '=', number)
      .executeTakeFirst()
    // Half a file must not look like a whole one.
    if (chunk === undefined) throw new Error('the file was removed while it was read')
    yield chunk.bytes
  }
}
