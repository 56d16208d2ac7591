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
export async function openTestDatabase(poolSize = 8): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`)
  const url = new URL(template)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, poolSize)
  // Fifty calls at once wait for few connections: on a slow machine for longer than a person would.
  database.pool.options.connectionTimeoutMillis = patience.waitMs
  return {
    ...database,
    url: url.href,
    drop: async () => {
      await database.close()
      await administer(template, `drop database ${name} with (force)`)
    },
  }
}

async function administer(template: URL, sql: string): Promise<void> {
  const url = new URL(template)
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
