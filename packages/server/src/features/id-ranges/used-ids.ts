import type { CheckedId } from '@trackway/core/features/id-ranges/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { keyOf } from '../devices/device-keys.ts'

/** What has ids: registered devices, the stock, test results of the line. */
const holders = [
  [sql`devices`, sql`terminal_id`],
  [sql`stock_items`, sql`terminal_id`],
  [sql`jig_units`, sql`imei`],
] as const satisfies readonly (readonly [RawBuilder<unknown>, RawBuilder<unknown>])[]

export type IdHolder = NonNullable<CheckedId['usedBy']>

/** Ids of one length between two of a range, which are ordered as texts. */
export interface IdSpan {
  firstId: string
  lastId: string
}

/** How many ids of each span something has; what only another reading of an id leads to counts where it is handed out. */
export async function countUsed(db: Db, spans: readonly IdSpan[]): Promise<number[]> {
  const either = sql.join(
    holders.map(
      ([table, id]) =>
        sql`select ${id} as id from ${table} where ${id} between g.first and g.last and length(${id}) = length(g.first)`,
    ),
    sql` union `,
  )
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from (${either}) as used)::int4 as count
    from unnest(${spans.map(({ firstId }) => firstId)}::text[], ${spans.map(({ lastId }) => lastId)}::text[])
      with ordinality as g (first, last, n) order by n`.execute(db)
  return rows.map(({ count }) => count)
}

/** What has each of these ids: a device by whatever reading of it. */
export async function findUses(db: Db, ids: readonly string[]): Promise<Map<string, IdHolder>> {
  const { rows } = await sql<{ id: string; holder: IdHolder }>`
    select id, holder from (
      select g.id, case when exists (select from device_keys k where k.key = g.key) then 'device'
        when exists (select from stock_items i where i.terminal_id = g.id) then 'stock'
        when exists (select from jig_units u where u.imei = g.id) then 'result' end as holder
      from unnest(${ids}::text[], ${ids.map(keyOf)}::text[]) as g (id, key)) as used
    where holder is not null`.execute(db)
  return new Map(rows.map(({ id, holder }) => [id, holder]))
}
