import { limits } from '@trackway/core/codes/limits.ts'
import type { PermanentLog } from '@trackway/core/features/frames/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { type Changed, lockDevices, type Trx } from '../devices/changes/lock-devices.ts'
import { displayNameSql } from '../devices/state-sql.ts'

/** A page of the devices of the scope that are logged permanently, the ones added last first. */
export async function findPermanentLogs(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, search }: { pageNum: number; pageSize: number; search?: string | undefined },
): Promise<Page<PermanentLog>> {
  const pattern = likePattern((search ?? '').toLowerCase())
  const found = sql`from permanent_logs l join devices on devices.id = l.device_id
    where ${devicesIn(scope)} and (devices.search_text like ${pattern} or lower(l.note) like ${pattern})`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<PermanentLog>`
    select devices.terminal_id as "terminalID", ${displayNameSql} as "displayName", l.note,
      l.added_time as "addedTime", (select username from accounts where id = devices.account_id) as username,
      (select username from accounts where id = l.added_by) as "addedBy",
      coalesce(
        (select server_time from kept_frames where device_id = l.device_id order by server_time limit 1),
        (select server_time from raw_frames where device_id = l.device_id order by server_time limit 1)
      ) as "oldestTime"
    ${found} order by l.added_time desc, l.device_id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  )
  return { list: rows, total: counts[0]!.total }
}

/**
 * Keeps the frames of these devices from now on, those of the last seven days included.
 * @throws {Refusal} `tooManyPermanentLogs`
 */
export async function addPermanentLogs(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
  { note, addedBy, now }: { note: string | null; addedBy: number; now: number },
): Promise<Changed> {
  const changed = changedOf(await lockDevices(trx, scope, terminalIDs), terminalIDs)
  await sql`lock table permanent_logs in share row exclusive mode`.execute(trx)
  const ids = changed.done.map(({ id }) => id)
  await sql`insert into permanent_logs (device_id, added_time, added_by, note)
    select id, ${now}::int8, ${addedBy}::int4, ${note}::text from unnest(${ids}::int4[]) as d (id)
    on conflict (device_id) do update set note = excluded.note`.execute(trx)
  const { rows } = await sql<{ total: number }>`select count(*) as total from permanent_logs`.execute(trx)
  if (rows[0]!.total > limits.permanentLogs) throw new Refusal('tooManyPermanentLogs')
  return changed
}

/** What was kept of them beyond the ordinary time goes, by the foreign key. */
export async function removePermanentLogs(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
): Promise<Changed> {
  const devices = await lockDevices(trx, scope, terminalIDs)
  const ids = [...devices.values()].map(({ id }) => id)
  const { rows } = await sql<{ device_id: number }>`
    delete from permanent_logs where device_id = any(${ids}::int4[]) returning device_id`.execute(trx)
  const removed = new Set(rows.map((row) => row.device_id))
  const listed = new Map([...devices].filter(([, { id }]) => removed.has(id)))
  return changedOf(listed, terminalIDs)
}

function changedOf(
  devices: ReadonlyMap<string, { id: number; terminalID: string }>,
  terminalIDs: readonly string[],
): Changed {
  return {
    done: [...devices.values()].map(({ id, terminalID }) => ({ id, terminalID })),
    failed: terminalIDs.flatMap((id) => (devices.has(id) ? [] : { id, result: 'notFound' as const })),
  }
}
