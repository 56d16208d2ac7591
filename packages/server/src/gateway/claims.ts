import type { Database } from '../platform/database/database.ts'

/** Marks the devices that a killed process of this name held as disconnected. */
export async function releaseClaims(pool: Database['pool'], name: string, now: number): Promise<void> {
  await pool.query(
    'update device_states set is_connected = false, gateway = null, change_time = $2 where gateway = $1',
    [name, now],
  )
}

/** The same for processes that never came back: their devices have been silent for longer than any may be. */
export async function releaseSilent(pool: Database['pool'], silentMs: number, now: number): Promise<void> {
  await pool.query(
    `update device_states set is_connected = false, gateway = null, change_time = $1
     where is_connected and state_time < $1::int8 - $2::int8`,
    [now, silentMs],
  )
}
