import { randomUUID } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { putFile, removeFile, type StoredFile } from './file-store.ts'

/**
 * Files on their way here: they come in parts, so that none takes longer than a request may, and each of them may reach
 * another process. The parts lie in the database until the file is whole.
 */

/** Of an account; more would only be given up. */
const maxUploads = 5

interface Upload {
  accountId: number
  purpose: string
  fileName: string
  bytes: number
}

/** Begins one. The oldest of too many of the account is given up. */
export async function beginUpload(
  db: Db,
  { accountId, purpose, fileName, bytes }: Upload,
  now: number,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('file_uploads')
    .values({ id, account_id: accountId, purpose, file_name: fileName, bytes, create_time: now })
    .execute()
  await db
    .deleteFrom('file_uploads')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('file_uploads')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('create_time', 'desc')
        .orderBy('id')
        .offset(maxUploads),
    )
    .execute()
  return id
}

/**
 * Stores a part, within a transaction.
 * @returns the bytes stored so far; a part that does not continue them is dropped, and the client goes on from there
 * @throws {Refusal} `notFound`
 */
export async function addUploadPart(
  trx: Db,
  upload: { id: string; accountId: number },
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<number> {
  const row = await findUpload(trx, upload)
  const received = row.received_bytes
  if (offset !== received || received + bytes.length > row.bytes || bytes.length === 0) return received
  await trx.insertInto('file_upload_parts').values({ upload_id: upload.id, start: offset, bytes }).execute()
  const received_bytes = received + bytes.length
  await trx.updateTable('file_uploads').set({ received_bytes }).where('id', '=', upload.id).execute()
  return received_bytes
}

/**
 * Puts a whole file into the store. One whose parts go while they are read (another tab finished it, or gave it up) is
 * refused.
 * @throws {Refusal} `notFound`, `uploadIncomplete`
 */
export async function storeUpload(
  db: Db,
  upload: { id: string; accountId: number },
  now: number,
): Promise<StoredFile & { fileName: string }> {
  const row = await findUpload(db, upload)
  if (row.received_bytes < row.bytes) throw new Refusal('uploadIncomplete')
  const stored = await putFile(db, readParts(db, upload.id), {
    purpose: row.purpose,
    maxBytes: row.bytes,
    now,
  })
  if (stored.bytes !== row.bytes) {
    await removeFile(db, stored.key)
    throw new Refusal('notFound')
  }
  return { ...stored, fileName: row.file_name }
}

export async function removeUpload(
  db: Db,
  { id, accountId }: { id: string; accountId: number },
): Promise<void> {
  await db.deleteFrom('file_uploads').where('id', '=', id).where('account_id', '=', accountId).execute()
}

/** Removes what nobody went on with. */
export async function removeStaleUploads(db: Db, before: number): Promise<void> {
  await db.deleteFrom('file_uploads').where('create_time', '<', before).execute()
}

async function findUpload(db: Db, { id, accountId }: { id: string; accountId: number }) {
  const row = await db
    .selectFrom('file_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('notFound')
  return row
}

async function* readParts(db: Db, id: string): AsyncGenerator<Uint8Array> {
  for (let start = 0; ; ) {
    const part = await db
      .selectFrom('file_upload_parts')
      .select('bytes')
      .where('upload_id', '=', id)
      .where('start', '=', start)
      .executeTakeFirst()
    if (part === undefined) return
    yield part.bytes
    start += part.bytes.length
  }
}
