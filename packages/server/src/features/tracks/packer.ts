import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { closeDays, dropOldDays, dropPackedDays } from './close-days.ts'
import { fillCells } from './fill-cells.ts'
import { packSome } from './pack-days.ts'

const dayMs = 86_400_000
/** Any number that nothing else of ours locks. */
const packerLock = 7_203_050

export interface PackerOptions {
  log: Log
  now?: () => number
  /** A day is packed so long after its end: most of what devices kept back has arrived by then. */
  graceMs?: number
  /** Rows of a packed day are dropped once no late fix came for so long. */
  quietMs?: number
  /** Days before today that are kept; 0: all. */
  daysKept?: number
}

export interface Round {
  deviceDays: number
  points: number
  /** Days whose rows are gone. */
  dropped: number[]
}

/**
 * Packs all that is due and drops the rows of what is packed, while no other process does. May be ended at any
 * instant: every step is a transaction, after which what stands in docs and migration 050 holds again.
 * @param client its connection for the time
 * @returns null where another process is at it
 */
export async function packRound(
  client: Pick<pg.ClientBase, 'query'>,
  { log, now = Date.now, graceMs = 2 * 3_600_000, quietMs = 3_600_000, daysKept = 0 }: PackerOptions,
): Promise<Round | null> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    packerLock,
  ])
  if (!rows[0]!.isOurs) return null
  const round: Round = { deviceDays: 0, points: 0, dropped: [] }
  try {
    if (daysKept > 0) await dropOldDays(client, Math.floor(now() / dayMs) - daysKept)
    await closeDays(client, now(), graceMs)
    for (;;) {
      const begin = performance.now()
      const { count, points, problems } = await packSome(client, now())
      for (const { error, ...which } of problems) log.error({ ...which, err: error }, 'a day stays in rows')
      if (count === 0) break
      round.deviceDays += count
      round.points += points
      // As long as it worked: half a core and half of the database's attention stay with the others.
      await sleep(performance.now() - begin)
    }
    round.dropped = await dropPackedDays(client, now(), quietMs)
    await fillCells(client, log)
    return round
  } finally {
    await client.query('select pg_advisory_unlock($1)', [packerLock]).catch(() => {})
  }
}
