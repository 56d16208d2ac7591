import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../../platform/log.ts'
import { devicesBehind, devicesMarked, devicesSilent } from './due-devices.ts'
import { type ProcessingResult, processTracks } from './process-track.ts'

/** Devices a transaction: most have a few new points. Of tracks that changed in the past, long ones may be read. */
const behindAtOnce = 32
const markedAtOnce = 4
/** Of most that are silent nothing is read. */
const silentAtOnce = 64
/** A piece of a track in which nothing settles is read with so many times as much behind it, at most. */
const mostFactor = 64
/** Of the time that looking takes, what is left to others in between. */
const pauseShare = 0.5

export interface EpisodeJobOptions {
  log: Log
  now?: () => number
  /** Told after each transaction. */
  onProcessed?: (looked: { devices: number; points: number; ms: number; backlog: number }) => void
}

/**
 * Looks at the tracks of all devices that went on, newest first, then at those that changed in the past, and at
 * the devices that say nothing.
 * May be ended at any instant, and run beside others: each transaction takes devices that nobody else holds.
 * @returns how many devices were looked at
 */
export async function runEpisodeJob(client: pg.ClientBase, options: EpisodeJobOptions): Promise<number> {
  const behind = await devicesBehind(client)
  let looked = await processAll(client, behind, behindAtOnce, options)
  looked += await processAll(client, await devicesMarked(client), markedAtOnce, options)
  const now = options.now ?? Date.now
  return looked + (await processAll(client, await devicesSilent(client, now()), silentAtOnce, options))
}

async function processAll(
  client: pg.ClientBase,
  deviceIds: readonly number[],
  atOnce: number,
  { log, now = Date.now, onProcessed: onLook }: EpisodeJobOptions,
): Promise<number> {
  let count = 0
  const look = async (some: readonly number[], factor: number) => {
    const begin = performance.now()
    const found = await processTracks(client, some, { now: now(), isWaiting: false, factor })
    const ms = performance.now() - begin
    count += found.done.length
    onLook?.({ devices: found.done.length, points: found.points, ms, backlog: deviceIds.length - count })
    await sleep(ms * pauseShare)
    return found
  }
  for (let from = 0; from < deviceIds.length; from += atOnce) {
    const some = deviceIds.slice(from, from + atOnce)
    try {
      const { more } = await look(some, 1)
      for (const deviceId of more) await lookThrough(deviceId, look)
    } catch (error) {
      // One that cannot be looked at must not keep the others from it.
      log.warn({ err: error, devices: some.length }, 'tracks could not be looked at together')
      for (const deviceId of some) await lookAlone(deviceId, look, log)
    }
  }
  return count
}

type LookSome = (some: readonly number[], factor: number) => Promise<Pick<ProcessingResult, 'more' | 'stuck'>>

async function lookAlone(deviceId: number, look: LookSome, log: Log): Promise<void> {
  try {
    await lookThrough(deviceId, look)
  } catch (error) {
    log.error({ err: error, deviceId }, 'a track could not be looked at')
  }
}

/** Piece by piece to the end. */
async function lookThrough(deviceId: number, look: LookSome): Promise<void> {
  for (let factor = 1; factor <= mostFactor; ) {
    const { more, stuck } = await look([deviceId], factor)
    if (more.length === 0) return
    factor = stuck.length > 0 ? factor * 2 : 1
  }
}
