import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export interface Database {
  /** For ordinary queries: typed. */
  db: Db
  /** For the hot path: SQL by hand. */
  pool: pg.Pool
  close(): Promise<void>
}

// Our bigints are epoch milliseconds and counts, far below 2^53: numbers, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** @param poolSize connections at most; callers beyond it wait */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 5_000 })
  // A connection that the server closes is replaced at the next query. Without a listener it would end the process, while
  // idle, which the pool reports, or taken out and between two queries, which the client reports.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends only a pool it has used.
    if (!pool.ended) await pool.end()
  }
  return { db, pool, close }
}
