import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { Batch } from './batch.ts'
import { commitFailureOf } from './commit-failure.ts'
import { CommitSession } from './commit-session.ts'
import type { IngestItem, Outcome } from './ingest-item.ts'
import { KnownPartitions } from './known-partitions.ts'
import { findLostDevices } from './lost-devices.ts'
import { commitSeconds, committedItems, committedPositions, failedCommits, rejectedItems } from './metrics.ts'
import type { States } from './states.ts'

/** Frames a commit holds at most: beyond, latency grows and throughput does not. */
const maxBatchItems = 10_000
const retryFirstMs = 50
const retryLastMs = 2_000

interface Options {
  /** Its name in `ingest_commits`, of this process alone. */
  name: string
  /** Of this process in `device_states.gateway`. */
  gateway: string
  pool: pg.Pool
  states: States
  log: Log
  now(): number
  /** After every commit: the devices whose states changed, those that are connected here now, */
  changed(deviceIds: Int32Array, time: number): void
  claimed(deviceIds: Int32Array): void
  /** and those that another process holds by now. */
  lost(deviceIds: number[]): void
}

/**
 * Commits the items of its share of the devices, one batch at a time: what arrives while a commit is under
 * way makes up the next one, so an idle server commits at once and a busy one in large batches.
 */
export class Writer {
  readonly #options: Options
  readonly #session: CommitSession
  readonly #batch: Batch
  readonly #knownPartitions = new KnownPartitions()
  #waiting: IngestItem[] = []
  #committing = 0
  #running: Promise<void> | undefined
  #isAbandoned = false

  constructor(options: Options) {
    this.#options = options
    this.#batch = new Batch(options.gateway)
    this.#session = new CommitSession(options.name, options.pool, options.now)
  }

  /** Entries received and not settled. */
  get load(): number {
    return this.#waiting.length + this.#committing
  }

  submit(item: IngestItem): void {
    this.#waiting.push(item)
    this.#running ??= this.#run()
  }

  /** Resolves once everything submitted is settled. */
  async finish(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Stops trying; what is not committed stays unanswered, and its devices will send it again. */
  abandon(): void {
    this.#isAbandoned = true
    this.#waiting = []
    this.#session.release(true)
  }

  /** Gives the database connection back. */
  close(): void {
    this.#session.release(false)
  }

  async #run(): Promise<void> {
    // Everything that arrives in this turn of the event loop goes into the same commit.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0 && !this.#isAbandoned) {
      const items = this.#take()
      this.#committing = items.length
      await this.#commitAll(items)
      this.#committing = 0
    }
    this.#running = undefined
  }

  #take(): IngestItem[] {
    if (this.#waiting.length <= maxBatchItems) {
      const all = this.#waiting
      this.#waiting = []
      return all
    }
    return this.#waiting.splice(0, maxBatchItems)
  }

  /** Tries until the items are committed; those the database refuses are found by halving and set aside. */
  async #commitAll(items: readonly IngestItem[]): Promise<void> {
    for (let attempt = 0; !this.#isAbandoned; attempt++) {
      try {
        await this.#commit(items)
        settle(items, 'committed')
        return
      } catch (error) {
        const failure = commitFailureOf(error)
        failedCommits.inc({ failure })
        if (failure === 'repeat') continue
        if (failure === 'values') return this.#setAside(items, error)
        if (failure === 'partition') this.#knownPartitions.forget()
        if (attempt === 0) this.#options.log.warn({ error, failure }, 'commit failed, trying again')
        this.#session.release(true)
        await sleep(Math.min(retryLastMs, retryFirstMs * 2 ** Math.min(attempt, 10)))
      }
    }
  }

  async #setAside(items: readonly IngestItem[], error: unknown): Promise<void> {
    if (items.length > 1) {
      const middle = items.length >> 1
      await this.#commitAll(items.slice(0, middle))
      await this.#commitAll(items.slice(middle))
      return
    }
    const item = items[0]!
    if (item.kind === rejectedKind) {
      settle(items, 'rejected')
      return
    }
    const { device, kind, frame } = item
    this.#options.log.error({ error, deviceId: device.deviceId, kind }, 'the database refuses a frame')
    rejectedItems.inc()
    // The frame itself is kept for the log view; nothing is derived from it.
    await this.#commitAll([{ ...bareFrame, device, frame, receivedTime: item.receivedTime }])
    settle(items, 'rejected')
  }

  async #commit(items: readonly IngestItem[]): Promise<void> {
    const session = this.#session
    const batch = this.#batch
    const { states, pool, now } = this.#options
    if (await session.wentThrough()) return this.#adopt(batch.touched.size, now())
    const missing = new Set<number>()
    // Between two connections to this process the device may have been connected to another.
    for (const { device, presence } of items)
      if (presence?.isConnected || states.isMissing(device.deviceId)) missing.add(device.deviceId)
    if (missing.size > 0) await states.load(await session.open(), [...missing], now())

    const time = now()
    batch.assemble(items, (deviceId) => states.get(deviceId)!, time)
    await this.#knownPartitions.make(pool, batch)
    const begin = performance.now()
    const written = await session.write(batch)
    commitSeconds.observe((performance.now() - begin) / 1000)
    committedItems.inc(items.length)
    committedPositions.inc(batch.positionCount)
    await this.#adopt(written, time)
  }

  /** What was committed is now the state; devices that another process took over meanwhile are let go. */
  async #adopt(written: number, time: number): Promise<void> {
    const { states, pool, log, gateway, changed, claimed, lost } = this.#options
    const { touched } = this.#batch
    const claims: number[] = []
    for (const [deviceId, { after, isClaim, isEnded }] of touched) {
      if (isEnded) states.drop(deviceId)
      else states.set(after)
      if (isClaim) claims.push(deviceId)
    }
    changed(Int32Array.from(touched.keys()), time)
    if (claims.length > 0) claimed(Int32Array.from(claims))
    if (written === touched.size) return
    for (const deviceId of touched.keys()) states.drop(deviceId)
    const holders = new Map([...touched].map(([id, { after }]) => [id, after.gateway && gateway]))
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

function settle(items: readonly IngestItem[], outcome: Outcome): void {
  for (const item of items) item.settled(outcome)
}
