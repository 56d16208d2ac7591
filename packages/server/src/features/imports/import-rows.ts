import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { PendingRow, Reason, Undone, Written, WrittenRow } from './written-rows.ts'

/** Rows of a batch, many a statement. */

export async function storeRows(
  tx: Db,
  importId: number,
  rows: readonly (PendingRow & { reason: Reason | null })[],
): Promise<void> {
  const at = 2_000
  for (let from = 0; from < rows.length; from += at) {
    const part = rows.slice(from, from + at)
    await sql`
      insert into import_rows (import_id, row, cells, state, reason)
      select ${importId}, row, cells, case when reason is null then 'waiting' else 'failed' end, reason
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as g(row integer, cells jsonb, reason jsonb)`.execute(
      tx,
    )
  }
}

/** The next rows that wait, locked until the transaction ends. */
export async function takeRows(tx: Db, importId: number, count: number, numbers?: readonly number[]) {
  const { rows } = await sql<PendingRow>`
    select row, cells from import_rows where import_id = ${importId} and state = 'waiting'
      and ${numbers ? sql`row = any(${numbers}::int[])` : sql`true`}
    order by row limit ${count} for update`.execute(tx)
  return rows
}

/** The next rows that can be taken back: last written first, so that what builds on another goes before it. */
export async function takeWritten(tx: Db, importId: number, count: number): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select row, target_id, before, after from import_rows
    where import_id = ${importId} and state = 'done' and reason is null
    order by row desc limit ${count} for update`.execute(tx)
  return rows
}

export async function settleWritten(tx: Db, importId: number, written: readonly Written[]): Promise<void> {
  const rows = written.map(({ row, targetId, before, after }) => ({
    row,
    target_id: targetId,
    before,
    after,
  }))
  await sql`
    update import_rows r set state = 'done', target_id = g.target_id, before = g.before, after = g.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(row integer, target_id integer, before jsonb, after jsonb)
    where r.import_id = ${importId} and r.row = g.row`.execute(tx)
}

export async function settleFailed(
  tx: Db,
  importId: number,
  failed: readonly { row: number; reason: Reason }[],
): Promise<void> {
  await sql`
    update import_rows r set state = 'failed', reason = g.reason
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as g(row integer, reason jsonb)
    where r.import_id = ${importId} and r.row = g.row`.execute(tx)
}

export async function settleUndone(
  tx: Db,
  importId: number,
  { rows, kept }: Pick<Undone, 'rows' | 'kept'>,
): Promise<void> {
  await sql`
    update import_rows set state = 'undone' where import_id = ${importId} and row = any(${rows}::int[])`.execute(
    tx,
  )
  await sql`
    update import_rows r set reason = g.reason
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as g(row integer, reason jsonb)
    where r.import_id = ${importId} and r.row = g.row`.execute(tx)
}

/** How many rows are through. */
export async function countRows(tx: Db, importId: number) {
  const { rows } = await sql<{
    total: number
    waiting: number
    done: number
    failed: number
    undone: number
  }>`
    select count(*)::int as total, (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where state = 'done'))::int as done, (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state = 'undone'))::int as undone
    from import_rows where import_id = ${importId}`.execute(tx)
  return rows[0]!
}
