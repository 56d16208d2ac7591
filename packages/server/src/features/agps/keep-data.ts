import { type AgpsFormat, agpsLimits } from '@trackway/core/features/agps/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { putFile, removeFile } from '../../platform/file-store/file-store.ts'
import { AgpsFailed } from './fetch-source.ts'
import { AgpsUnreadable, readAgps } from './read-agps.ts'

/** The last good data of a source, or of one device where each has its own. */
export interface KeptData {
  fileKey: string
  format: AgpsFormat
  bytes: number
  sha256: string
  validFrom: number
  validUntil: number
  fetchTime: number
}

export async function findData(db: Db, sourceId: number, deviceId: number | null): Promise<KeptData | null> {
  const { rows } = await sql<KeptData>`
    select file_key as "fileKey", format, bytes, sha256, valid_from as "validFrom", valid_until as "validUntil",
      fetch_time as "fetchTime"
    from agps_data where source_id = ${sourceId} and device_id is not distinct from ${deviceId}::int4`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * Keeps data in place of what was there, if it is whole, valid and no older; the same data once more is only noted.
 * @throws {AgpsFailed} for all other data: what was there stays
 */
export async function keepData(
  db: Db,
  { sourceId, deviceId }: { sourceId: number; deviceId: number | null },
  bytes: Uint8Array,
  now: number,
): Promise<KeptData> {
  const content = read(bytes, now)
  if (content.validUntil <= now) throw new AgpsFailed('stale')
  const before = await findData(db, sourceId, deviceId)
  // Of the same days newer orbits are better; those of earlier days are not.
  if (
    before &&
    before.validUntil > now &&
    content.validUntil < before.validUntil &&
    content.validFrom <= before.validFrom
  )
    throw new AgpsFailed('stale')
  const stored = await putFile(db, bytes, { purpose: 'agps', maxBytes: agpsLimits.bytes, now })
  const kept = { ...content, fileKey: stored.key, bytes: stored.bytes, sha256: stored.sha256, fetchTime: now }
  await sql`
    insert into agps_data (source_id, device_id, file_key, format, bytes, sha256, valid_from, valid_until, fetch_time)
    values (${sourceId}, ${deviceId}, ${kept.fileKey}, ${kept.format}, ${kept.bytes}, ${kept.sha256},
      ${kept.validFrom}, ${kept.validUntil}, ${now})
    on conflict (source_id, device_id) do update set file_key = excluded.file_key, format = excluded.format,
      bytes = excluded.bytes, sha256 = excluded.sha256, valid_from = excluded.valid_from,
      valid_until = excluded.valid_until, fetch_time = excluded.fetch_time`.execute(db)
  // Whoever is just being sent it has it open; what fails here is removed by the nightly job.
  if (before) await removeFile(db, before.fileKey).catch(() => {})
  return kept
}

function read(bytes: Uint8Array, now: number) {
  try {
    return readAgps(bytes, now)
  } catch (error) {
    if (error instanceof AgpsUnreadable) throw new AgpsFailed(error.reason, null, { cause: error })
    throw error
  }
}
