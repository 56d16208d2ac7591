import type pg from 'pg'

/** Sessions and attempts change by merely calling, and what is derived from tracks is found when it is read. */
const changedByReading = [
  'sessions',
  'login_attempts',
  'episode_progress',
  'track_episodes',
  'day_sums',
  'today_sums',
  'contact_spans',
]

/**
 * Makes a query of the database whose result differs once something that tenants own was committed in between. Triggers
 * note each changed row, in the transaction that changes it.
 */
export async function lastChangeOf({ pool }: { pool: pg.Pool }): Promise<() => Promise<string>> {
  await pool.query(`
    create unlogged table noted_changes (number bigint generated always as identity, of text);
    create function note_change() returns trigger language plpgsql as $$
      begin
        insert into noted_changes (of) values (tg_table_name);
        return null;
      end $$;
  `)
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition
       and relname <> 'noted_changes' and relname <> all ($1)`,
    [changedByReading],
  )
  const triggers = tables.map(({ name }) => {
    // When a key was used last is written down.
    const changes = name === 'api_keys' ? 'insert or delete' : 'insert or update or delete'
    return `create trigger note_change after ${changes} on "${name}" for each row execute function note_change()`
  })
  await pool.query(triggers.join(';'))
  return async () => {
    const { rows } = await pool.query(
      `select string_agg(distinct of, ' ') as tables, max(number) from noted_changes`,
    )
    return JSON.stringify(rows[0])
  }
}
