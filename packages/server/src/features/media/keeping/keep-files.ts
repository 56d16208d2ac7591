import { buffer } from 'node:stream/consumers'
import type { MediaFacts } from '@trackway/protocols/protocol.ts'
import type pg from 'pg'
import { openFile, putFile, removeFile, type StoredFile } from '../../../platform/file-store/file-store.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createWorkerPool } from '../../../platform/workers/worker-pool.ts'
import { mediaBounds } from '../bounds.ts'
import { readPieces } from '../read-pieces.ts'
import { readFileType } from './file-type.ts'

/** Sound that is decoded for browsers: some 20 minutes. What is longer is only downloaded. */
const maxDecodedBytes = 2 * 1024 * 1024
const decodingMs = 60_000
/** A date of a device that is further from ours is not believed. */
const believedMs = { past: 90 * 86_400_000, future: 600_000 }
const retryMs = { first: 5_000, most: 3_600_000 }

const sounds = createWorkerPool(new URL('decode-sound.ts', import.meta.url), 'decodeSound', 1)

interface WholeTransfer {
  id: number
  device_id: number
  facts: MediaFacts
  first_time: number
  tries: number
}

type Parts = Pick<Platform, 'database' | 'log'>

/**
 * Moves one file that is whole out of its pieces into the storage. A process that ends meanwhile leaves the pieces as
 * they were, and a file that nothing references.
 * @returns false when there is none
 */
export async function keepNextFile({ database: { db, pool }, log }: Parts, now: number): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<WholeTransfer>(
      `select id, device_id, facts, first_time, tries from media_transfers where state = 'whole' and due_time <= $1
       order by due_time, id limit 1 for update skip locked`,
      [now],
    )
    const [transfer] = rows
    if (transfer === undefined) {
      await client.query('rollback')
      return false
    }
    await client.query('savepoint before_file')
    try {
      const unused = await keepFile(db, client, transfer)
      await client.query('commit')
      for (const key of unused) await removeFile(db, key)
    } catch (error) {
      await client.query('rollback to savepoint before_file')
      log.warn({ err: error, deviceId: transfer.device_id }, 'a file of a device could not be kept')
      const waitMs = Math.min(retryMs.first * 2 ** transfer.tries, retryMs.most)
      await client.query(
        'update media_transfers set due_time = $2, tries = least(tries + 1, 20) where id = $1',
        [transfer.id, now + waitMs],
      )
      await client.query('commit')
    }
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** @returns keys of files that nothing references in the end */
async function keepFile(
  db: Platform['database']['db'],
  client: pg.PoolClient,
  { id, device_id, facts, first_time }: WholeTransfer,
): Promise<string[]> {
  const { kind, contentType, bytes } = await readFileType(readPieces(client, id), facts)
  const file = await putFile(db, bytes, { purpose: 'media', maxBytes: mediaBounds.fileBytes })
  const playable = contentType === 'audio/amr' ? await decode(db, file) : null
  const { rowCount } = await client.query(
    `insert into media_files (device_id, time, received_time, kind, content_type, event, channel, media_id,
       latitude_e7, longitude_e7, bytes, stored_bytes, digest, file_key, playable_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, decode($13, 'hex'), $14, $15)
     on conflict do nothing`,
    [
      device_id,
      timeOf(facts, first_time),
      first_time,
      kind,
      contentType,
      facts.event ?? null,
      facts.channel ?? null,
      facts.mediaId ?? null,
      e7(facts.latitude),
      e7(facts.longitude),
      file.bytes,
      file.bytes + (playable?.bytes ?? 0),
      file.sha256,
      file.key,
      playable?.key ?? null,
    ],
  )
  await client.query("update media_transfers set state = 'kept' where id = $1", [id])
  await client.query('update media_pieces set bytes = null where transfer_id = $1', [id])
  // The device handed the same file over before.
  return rowCount === 0 ? [file.key, ...(playable === null ? [] : [playable.key])] : []
}

/** The device's own time where it can be right. */
function timeOf({ time }: MediaFacts, receivedTime: number): number {
  const isBelieved =
    time !== undefined && time > receivedTime - believedMs.past && time < receivedTime + believedMs.future
  return isBelieved ? time : receivedTime
}

const e7 = (degrees: number | undefined): number | null =>
  degrees === undefined ? null : Math.round(degrees * 1e7)

/** What browsers can play of it; null: nothing. */
async function decode(db: Platform['database']['db'], file: StoredFile): Promise<StoredFile | null> {
  if (file.bytes > maxDecodedBytes) return null
  const bytes = await buffer(await openFile(file.key))
  const signal = AbortSignal.timeout(decodingMs)
  const wav = await sounds.run(new Uint8Array(bytes), { signal }).catch(() => null)
  if (wav === null) return null
  return await putFile(db, wav as Uint8Array, { purpose: 'media', maxBytes: mediaBounds.soundBytes })
}
