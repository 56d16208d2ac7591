import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../../platform/log.ts'
import {
  devicesGoneOffline,
  devicesToRecompute,
  devicesWithNewReports,
  markOlderSums,
} from './due-devices.ts'
import { type ProcessingResult, processTracks } from './process-track.ts'

/** Devices per transaction. Most have a few new points; for a track that changed in the past, long pages may be read. */
const reportedAtOnce = 256
const markedAtOnce = 4
/** For most silent devices nothing is read. */
const silentAtOnce = 64
/** Whole pages of so many devices fit into memory; of more at once, less is read of each. */
const pageDevices = 32
/** A page in which no stop could be settled is read again, longer each time, up to this factor. */
const mostFactor = 64
/** The job pauses between transactions for this share of the time that the last one took. */
const pauseShare = 0.5

export interface EpisodeJobOptions {
  log: Log
  now?: () => number
  /** Devices whose last report that was seen is newer than this wait for a later run. */
  restMs?: number
  /** Called after each transaction. */
  onProcessed?: (processed: { devices: number; points: number; ms: number; backlog: number }) => void
}

/**
 * Processes the tracks of all devices that reported since they were processed, newest first, then those that changed in the
 * past or were summed by older rules, then the devices that have fallen silent. The job may be ended at any instant, and several may run beside
 * each other: each transaction takes devices that no other holds.
 * @returns how many devices were processed
 */
export async function runEpisodeJob(client: pg.ClientBase, options: EpisodeJobOptions): Promise<number> {
  const now = options.now ?? Date.now
  const reported = await devicesWithNewReports(client, now() - (options.restMs ?? 0))
  let processed = await processAll(client, reported, reportedAtOnce, options)
  await markOlderSums(client)
  processed += await processAll(client, await devicesToRecompute(client), markedAtOnce, options)
  return (
    processed + (await processAll(client, await devicesGoneOffline(client, now()), silentAtOnce, options))
  )
}

async function processAll(
  client: pg.ClientBase,
  deviceIds: readonly number[],
  atOnce: number,
  { log, now = Date.now, onProcessed }: EpisodeJobOptions,
): Promise<number> {
  let count = 0
  const run = async (some: readonly number[], factor: number) => {
    const begin = performance.now()
    const found = await processTracks(client, some, { now: now(), isWaiting: false, factor })
    const ms = performance.now() - begin
    count += found.done.length
    onProcessed?.({ devices: found.done.length, points: found.points, ms, backlog: deviceIds.length - count })
    await sleep(ms * pauseShare)
    return found
  }
  for (let from = 0; from < deviceIds.length; from += atOnce) {
    const some = deviceIds.slice(from, from + atOnce)
    try {
      const { more } = await run(some, pageDevices / Math.max(some.length, pageDevices))
      for (const deviceId of more) await processToEnd(deviceId, run)
    } catch (error) {
      // One device that fails must not keep the others from being processed.
      log.warn({ err: error, devices: some.length }, 'processing a group of tracks failed')
      for (const deviceId of some) await processAlone(deviceId, run, log)
    }
  }
  return count
}

type ProcessSome = (
  some: readonly number[],
  factor: number,
) => Promise<Pick<ProcessingResult, 'more' | 'stuck'>>

async function processAlone(deviceId: number, run: ProcessSome, log: Log): Promise<void> {
  try {
    await processToEnd(deviceId, run)
  } catch (error) {
    log.error({ err: error, deviceId }, 'processing a track failed')
  }
}

/** Processes a track page by page to its end. */
async function processToEnd(deviceId: number, run: ProcessSome): Promise<void> {
  for (let factor = 1; factor <= mostFactor; ) {
    const { more, stuck } = await run([deviceId], factor)
    if (more.length === 0) return
    factor = stuck.length > 0 ? factor * 2 : 1
  }
}
