import type pg from 'pg'
import type { Batch } from './batch.ts'
import { commitFailureOf } from './commit-failure.ts'
import { makeRowTypes } from './rows.ts'
import { commitStatement, type RowType } from './tables.ts'

/** After a repeated position, this many commits look before they insert: repeats come in gusts. */
const commitsWithRepeats = 50

/**
 * A writer's own connection to the database, opened again when it was lost, and its way to commit a batch
 * exactly once: each has a number, which is committed with it.
 */
export class CommitSession {
  readonly #name: string
  readonly #pool: pg.Pool
  readonly #now: () => number
  #client: pg.PoolClient | undefined
  /** Object ids of the row types of this connection. */
  #typeIds: ReadonlyMap<RowType, number> = new Map()
  /** Of the last batch tried: never the same again, and made from the time (`ingest_commits` is pruned by it). */
  #number = 0
  /** The connection was lost while a commit was under way: it may have gone through or not. */
  #isUncertain = false
  #repeatsExpected = 0

  /** @param name in `ingest_commits`, of this writer alone */
  constructor(name: string, pool: pg.Pool, now: () => number) {
    this.#name = name
    this.#pool = pool
    this.#now = now
  }

  async open(): Promise<pg.PoolClient> {
    this.#client ??= await this.#connect()
    return this.#client
  }

  /** @param isBroken close the connection instead of giving it back */
  release(isBroken: boolean): void {
    this.#client?.release(isBroken)
    this.#client = undefined
  }

  /** Was the batch whose connection was lost committed after all? Then it must not be written again. */
  async wasCommitted(): Promise<boolean> {
    if (!this.#isUncertain) return false
    const client = await this.open()
    const { rows } = await client.query<{ batch: number }>(
      'select batch from ingest_commits where writer = $1',
      [this.#name],
    )
    // If not, it may still be under way in a server process that has not noticed: checked again after a failure.
    if (rows[0]?.batch !== this.#number) return false
    this.#isUncertain = false
    return true
  }

  /** Commits a batch. @returns how many states were written */
  async write(batch: Batch): Promise<number> {
    const client = await this.open()
    // The number of a batch that may still be committed is kept until that is known.
    if (!this.#isUncertain) this.#number = Math.max(this.#number + 1, this.#now() * 1000)
    const rows = (type: RowType) => batch.rows(type, this.#typeIds)
    const parts = { ...batch.parts, repeats: this.#repeatsExpected > 0 }
    const values: unknown[] = [rows('ingested_position'), rows('ingested_state'), this.#name, this.#number]
    if (parts.alarms) values.push(rows('ingested_alarm'))
    if (parts.devices) values.push(rows('ingested_device'))
    if (parts.late) {
      const late = [...batch.late].flatMap(([id, spans]) => spans.map((span) => ({ id, ...span })))
      values.push(
        late.map(({ id }) => id),
        late.map(({ from }) => from),
        late.map(({ to }) => to),
      )
    }
    if (parts.results) values.push(JSON.stringify(batch.results))
    try {
      const { rows } = await client.query<{ states: number }>({ ...commitStatement(parts), values })
      this.#isUncertain = false
      if (this.#repeatsExpected > 0) this.#repeatsExpected--
      return rows[0]!.states
    } catch (error) {
      const failure = commitFailureOf(error)
      if (failure === 'wait') this.#isUncertain = true
      if (failure === 'repeat') this.#repeatsExpected = commitsWithRepeats
      throw error
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect()
    client.on('error', () => {})
    try {
      // One plan for all sizes of batch: planning with the values at hand costs more than it gains.
      await client.query('set plan_cache_mode = force_generic_plan')
      this.#typeIds = await makeRowTypes(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
