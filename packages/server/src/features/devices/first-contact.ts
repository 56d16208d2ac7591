import type { OutputOf } from '@trackway/core/api/call.ts'
import type { NewDevice, oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { viewEndSql } from './state-sql.ts'

/**
 * How far a new device has come; nothing of one whose service has ended for the caller.
 * @throws {Refusal} `notFound`, also for a stranger's device
 */
export async function findFirstContact(
  db: Db,
  scope: Scope,
  terminalId: string,
  now: number,
): Promise<OutputOf<typeof oneDeviceCalls.firstContact>> {
  const [device] = await findFirstContacts(db, scope, [terminalId], now)
  if (!device) throw new Refusal('notFound')
  const { bytesTime, loginTime, positionTime } = device
  return { bytesTime, loginTime, positionTime }
}

/** The same of many, in order of their ids; those that are not there, or a stranger's, are left out. */
export async function findFirstContacts(
  db: Db,
  scope: Scope,
  terminalIds: readonly string[],
  now: number,
): Promise<NewDevice[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['terminal_id', 'nickname', 'car_number', 'sim', 'device_type_id'])
    .select(['activate_time', 'connected_time', 'state_time', 'fix_time'])
    .select([
      // A device that is not accepted has a connection, and no state.
      sql<number | null>`(select min(from_time) from connections where device_id = devices.id
        and from_time >= coalesce(history_from_time, 0))`.as('opened_time'),
      viewEndSql(scope).as('view_end'),
    ])
    .where('terminal_id', '=', sql<string>`any(${terminalIds}::text[])`)
    .where(devicesIn(scope))
    .orderBy('terminal_id')
    .execute()

  return rows.map((row) => {
    const { activate_time, connected_time, state_time, fix_time, opened_time, view_end } = row
    const isSeen = view_end === null || view_end > now
    const loginTime = activate_time ?? connected_time ?? state_time
    // Connections are kept for some days only: of an older device the first one kept came later.
    const times = [opened_time, loginTime].filter((time) => time !== null)
    return {
      terminalID: row.terminal_id,
      nickname: row.nickname,
      carNumber: row.car_number,
      sim: row.sim,
      deviceType: row.device_type_id,
      bytesTime: isSeen && times.length > 0 ? Math.min(...times) : null,
      loginTime: isSeen ? loginTime : null,
      positionTime: isSeen ? fix_time : null,
    }
  })
}
