import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isClockAhead } from '../../platform/database/clock-check.ts'
import type { Log } from '../../platform/log.ts'
import { closeDays, dropOldDays, dropPackedDays } from './close-days.ts'
import { type Packing, packSome } from './pack-days.ts'
import { removeOld } from './retention.ts'

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
  /** Days before today that are kept by default; 0: all. */
  daysKept?: number
  /** What is older than that is removed. */
  removesOld?: boolean
  /** Called after each transaction. */
  onPacked?: (packed: Packing & { ms: number; backlog: number }) => void
}

export interface Round {
  deviceDays: number
  points: number
  /** Days whose rows are gone. */
  dropped: number[]
  /** Rows of what nobody keeps any longer. */
  removed: number
}

/**
 * Packs all that is due and drops the rows of what is packed, while no other process does. May be ended at any
 * instant: every step is a transaction, after which the rules in docs and in `0005-tracks.sql` hold again.
 * @param client its connection for the time
 * @returns null where another process is packing
 */
export async function packRound(
  client: Pick<pg.ClientBase, 'query'>,
  {
    log,
    now = Date.now,
    graceMs = 2 * 3_600_000,
    quietMs = 3_600_000,
    daysKept = 0,
    removesOld = true,
    onPacked,
  }: PackerOptions,
): Promise<Round | null> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    packerLock,
  ])
  if (!rows[0]!.isOurs) return null
  const round: Round = { deviceDays: 0, points: 0, dropped: [], removed: 0 }
  try {
    if (removesOld && (await isClockAhead(client, now())))
      log.warn('nothing old is removed: no device has told of a time within two days of this clock')
    else if (removesOld) round.removed = await removeOldTracks(client, now(), daysKept)
    await closeDays(client, now(), graceMs)
    const marked = await countMarked(client)
    for (;;) {
      const begin = performance.now()
      const packed = await packSome(client, now())
      const { count, points, problems } = packed
      for (const { error, ...which } of problems) log.error({ ...which, err: error }, 'a day stays in rows')
      onPacked?.({
        ...packed,
        ms: performance.now() - begin,
        backlog: Math.max(0, marked - round.deviceDays - count),
      })
      if (count === 0) break
      round.deviceDays += count
      round.points += points
      // As long as it worked: half a core and half of the database's attention stay with the others.
      await sleep(performance.now() - begin)
    }
    round.dropped = await dropPackedDays(client, now(), quietMs)
    return round
  } finally {
    await client.query('select pg_advisory_unlock($1)', [packerLock]).catch(() => {})
  }
}

async function removeOldTracks(
  client: Pick<pg.ClientBase, 'query'>,
  now: number,
  platformDays: number,
): Promise<number> {
  const { rows, longestDays } = await removeOld(client, now, platformDays)
  if (longestDays !== null) await dropOldDays(client, Math.floor(now / dayMs) - longestDays)
  return rows
}

async function countMarked(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int4 as count from track_dirty')
  return rows[0]!.count
}
