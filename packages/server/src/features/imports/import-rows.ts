import type { ImportKind } from '@trackway/core/features/imports/kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { openCells, openPassword, sealCells, sealPassword } from './sealed-cells.ts'
import type { PendingRow, Reason, UndoOutcome, Written, WrittenRow } from './written-rows.ts'

/** Rows of a batch, many a statement. */

export async function storeRows(
  tx: Db,
  importId: number,
  kind: ImportKind,
  rows: readonly (PendingRow & { reason: Reason | null })[],
): Promise<void> {
  const at = 2_000
  for (let from = 0; from < rows.length; from += at) {
    const part = rows.slice(from, from + at).map(({ row, cells, reason }) => {
      const sealed = sealCells(kind, cells, importId, row)
      return { row, reason, cells: sealed.cells, personal: sealed.personal?.toString('hex') ?? null }
    })
    await sql`
      insert into import_rows (import_id, row, cells, personal, state, reason)
      select ${importId}, row, cells, decode(personal, 'hex'),
        case when reason is null then 'waiting' else 'failed' end, reason
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
        as g(row integer, cells jsonb, personal text, reason jsonb)`.execute(tx)
  }
}

/** The numbers of the next rows that wait. */
export async function nextRows(db: Db, importId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ row: number }>`
    select row from import_rows where import_id = ${importId} and state = 'waiting'
    order by row limit ${count}`.execute(db)
  return rows.map(({ row }) => row)
}

/** Those of the rows that still wait, locked until the transaction ends. */
export async function takeRows(tx: Db, importId: number, numbers: readonly number[]) {
  const { rows } = await sql<PendingRow & { personal: Buffer | null }>`
    select row, cells, personal from import_rows
    where import_id = ${importId} and state = 'waiting' and row = any(${numbers}::int[])
    order by row for update`.execute(tx)
  return rows.map(({ row, cells, personal }): PendingRow => {
    return { row, cells: { ...cells, ...openCells(personal, importId, row) } }
  })
}

/** The next rows to undo: last written first, so that a row is undone before those that it builds on. */
export async function takeWritten(tx: Db, importId: number, count: number): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select row, target_id, before, after from import_rows
    where import_id = ${importId} and state = 'done' and reason is null
    order by row desc limit ${count} for update`.execute(tx)
  return rows
}

export async function settleWritten(tx: Db, importId: number, written: readonly Written[]): Promise<void> {
  const rows = written.map(({ row, targetId, before, after, password }) => ({
    row,
    target_id: targetId,
    before,
    after,
    password: password === undefined ? null : sealPassword(password, importId, row).toString('hex'),
  }))
  await sql`
    update import_rows r set state = 'done', target_id = g.target_id, before = g.before, after = g.after,
      password = decode(g.password, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(row integer, target_id integer, before jsonb, after jsonb, password text)
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
  { rows, kept }: Pick<UndoOutcome, 'rows' | 'kept'>,
): Promise<void> {
  await sql`
    update import_rows set state = 'undone', password = null where import_id = ${importId} and row = any(${rows}::int[])`.execute(
    tx,
  )
  await sql`
    update import_rows r set reason = g.reason
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as g(row integer, reason jsonb)
    where r.import_id = ${importId} and r.row = g.row`.execute(tx)
}

/** The passwords that were not fetched yet, which are then deleted, in the order of their rows. */
export async function takePasswords(
  db: Db,
  importId: number,
  { columns: [name] }: ImportKind,
): Promise<{ row: number; name: string; password: string }[]> {
  const { rows } = await sql<PendingRow & { password: Buffer }>`
    update import_rows r set password = null
    from (select row, cells, password from import_rows
      where import_id = ${importId} and password is not null for update) as had
    where r.import_id = ${importId} and r.row = had.row
    returning had.row, had.cells, had.password`.execute(db)
  return rows
    .toSorted((a, b) => a.row - b.row)
    .flatMap(({ row, cells, password: sealed }) => {
      const password = openPassword(sealed, importId, row)
      return password === null ? [] : [{ row, name: cells[name] ?? '', password }]
    })
}

/** How many rows are through. */
export interface RowCounts {
  total: number
  waiting: number
  done: number
  failed: number
  undone: number
}

export async function countRows(tx: Db, importId: number): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    select count(*)::int as total, (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where state = 'done'))::int as done, (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state = 'undone'))::int as undone
    from import_rows where import_id = ${importId}`.execute(tx)
  return rows[0]!
}
