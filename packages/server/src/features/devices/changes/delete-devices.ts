import { sql } from 'kysely'
import type { Scope } from '../../../platform/http/session.ts'
import { type Changed, lockDevices, type Trx } from './lock-devices.ts'

/** Deletes devices with everything they reported. Refuses of a device: `notFound`, also for a stranger's. */
export async function deleteDevices(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
): Promise<Changed> {
  const devices = await lockDevices(trx, scope, terminalIDs, { withStates: true })
  const ids = [...devices.values()].map(({ id }) => id)
  // Their states go with them, by the foreign key.
  await sql`delete from devices where id = any(${ids}::int4[])`.execute(trx)
  for (const table of [
    'positions',
    'alarms',
    'alarm_episodes',
    'alarm_keys',
    'raw_frames',
    'connections',
  ] as const)
    await sql`delete from ${sql.table(table)} where device_id = any(${ids}::int4[])`.execute(trx)
  return {
    done: [...devices.values()].map(({ id, terminalID }) => ({ id, terminalID })),
    failed: terminalIDs.flatMap((id) => (devices.has(id) ? [] : { id, result: 'notFound' as const })),
  }
}
