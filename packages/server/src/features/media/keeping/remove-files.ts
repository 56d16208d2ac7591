import { removeFile } from '../../../platform/file-store/file-store.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mediaBounds } from '../bounds.ts'

/** How long files of devices are kept, and how much of them; 0: without a bound. */
export interface MediaRetention {
  daysKept: number
  deviceBytes: number
  totalBytes: number
}

const dayMs = 86_400_000
const filesAtOnce = 500

type Database = Platform['database']

/** Removes files that are too old or too many, the oldest first, and what will not become whole. @returns how many files */
export async function removeOldMedia(
  database: Database,
  { daysKept, deviceBytes, totalBytes }: MediaRetention,
  now: number,
): Promise<number> {
  await removeTransfers(database, now)
  let removed = 0
  if (daysKept > 0)
    removed += await removeAll(
      database,
      'select id from media_files where received_time < $1',
      now - daysKept * dayMs,
    )
  if (deviceBytes > 0) removed += await removeAll(database, beyondPerDevice, deviceBytes)
  if (totalBytes > 0) removed += await removeAll(database, beyondInAll, totalBytes)
  return removed
}

const beyondPerDevice = `
  select id from (
    select id, sum(stored_bytes) over (partition by device_id order by received_time desc, id desc) as until
    from media_files where device_id in (
      select device_id from media_files group by device_id having sum(stored_bytes) > $1)) as files
  where until > $1`

const beyondInAll = `
  select id from (
    select id, sum(stored_bytes) over (order by received_time desc, id desc) as until from media_files
    where (select sum(stored_bytes) from media_files) > $1) as files
  where until > $1`

async function removeAll(database: Database, query: string, bound: number): Promise<number> {
  let removed = 0
  for (;;) {
    const { rows } = await database.pool.query<{ id: number }>(`${query} limit ${filesAtOnce}`, [bound])
    await removeMedia(
      database,
      rows.map(({ id }) => id),
    )
    removed += rows.length
    if (rows.length < filesAtOnce) return removed
  }
}

/** Removes files with their bytes. */
export async function removeMedia({ db, pool }: Database, ids: readonly number[]): Promise<void> {
  const { rows } = await pool.query<{ file_key: string; playable_key: string | null }>(
    'delete from media_files where id = any($1::int4[]) returning file_key, playable_key',
    [ids],
  )
  for (const { file_key, playable_key } of rows) {
    await removeFile(db, file_key)
    if (playable_key !== null) await removeFile(db, playable_key)
  }
}

async function removeTransfers({ pool }: Database, now: number): Promise<void> {
  await pool.query(
    `delete from media_transfers where state = 'open' and last_time < $1 or state = 'kept' and last_time < $2`,
    [now - mediaBounds.silentMs, now - mediaBounds.knownMs],
  )
  await pool.query(
    `delete from media_transfers where id in (
       select id from (
         select id, sum(bytes) over (order by last_time desc, id desc) as until
         from media_transfers where state <> 'kept') as files
       where until > $1)`,
    [mediaBounds.openBytes],
  )
}
