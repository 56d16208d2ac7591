import type pg from 'pg'

/** Of these devices, those whose track went on, or changed, behind what their episodes were found in. */
export async function pendingDevices(pool: pg.Pool, devices: number[]): Promise<number> {
  const { rows } = await pool.query<{ pending: number }>(
    `select count(*)::int4 as pending
     from device_states left join episode_progress using (device_id)
     where device_id = any($1::int4[]) and (fix_time > coalesce(until_time, 0)
       or exists (select from episode_marks where episode_marks.device_id = device_states.device_id))`,
    [devices],
  )
  return rows[0]?.pending ?? 0
}
