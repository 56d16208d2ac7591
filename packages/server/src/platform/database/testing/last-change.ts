import type pg from 'pg'

/** Sessions, keys and attempts change by merely calling, and what is derived from tracks is found when it is asked for. */
const changedByAsking = [
  'sessions',
  'login_attempts',
  'episode_progress',
  'track_episodes',
  'day_sums',
  'today_sums',
  'contact_spans',
]

/**
 * Makes a question to the database that is answered otherwise once something was written in between: one statement
 * over all that tenants own says how many rows there are, and which transaction wrote last.
 */
export async function lastChangeOf({ pool }: { pool: pg.Pool }): Promise<() => Promise<string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition
       and relname <> all ($1) order by 1`,
    [changedByAsking],
  )
  const parts = tables.map(({ name }) => {
    // When a key was used last is written down.
    const writer = name === 'api_keys' ? 'null' : 'max(xmin::text::int8)'
    return `select '${name}' as name, count(*), ${writer} from "${name}"`
  })
  // Parts that are read beside each other come in any order.
  const question = `${parts.join(' union all ')} order by name`
  return async () => {
    // By a name: making its plan anew takes longer than reading the few rows.
    const { rows } = await pool.query({ name: 'last change', text: question })
    return rows.map((row) => Object.values(row).join(' ')).join('\n')
  }
}
