import { untrustedBits } from '@trackway/core/codes/states.ts'
import { noPlace } from '@trackway/core/track/columns.ts'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { readTrack } from '../track-storage/read-track.ts'

const dayMs = 86_400_000
/** A place is looked for so far back. */
const longestMs = 90 * dayMs
/** So many are looked up at a time; the others a minute later. */
const maxAtOnce = 1_000

/**
 * Keeps every minute where devices were whose term ended.
 * @returns how to stop
 */
export function startExpiredPlaces({ database, log }: { database: Database; log: Log }): () => Promise<void> {
  return startRecurringJob({
    name: 'devices-expired',
    cron: '* * * * *',
    db: database.db,
    log,
    work: (now) => keepExpiredPlaces(database.pool, now),
  })
}

/**
 * Keeps where devices were when a term ended, of those that have reported since, for the users whose view ended
 * then. Until a device reports again, its state has that place.
 */
export async function keepExpiredPlaces(pool: pg.Pool, now: number): Promise<void> {
  const { rows } = await pool.query<{ device_id: number; time: number; state_time: number | null }>(
    `select d.id as device_id, ends.time, least(s.state_time, ends.time) as state_time
     from devices d join device_states s on s.device_id = d.id
     cross join lateral (
       select d.platform_expire_time union select least(d.platform_expire_time, d.user_expire_time)
     ) as ends (time)
     where ends.time <= $1 and greatest(s.fix_time, s.state_time) > ends.time
       and not exists (select from expired_places e where e.device_id = d.id and e.expire_time = ends.time)
     limit $2`,
    [now, maxAtOnce],
  )
  for (const { device_id, time, state_time } of rows) {
    const place = await lastPlace(pool, device_id, time)
    await pool.query(
      `insert into expired_places (device_id, expire_time, state_time, fix_time, latitude_e7, longitude_e7, course_deg)
       select id, $2, $3, $4, $5, $6, $7 from devices where id = $1 on conflict do nothing`,
      [device_id, time, state_time, ...place],
    )
  }
}

type Place = [fixTime: number, latE7: number, lonE7: number, courseDeg: number | null]

async function lastPlace(pool: pg.Pool, deviceId: number, to: number): Promise<Place | null[]> {
  const { signal } = new AbortController()
  const range = { deviceId, from: to - longestMs, to, order: 'newestFirst', signal } as const
  for await (const track of readTrack(pool, range))
    for (let i = track.length - 1; i >= 0; i--) {
      const [latE7, lonE7] = [track.latE7[i]!, track.lonE7[i]!]
      if (latE7 === noPlace || track.quality[i]! & untrustedBits) continue
      const courseDeg = track.courseDeg[i]!
      return [track.fixTime[i]!, latE7, lonE7, courseDeg < 0 ? null : courseDeg]
    }
  return [null, null, null, null]
}
