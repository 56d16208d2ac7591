import { randomInt } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../../../platform/log.ts'

/**
 * Marks this process as alive: an advisory lock on a connection of its own, which the database releases the
 * moment the process is gone. What it was sending is then taken over at once, and not only when its lease ends.
 */

/** First key of the locks; the second is the number of the sender. */
const senderLocks = 7_203_073
const again = 5_000

export class Presence {
  readonly #pool: pg.Pool
  readonly #log: Log
  #client: pg.PoolClient | null = null
  #id: number | null = null
  #retry: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  /** The number of this sender; null while it has no lock: then only leases show whether it is alive. */
  get id(): number | null {
    return this.#id
  }

  /** Takes a lock under a new number; after the connection was lost, again. */
  async begin(): Promise<void> {
    if (this.#isStopped) return
    try {
      const client = await this.#pool.connect()
      this.#client = client
      client.once('error', () => this.#lose())
      const id = randomInt(1, 2 ** 31 - 1)
      await client.query('select pg_advisory_lock($1, $2)', [senderLocks, id])
      this.#id = id
    } catch (error) {
      this.#log.warn({ err: error }, 'a sender of notifications has no lock')
      this.#lose()
    }
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
    this.#id = null
    // The connection ends, and its lock with it.
    this.#client?.release(true)
    this.#client = null
  }

  #lose(): void {
    this.#id = null
    this.#client?.release(true)
    this.#client = null
    if (this.#isStopped) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.begin(), again)
    this.#retry.unref()
  }
}

/** Is the sender with the number in this column gone? */
export const isSenderGone = (
  column: string,
): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.ref(column)} is not null
  and not exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.classid::int8 = ${senderLocks} and l.objid::int8 = ${sql.ref(column)}
      and l.objsubid = 2 and l.granted
      and l.database = (select oid from pg_database where datname = current_database())))`
