import type { Database } from '../platform/database/database.ts'

/** What a process of this name held before it was killed is connected no more. */
export async function releaseClaims(pool: Database['pool'], name: string, now: number): Promise<void> {
  await pool.query(
    'update device_states set is_connected = false, gateway = null, change_time = $2 where gateway = $1',
    [name, now],
  )
}

/** Nor is what a process held that never came back: its devices have been silent for longer than any may be. */
export async function releaseSilent(pool: Database['pool'], silentMs: number, now: number): Promise<void> {
  await pool.query(
    `update device_states set is_connected = false, gateway = null, change_time = $1
     where is_connected and state_time < $1::int8 - $2::int8`,
    [now, silentMs],
  )
}
