import type pg from 'pg'
import { ensureCurrent, episodeRestMs } from '../episodes/processing/ensure-current.ts'

/** A shorter lag than this is not shown: the job comes to every device within a minute or two. */
const lagMs = 2 * episodeRestMs
/** So few are brought up to date on asking; of a fleet some vehicle always reported just now, and nobody waits. */
const fewDevices = 50

/**
 * Brings the figures of a few devices up to date.
 * @returns how many of all miss what was reported two minutes ago, or are being found anew
 */
export async function pendingDevices(
  pool: pg.Pool,
  devices: readonly number[],
  now = Date.now(),
): Promise<number> {
  if (devices.length <= fewDevices) await ensureCurrent(pool, devices, { budget: fewDevices, now })
  const { rows } = await pool.query<{ pending: number }>(
    `select count(*)::int4 as pending
     from device_states left join episode_progress using (device_id)
     where device_id = any($1::int4[]) and (fix_time > coalesce(until_time, 0) + $2
       or exists (select from track_changes where track_changes.device_id = device_states.device_id))`,
    [devices, lagMs],
  )
  return rows[0]?.pending ?? 0
}
