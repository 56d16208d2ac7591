import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { devicesUnderSql } from '../../platform/scope/device-counts.ts'

/**
 * Called after devices came under accounts, in the same transaction: may these and their superiors have so many?
 * @param from where they were before: an account above all of these has no more devices than before
 * @param added how many come under the accounts only after the call
 * @throws {Refusal} `deviceLimitReached`; nothing may be written in the transaction afterwards
 */
export async function checkDeviceLimits(
  trx: Db,
  accountIds: readonly number[],
  { from = [], added = 0 }: { from?: readonly number[]; added?: number } = {},
): Promise<void> {
  // The rows stay locked, so that two who add at once do not both find room for the last one.
  const { rows: limits } = await sql<{ path: string; total: number }>`
    select holder.path, device_limits.total_device_count as total
    from device_limits join accounts as holder on holder.id = device_limits.account_id
    where exists (select from accounts as receiver
        where receiver.id = any(${accountIds}::int[]) and starts_with(receiver.path, holder.path))
      and not coalesce((select bool_and(starts_with(source.path, holder.path)) from accounts as source
        where source.id = any(${from}::int[])), false)
    order by device_limits.id for update of device_limits`.execute(trx)
  for (const { path, total } of limits) {
    const { rows } = await sql<{ count: number }>`
      select ${devicesUnderSql(sql`${path}`)} as count`.execute(trx)
    if ((rows[0]?.count ?? 0) + added > total) throw new Refusal('deviceLimitReached')
  }
}

/** How many devices may still come under an account; null: it and its superiors have no limit. */
export async function deviceRoom(db: Db, accountId: number): Promise<number | null> {
  const { rows } = await sql<{ room: number | null }>`
    select min(device_limits.total_device_count - ${devicesUnderSql(sql`holder.path`)})::int4 as room
    from device_limits join accounts as holder on holder.id = device_limits.account_id
    where exists (select from accounts as receiver
      where receiver.id = ${accountId} and starts_with(receiver.path, holder.path))`.execute(db)
  return rows[0]?.room ?? null
}
