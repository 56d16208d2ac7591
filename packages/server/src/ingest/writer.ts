import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { Batch } from './batch.ts'
import { CommitSession } from './commit-session.ts'
import { Days } from './days.ts'
import type { Entry, Outcome } from './entry.ts'
import { failureOf } from './failure.ts'
import { findLostDevices } from './lost-devices.ts'
import {
  commitSeconds,
  committedEntries,
  committedPositions,
  failedCommits,
  rejectedEntries,
} from './metrics.ts'
import type { States } from './states.ts'

/** Frames a commit holds at most: beyond, latency grows and throughput does not. */
const maxBatchEntries = 10_000
const retryFirstMs = 50
const retryLastMs = 2_000

interface Options {
  /** Its name in `ingest_commits`, of this process alone. */
  name: string
  pool: pg.Pool
  states: States
  log: Log
  now(): number
  /** After every commit: the devices whose states changed, and those that another process holds by now. */
  changed(deviceIds: Int32Array, time: number): void
  lost(deviceIds: number[]): void
}

/**
 * Commits the entries of its share of the devices, one batch at a time: what arrives while a commit is under
 * way makes up the next one, so an idle server commits at once and a busy one in large batches.
 */
export class Writer {
  private readonly options: Options
  private readonly session: CommitSession
  private readonly batch = new Batch()
  private readonly days = new Days()
  private waiting: Entry[] = []
  private committing = 0
  private running: Promise<void> | undefined
  private isAbandoned = false

  constructor(options: Options) {
    this.options = options
    this.session = new CommitSession(options.name, options.pool, options.now)
  }

  /** Entries received and not settled. */
  get load(): number {
    return this.waiting.length + this.committing
  }

  submit(entry: Entry): void {
    this.waiting.push(entry)
    this.running ??= this.run()
  }

  /** Resolves once everything submitted is settled. */
  async finish(): Promise<void> {
    while (this.running) await this.running
  }

  /** Stops trying; what is not committed stays unanswered, and its devices will send it again. */
  abandon(): void {
    this.isAbandoned = true
    this.waiting = []
    this.session.release(true)
  }

  /** Gives the database connection back. */
  close(): void {
    this.session.release(false)
  }

  private async run(): Promise<void> {
    // Everything that arrives in this turn of the event loop goes into the same commit.
    await new Promise(setImmediate)
    while (this.waiting.length > 0 && !this.isAbandoned) {
      const entries = this.take()
      this.committing = entries.length
      await this.commitAll(entries)
      this.committing = 0
    }
    this.running = undefined
  }

  private take(): Entry[] {
    if (this.waiting.length <= maxBatchEntries) {
      const all = this.waiting
      this.waiting = []
      return all
    }
    return this.waiting.splice(0, maxBatchEntries)
  }

  /** Tries until the entries are committed; those the database refuses are found by halving and set aside. */
  private async commitAll(entries: readonly Entry[]): Promise<void> {
    for (let attempt = 0; !this.isAbandoned; attempt++) {
      try {
        await this.commit(entries)
        settle(entries, 'committed')
        return
      } catch (error) {
        const failure = failureOf(error)
        failedCommits.inc({ failure })
        if (failure === 'repeat') continue
        if (failure === 'values') return this.setAside(entries, error)
        if (failure === 'partition') this.days.forget()
        if (attempt === 0) this.options.log.warn({ error, failure }, 'commit failed, trying again')
        this.session.release(true)
        await sleep(Math.min(retryLastMs, retryFirstMs * 2 ** Math.min(attempt, 10)))
      }
    }
  }

  private async setAside(entries: readonly Entry[], error: unknown): Promise<void> {
    if (entries.length > 1) {
      const middle = entries.length >> 1
      await this.commitAll(entries.slice(0, middle))
      await this.commitAll(entries.slice(middle))
      return
    }
    const entry = entries[0]!
    if (entry.kind === rejectedKind) {
      settle(entries, 'rejected')
      return
    }
    const { device, kind, frame } = entry
    this.options.log.error({ error, deviceId: device.deviceId, kind }, 'the database refuses a frame')
    rejectedEntries.inc()
    // The frame itself is kept for the log view; nothing is derived from it.
    await this.commitAll([{ ...bareFrame, device, frame, receivedTime: entry.receivedTime }])
    settle(entries, 'rejected')
  }

  private async commit(entries: readonly Entry[]): Promise<void> {
    const { session, batch } = this
    const { states, pool, now } = this.options
    if (await session.wentThrough()) return this.adopt(batch.touched.size, now())
    const missing = new Set<number>()
    for (const { device } of entries) if (states.isMissing(device.deviceId)) missing.add(device.deviceId)
    if (missing.size > 0) await states.load(await session.open(), [...missing], now())

    const time = now()
    batch.assemble(entries, (deviceId) => states.get(deviceId)!, time)
    await this.days.make(pool, batch)
    const begin = performance.now()
    const written = await session.write(batch)
    commitSeconds.observe((performance.now() - begin) / 1000)
    committedEntries.inc(entries.length)
    committedPositions.inc(batch.positionCount)
    await this.adopt(written, time)
  }

  /** What was committed is now the state; devices that another process took over meanwhile are let go. */
  private async adopt(written: number, time: number): Promise<void> {
    const { states, pool, log, changed, lost } = this.options
    const { touched } = this.batch
    for (const [deviceId, { after, isEnded }] of touched) {
      if (isEnded) states.drop(deviceId)
      else states.set(after)
    }
    changed(Int32Array.from(touched.keys()), time)
    if (written === touched.size) return
    for (const deviceId of touched.keys()) states.drop(deviceId)
    const holders = new Map([...touched].map(([deviceId, { after }]) => [deviceId, after.gateway]))
    try {
      lost(await findLostDevices(pool, holders))
    } catch (error) {
      // Not knowing who holds them, none is let go: their next commit finds out.
      log.warn({ error }, 'who holds the devices of a batch is not known')
    }
  }
}

const rejectedKind = 'rejected'
const bareFrame = { kind: rejectedKind, reports: [], settled: () => {} }

function settle(entries: readonly Entry[], outcome: Outcome): void {
  for (const entry of entries) entry.settled(outcome)
}
