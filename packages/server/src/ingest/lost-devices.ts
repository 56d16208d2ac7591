import type pg from 'pg'

/** A device that another process holds by now, or that was deleted. */
export interface LostDevice {
  deviceId: number
  /** From where it is connected now; null: deleted, or connected nowhere. */
  address: string | null
}

/**
 * Which devices do we hold no more, after a commit that wrote fewer states than it has devices? What it stored
 * of those that were deleted meanwhile is removed: the deletion removed only what it saw.
 * @param holders who is to hold each device, null: nobody
 */
export async function findLostDevices(
  pool: pg.Pool,
  holders: ReadonlyMap<number, string | null>,
): Promise<LostDevice[]> {
  const deviceIds = [...holders.keys()]
  const { rows } = await pool.query<Row>(
    'select device_id, gateway, remote_address from device_states where device_id = any($1::int4[])',
    [deviceIds],
  )
  const found = new Map(rows.map((row) => [row.device_id, row]))
  const lost = deviceIds.filter((deviceId) => found.get(deviceId)?.gateway !== holders.get(deviceId))
  if (lost.length > 0) await removeDeleted(pool, lost)
  return lost.map((deviceId) => ({ deviceId, address: found.get(deviceId)?.remote_address ?? null }))
}

interface Row {
  device_id: number
  gateway: string | null
  remote_address: string | null
}

/** Ids are not used again, so what belongs to none of `devices` belongs to nobody. */
async function removeDeleted(pool: pg.Pool, deviceIds: number[]): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from unnest($1::int4[]) as lost (id) where not exists (select from devices where id = lost.id)',
    [deviceIds],
  )
  if (rows.length === 0) return
  const deleted = rows.map(({ id }) => id)
  for (const table of ['positions', 'alarms', 'alarm_episodes', 'alarm_keys', 'raw_frames', 'connections']) {
    await pool.query(`delete from ${table} where device_id = any($1::int4[])`, [deleted])
  }
}
