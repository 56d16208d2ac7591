import { buffer } from 'node:stream/consumers'
import type { MediaFacts } from '@trackway/protocols/protocol.ts'
import type pg from 'pg'
import { openFile, putFile, removeFile, type StoredFile } from '../../../platform/file-store/file-store.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createWorkerPool } from '../../../platform/workers/worker-pool.ts'
import { mediaBounds } from '../bounds.ts'
import { readPieces } from '../read-pieces.ts'
import { type FileType, readFileType } from './file-type.ts'

/** Sound that is decoded for browsers: some 20 minutes. What is longer is only downloaded. */
const maxDecodedBytes = 2 * 1024 * 1024
const decodingMs = 60_000
/** A date of a device that is further from ours is not believed. */
const believedMs = { past: 90 * 86_400_000, future: 600_000 }
const retryMs = { first: 5_000, most: 3_600_000 }
/** No process takes longer with a file, its sound and what the storage repeats included; when it ended, another begins. */
const leaseMs = 30 * 60_000

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
 * they were, which another one takes up once the lease is over, and a file that nothing references.
 * @returns false when there is none
 */
export async function keepNextFile({ database, log }: Parts, now: number): Promise<boolean> {
  const { db, pool } = database
  const { rows } = await pool.query<WholeTransfer>(
    `update media_transfers set due_time = $1::int8 + ${leaseMs} where id = (
       select id from media_transfers where state = 'whole' and due_time <= $1
       order by due_time, id limit 1 for update skip locked)
     returning id, device_id, facts, first_time, tries`,
    [now],
  )
  const [transfer] = rows
  if (transfer === undefined) return false
  const keys: string[] = []
  try {
    // No transaction is open: the storage may be slow.
    const stored = await storeFile(db, pool, transfer, keys)
    if (await noteKept(pool, transfer, stored)) return true
  } catch (error) {
    log.warn({ err: error, deviceId: transfer.device_id }, 'a file of a device could not be kept')
    const waitMs = Math.min(retryMs.first * 2 ** transfer.tries, retryMs.most)
    await pool.query('update media_transfers set due_time = $2, tries = least(tries + 1, 20) where id = $1', [
      transfer.id,
      now + waitMs,
    ])
  }
  for (const key of keys) await removeFile(db, key)
  return true
}

interface Stored extends FileType {
  file: StoredFile
  playable: StoredFile | null
}

/** @param keys to which those of what was stored are added, also where the rest fails */
async function storeFile(
  db: Platform['database']['db'],
  pool: pg.Pool,
  { id, facts }: WholeTransfer,
  keys: string[],
): Promise<Stored> {
  const { kind, contentType, bytes } = await readFileType(readPieces(pool, id), facts)
  const file = await putFile(db, bytes, { purpose: 'media', maxBytes: mediaBounds.fileBytes })
  keys.push(file.key)
  const playable = contentType === 'audio/amr' ? await decode(db, file) : null
  if (playable !== null) keys.push(playable.key)
  return { kind, contentType, file, playable }
}

/** @returns false where the file is not needed: it was forgotten meanwhile, or the device handed it over before */
async function noteKept(
  pool: pg.Pool,
  { id, device_id, facts, first_time }: WholeTransfer,
  { kind, contentType, file, playable }: Stored,
): Promise<boolean> {
  const { rows } = await pool.query<{ is_needed: boolean }>(
    `with kept as (
       update media_transfers set state = 'kept' where id = $1 and state = 'whole' returning id
     ), emptied as (
       update media_pieces set bytes = null from kept where transfer_id = kept.id
     ), added as (
       insert into media_files (device_id, time, received_time, kind, content_type, event, channel, media_id,
         latitude_e7, longitude_e7, bytes, stored_bytes, digest, file_key, playable_key)
       select $2::int4, $3::int8, $4::int8, $5, $6, $7, $8::int4, $9::int8, $10::int4, $11::int4, $12::int4, $13::int4,
         decode($14, 'hex'), $15, $16
       from kept on conflict do nothing returning id
     )
     select exists (select from added) as is_needed`,
    [
      id,
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
  return rows[0]!.is_needed
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
