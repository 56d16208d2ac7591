import type { RefusalName } from '@trackway/core/codes/results.ts'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { devicesIn } from '../../../platform/scope/scope-sql.ts'

export type Trx = Transaction<Tables>

/** Which devices of many were changed, and which were not and why. */
export interface Changed {
  done: { id: number; terminalID: string }[]
  /** By terminal id. */
  failed: { id: string; result: RefusalName }[]
}

export interface LockedDevice {
  id: number
  terminalID: string
  accountId: number
  /** Of its type. */
  wire: string
  carNumber: string | null
  activateTime: number | null
  platformExpireTime: number | null
  platformMonths: number | null
  userExpireTime: number | null
  userMonths: number | null
}

/**
 * Devices of the scope by terminal id, locked until the transaction ends, in one order, so that two who change the
 * same devices wait for each other and do not deadlock. Those that are missing are not there for the caller.
 * @param withStates for changes that write or delete their states, too
 */
export async function lockDevices(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
  { withStates = false } = {},
): Promise<Map<string, LockedDevice>> {
  if (withStates) {
    const devices = await trx
      .selectFrom('devices')
      .select('id')
      .where('terminal_id', '=', sql<string>`any(${terminalIDs}::text[])`)
      .where(devicesIn(scope))
      .execute()
    await lockStates(
      trx,
      devices.map(({ id }) => id),
    )
  }
  const rows = await trx
    .selectFrom('devices')
    .select(['id', 'terminal_id as terminalID', 'account_id as accountId', 'car_number as carNumber'])
    .select(['activate_time as activateTime', 'platform_expire_time as platformExpireTime'])
    .select(['platform_months as platformMonths', 'user_expire_time as userExpireTime'])
    .select('user_months as userMonths')
    .select(sql<string>`(select wire from device_types t where t.id = device_type_id)`.as('wire'))
    .where('terminal_id', '=', sql<string>`any(${terminalIDs}::text[])`)
    .where(devicesIn(scope))
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.terminalID, row]))
}

/** Locks states before their devices are, as ingest does: its statement writes the states of a batch first. */
export async function lockStates(trx: Db, ids: readonly number[]): Promise<void> {
  await sql`select from device_states where device_id = any(${ids}::int4[]) order by device_id for update`.execute(
    trx,
  )
}
