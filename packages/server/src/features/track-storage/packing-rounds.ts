import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { packRound } from './packer.ts'
import type { Packed } from './packing-metrics.ts'

const firstRoundMs = 10_000
export const packingRoundMs = 300_000

interface Options {
  log: Log
  daysKept: number
  /** Is what is old to be removed? Asked before each round. */
  removesOld(): boolean
  onPacked(packed: Packed): void
  /** Waits for no further round once it is aborted; the first one takes place. */
  signal: AbortSignal
}

/** Packs, round after round. */
export async function runPackingRounds(pool: pg.Pool, { signal, ...options }: Options): Promise<void> {
  for (let waitMs = firstRoundMs; ; waitMs = packingRoundMs) {
    await sleep(waitMs, undefined, { signal }).catch(() => {})
    if (signal.aborted && waitMs !== firstRoundMs) return
    await runOnce(pool, options)
  }
}

async function runOnce(
  pool: pg.Pool,
  { log, daysKept, removesOld, onPacked }: Omit<Options, 'signal'>,
): Promise<void> {
  try {
    const client = await pool.connect()
    try {
      const begin = performance.now()
      const round = await packRound(client, {
        log,
        daysKept,
        removesOld: removesOld(),
        onPacked: ({ count: deviceDays, bytes, backlog, ms }) => onPacked({ deviceDays, bytes, backlog, ms }),
      })
      if (round?.deviceDays || round?.dropped.length || round?.removed) {
        log.info({ ...round, ms: Math.round(performance.now() - begin) }, 'track days packed')
      }
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    // Nothing is lost by it: what was not committed is packed in the next round.
    log.warn({ err: error }, 'packing was interrupted')
  }
}
