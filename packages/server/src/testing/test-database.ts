import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { patience } from './patience.ts'

export interface TestDatabase extends Database {
  url: string
  /** Closes and removes it. */
  drop(): Promise<void>
}

/** A migrated, empty database of the test file's own. */
export function openTestDatabase(poolSize = 8): Promise<TestDatabase> {
  return openCopy(new URL(inject('templateUrl')).pathname.slice(1), poolSize)
}

/** A database without any table. */
export function openDatabaseWithoutTables(): Promise<TestDatabase> {
  return openCopy('template1', 8)
}

async function openCopy(template: string, poolSize: number): Promise<TestDatabase> {
  const server = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, poolSize)
  // Fifty calls at once wait for few connections: on a slow machine for longer than a person would.
  database.pool.options.connectionTimeoutMillis = patience.waitMs
  return {
    ...database,
    url: url.href,
    drop: async () => {
      await database.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: URL, sql: string): Promise<void> {
  const url = new URL(server)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    // One copy at a time: PostgreSQL refuses a template that another session is copying.
    await client.query('select pg_advisory_lock(1)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** How many connections of a database wait for what another one holds. */
export async function waitingTransactions({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  )
  return rows.length
}
