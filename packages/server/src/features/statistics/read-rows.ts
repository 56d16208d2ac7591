import type pg from 'pg'
import { Refusal } from '../../platform/errors.ts'

/** A handwritten statement with the values of its `$1…`. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Rows fetched at a time of those that are streamed. */
const rowsAtATime = 1_000
/** A question that takes longer is given up: nobody waits that long for a screen. Files have as long as they need. */
const screenTimeoutMs = 30_000
const queryCancelled = '57014'

/**
 * Reports are few large statements: they get room to sort and add up in memory, and compiling them would take
 * longer than running them.
 */
const settings = "set local work_mem = '64MB'; set local jit = off; set local cursor_tuple_fraction = 1"

/**
 * The rows of one statement, all of one moment.
 * @throws {Refusal} `unavailable` when it takes too long
 */
export async function readRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { text, values }: Statement,
  signal: AbortSignal,
): Promise<Row[]> {
  const reader = await openReader(pool, signal)
  try {
    await reader.client.query(`set local statement_timeout = ${screenTimeoutMs}`)
    const { rows } = await reader.client.query<Row>(text, values)
    await reader.finish()
    return rows
  } catch (error) {
    signal.throwIfAborted()
    if ((error as { code?: string }).code === queryCancelled)
      throw new Refusal('unavailable', { cause: error })
    throw error
  } finally {
    await reader.close()
  }
}

/**
 * The same rows in the same order without holding them all: as fast as they are taken, until the signal is
 * aborted, which throws its reason.
 */
export async function* streamRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { text, values }: Statement,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const reader = await openReader(pool, signal)
  try {
    await reader.client.query(`declare report no scroll cursor for ${text}`, values)
    for (;;) {
      const { rows } = await reader.client.query<Row>(`fetch ${rowsAtATime} from report`)
      signal.throwIfAborted()
      if (rows.length > 0) yield rows
      if (rows.length < rowsAtATime) break
    }
    await reader.finish()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await reader.close()
  }
}

interface Reader {
  client: pg.PoolClient
  /** Ends the transaction. */
  finish(): Promise<void>
  /** Gives the connection back; one that was left in the middle, or ended, is not used again. */
  close(): Promise<void>
}

async function openReader(pool: pg.Pool, signal: AbortSignal): Promise<Reader> {
  signal.throwIfAborted()
  const client = await pool.connect()
  let isFinished = false
  let ending: Promise<unknown> | undefined
  // Without this the server process would go on with what nobody waits for any more. Cancelling would miss it between
  // two statements, and the next one would run to its end.
  const end = () => {
    const { processID } = client as unknown as { processID: number }
    ending = pool.query('select pg_terminate_backend($1)', [processID]).catch(() => {})
  }
  signal.addEventListener('abort', end, { once: true })
  const close = async () => {
    signal.removeEventListener('abort', end)
    await ending
    client.release(!isFinished || ending !== undefined)
  }
  const finish = async () => {
    await client.query('commit')
    isFinished = true
  }
  try {
    await client.query(`begin read only; ${settings}`)
    return { client, finish, close }
  } catch (error) {
    await close()
    throw error
  }
}
