import { sql } from 'kysely'
import type { Trx } from './lock-devices.ts'

/** The columns of the connection; all others of a state are what the device reported. */
const connectionColumns = ['device_id', 'gateway', 'is_connected', 'connected_time', 'remote_address', 'wire']

/** Sets what the device reported in its state, and leaves the columns of its connection. */
export async function setStates(
  trx: Trx,
  ids: readonly number[],
  states: ReturnType<typeof sql>,
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'device_states'::regclass and attnum > 0 and not attisdropped`.execute(trx)
  const names = rows.map(({ name }) => name).filter((name) => !connectionColumns.includes(name))
  await sql`
    update device_states set ${sql.join(names.map((name) => sql`${sql.ref(name)} = set.${sql.ref(name)}`))}
    from (select given.device_id as of, record.* from (${states}) as given
      cross join lateral jsonb_populate_record(null::device_states, given.state) as record) as set
    where device_states.device_id = set.of`.execute(trx)
}

/** Empties the states of devices, which are locked, as if nothing had been reported. */
export async function clearStates(trx: Trx, ids: readonly number[], now: number): Promise<void> {
  const empty = JSON.stringify({ change_time: now, day_m: 0, derivation: {} })
  await setStates(
    trx,
    ids,
    sql`select s.device_id, ${empty}::jsonb as state from device_states s where s.device_id = any(${ids}::int4[])`,
  )
  for (const table of ['today_sums', 'expired_places', 'rule_results'] as const)
    await trx.deleteFrom(table).where('device_id', '=', sql<number>`any(${ids}::int4[])`).execute()
}
