import type pg from 'pg'
import type { Bus } from '../platform/bus/bus.ts'
import { answersWithin } from '../platform/database/answers-within.ts'
import { processStates } from '../platform/process-state.ts'
import { storageFailures } from '../platform/storage-state.ts'

const databaseTimeoutMs = 3_000
/** A gateway with more frames waiting than two commits hold is seconds late. */
const laggingItems = 20_000

interface Options {
  bus: Pick<Bus, 'isConnected'>
  pool: Pick<pg.Pool, 'query'>
  now: () => number
}

/** Is what viewers are shown up to date, or may it be old, and since when? */
export class Freshness {
  readonly #options: Options
  #freshTime: number
  /** Null: it is up to date. */
  staleSince: number | null = null

  constructor(options: Options) {
    this.#options = options
    this.#freshTime = options.now()
  }

  /** @returns whether it has changed */
  async check(): Promise<boolean> {
    const before = this.staleSince
    if (await this.#isFresh()) {
      this.#freshTime = this.#options.now()
      this.staleSince = null
    } else this.staleSince ??= this.#freshTime
    return this.staleSince !== before
  }

  async #isFresh(): Promise<boolean> {
    const { bus, pool, now } = this.#options
    // Changes of other processes do not come, or reports are not stored.
    if (!bus.isConnected || storageFailures(now()).length > 0) return false
    if (processStates(now()).some(({ waitingItems }) => waitingItems > laggingItems)) return false
    return answersWithin(pool, databaseTimeoutMs)
  }
}
