import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { lockStates } from '../devices/changes/lock-devices.ts'
import { checkDeviceLimits } from '../import-counts/device-limits.ts'
import { returnImportCounts, takeImportCounts } from '../ledger/ledger.ts'
import { creditMonths } from '../service-terms/free-terms.ts'
import { changeOf } from './device-changes.ts'
import { ownerOf } from './row-facts.ts'
import type {
  PendingRow,
  UndoContext,
  UndoOutcome,
  WriteContext,
  Written,
  WrittenRow,
} from './written-rows.ts'

/** Registers devices, each for one of the importer's count; those that reported before are no longer unknown. */
export async function addDevices(
  tx: Db,
  rows: readonly PendingRow[],
  { scope, facts, timeZone, now, importId }: WriteContext,
): Promise<Written[]> {
  const values = rows.map(({ cells }) => ({
    ...changeOf(cells, { facts, timeZone }),
    terminalID: cells.terminalID,
    accountId: ownerOf(cells, facts).id,
  }))
  const months = await creditMonths(tx, scope.accountId)
  const { rows: added } = await sql<{ id: number; terminalId: string }>`
    insert into devices (terminal_id, account_id, device_type_id, nickname, car_number, sim, iccid, icon_type,
      import_protocol, remark, platform_expire_time, platform_months, platform_from_activation, user_expire_time,
      create_time)
    select "terminalID", "accountId", "deviceType", nickname, "carNumber", sim, iccid,
      coalesce("iconType", (select icon_type from device_types where id = "deviceType")),
      (select import_protocol from device_types where id = "deviceType"), remark, "platformExpireTime",
      ${months}::smallint, ${months !== null}::boolean, "userExpireTime", ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g("terminalID" text, "accountId" integer,
      "deviceType" integer, nickname text, "carNumber" text, sim text, iccid text, "iconType" text, remark text,
      "platformExpireTime" bigint, "userExpireTime" bigint)
    order by "terminalID" returning id, terminal_id as "terminalId"`.execute(tx)
  const ids = added.map(({ id }) => id)
  await sql`
    insert into device_states (device_id, change_time) select id, ${now}::bigint from unnest(${ids}::int[]) as id`.execute(
    tx,
  )
  const terminalIds = added.map(({ terminalId }) => terminalId)
  await sql`delete from unknown_devices where terminal_id = any(${terminalIds}::text[])`.execute(tx)
  await takeImportCounts(tx, scope.accountId, added.length, `import ${importId}`, now)
  for (const ownerId of new Set(values.map(({ accountId }) => accountId)))
    await checkDeviceLimits(tx, [ownerId])
  const idOf = new Map(added.map(({ id, terminalId }) => [terminalId, id]))
  return rows.map(({ row, cells }) => ({
    row,
    targetId: idOf.get(cells.terminalID ?? '')!,
    before: null,
    after: null,
  }))
}

/**
 * Removes those that have not reported yet and are still the importer's, whose counts are given back. A device that was
 * in use and reset has reported: what was reset is in the archive, and afterwards the term tells, which does not count
 * from activation any more.
 */
export async function removeDevices(
  tx: Db,
  rows: readonly WrittenRow[],
  { scope, importId }: UndoContext,
): Promise<UndoOutcome> {
  const ids = rows.flatMap(({ target_id }) => target_id ?? [])
  await lockStates(tx, ids)
  const { rows: removed } = await sql<{ id: number }>`
    delete from devices d using device_states s, accounts a
    where d.id = any(${ids}::int[]) and s.device_id = d.id and s.state_time is null and d.activate_time is null
      and (d.platform_from_activation or d.platform_months is null)
      and not exists (select from device_resets r where r.device_id = d.id and r.activate_time is not null)
      and a.id = d.account_id and a.path >= ${scope.path} and a.path < ${pathEnd(scope.path)}
    returning d.id`.execute(tx)
  const { rows: left } = await sql<{ id: number }>`
    select d.id from devices d join accounts a on a.id = d.account_id
    where d.id = any(${ids}::int[]) and a.path >= ${scope.path} and a.path < ${pathEnd(scope.path)}`.execute(
    tx,
  )
  await returnImportCounts(tx, scope.accountId, removed.length, `import ${importId}`)
  const gone = new Set(removed.map(({ id }) => id))
  const isGone = ({ target_id }: WrittenRow) => gone.has(target_id ?? 0)
  const own = new Set(left.map(({ id }) => id))
  const reasonOf = ({ target_id }: WrittenRow) => (own.has(target_id ?? 0) ? 'reported' : 'notFound')
  return {
    rows: rows.filter(isGone).map(({ row }) => row),
    kept: rows
      .filter((each) => !isGone(each))
      .map((each) => ({ row: each.row, reason: { column: null, reason: reasonOf(each) } })),
    deviceIds: [...gone],
  }
}
