import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '@trackway/protocols/protocol.ts'
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { Batch } from './batch.ts'
import { type CommitFailure, commitFailureOf } from './commit-failure.ts'
import { CommitSession } from './commit-session.ts'
import type { DeviceConfigCache } from './device-config.ts'
import type { IngestItem, Outcome } from './ingest-item.ts'
import { findLostDevices, type LostDevice } from './lost-devices.ts'
import type { MachineClock } from './machine-clock.ts'
import {
  commitSeconds,
  committedItems,
  committedPositions,
  failedCommits,
  rejectedItems,
  reportsWithoutRow,
} from './metrics.ts'
import { farFutureMs } from './rules/timing.ts'
import type { States } from './states.ts'

/** Frames a commit holds at most: beyond, latency grows and throughput does not. */
const maxBatchItems = 10_000
/** With this many waiting frames a commit is not delayed: a larger one would not cost less for each. */
const busyItems = 32
const retryFirstMs = 50
const retryLastMs = 2_000
/** A short restart of the database passes sooner. */
const failingFrom = 4
/** A failure that does not pass by itself is logged again after this many attempts: about once a minute. */
const schemaLogAttempts = 30

interface Options {
  /** Its name in `ingest_commits`, of this process alone. */
  name: string
  /** Of this process in `device_states.gateway`. */
  gateway: string
  /** Days that reports are stored after the platform's service of their device ended. */
  expiredDaysKept: number
  pool: pg.Pool
  /** Least time from one commit to the next, while little is waiting. */
  gatherMs: number
  states: States
  configs: DeviceConfigCache
  /** While it is not trusted, reports wait. */
  clock: MachineClock
  log: Log
  now(): number
  /** After every commit: the devices whose states changed, those with alarms, and those that are connected here now. */
  changed(deviceIds: Int32Array, time: number): void
  alarmed(deviceIds: Int32Array): void
  claimed(deviceIds: Int32Array): void
  /** Devices that another process holds by now. */
  lost(devices: LostDevice[]): void
  /** A commit failed several times in a row, called again each time; null: one succeeded after that. */
  failing(error: unknown): void
}

/**
 * Commits the items of its share of the devices, one batch at a time: what arrives while a commit is under
 * way makes up the next one, so an idle server commits at once and a busy one in large batches.
 */
export class Writer {
  readonly #options: Options
  readonly #session: CommitSession
  readonly #batch: Batch
  #waiting: IngestItem[] = []
  /** Items that wait for the clock of the machine, with what it was ahead of the monotonic one when they came. */
  #held: { item: IngestItem; offsetMs: number }[] = []
  readonly #heldDevices = new Set<number>()
  /** The newest connection of each device that is not committed yet. */
  readonly #claims = new Map<number, IngestItem>()
  #committing = 0
  /** When the last commit began, and what ends the wait for more. */
  #begunAt = 0
  #stopGathering: (() => void) | null = null
  #running: Promise<void> | undefined
  #isAbandoned = false
  #isFailing = false

  constructor(options: Options) {
    this.#options = options
    this.#batch = new Batch(options.gateway, options.expiredDaysKept)
    this.#session = new CommitSession(options.name, options.pool, options.now)
  }

  /** Can it not store what was received? */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Entries received and not settled. */
  get load(): number {
    return this.#waiting.length + this.#held.length + this.#committing
  }

  /** Has the device connected here since the last commit? With the next one it is ours, whoever holds it now. */
  isClaiming(deviceId: number): boolean {
    return this.#claims.has(deviceId)
  }

  submit(item: IngestItem): void {
    this.#waiting.push(item)
    if (item.presence?.isConnected) this.#claims.set(item.device.deviceId, item)
    this.#running ??= this.#run()
    if (this.#waiting.length >= busyItems) this.#stopGathering?.()
  }

  /** The clock of the machine is right: what waited for it is stored. */
  release(): void {
    if (this.#held.length === 0) return
    const { clock } = this.#options
    for (const { item, offsetMs } of this.#held) {
      item.receivedTime += Math.round(clock.offsetMs - offsetMs)
      for (const report of item.reports) believeDate(report, item.receivedTime)
    }
    this.#waiting = [...this.#held.map(({ item }) => item), ...this.#waiting]
    this.#held = []
    this.#heldDevices.clear()
    this.#running ??= this.#run()
  }

  /** Resolves once everything submitted is settled, but for what waits for the clock: its devices keep that. */
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
      await this.#gather()
      this.#begunAt = performance.now()
      const items = this.#take()
      if (items.length === 0) continue
      this.#committing = items.length
      await this.#commitAll(items)
      this.#committing = 0
    }
    this.#running = undefined
  }

  /** A commit takes the same effort whatever it holds: few reports wait for those of the next milliseconds. */
  async #gather(): Promise<void> {
    const waitMs = this.#begunAt + this.#options.gatherMs - performance.now()
    if (waitMs <= 0 || this.#waiting.length >= busyItems) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, waitMs)
    this.#stopGathering = resolve
    await promise
    clearTimeout(timer)
    this.#stopGathering = null
  }

  #take(): IngestItem[] {
    if (!this.#options.clock.isTrusted) this.#hold()
    if (this.#waiting.length <= maxBatchItems) {
      const all = this.#waiting
      this.#waiting = []
      return all
    }
    return this.#waiting.splice(0, maxBatchItems)
  }

  /**
   * Holds reports, and what their devices sent after them. The rest goes on: without an answer to its login a device
   * would never say what time it is.
   */
  #hold(): void {
    const { offsetMs } = this.#options.clock
    const others: IngestItem[] = []
    for (const item of this.#waiting) {
      const { deviceId } = item.device
      if (item.reports.length === 0 && !this.#heldDevices.has(deviceId)) others.push(item)
      else {
        this.#heldDevices.add(deviceId)
        this.#held.push({ item, offsetMs })
      }
    }
    this.#waiting = others
  }

  /** Tries until the items are committed; those the database refuses are found by halving and set aside. */
  async #commitAll(items: readonly IngestItem[]): Promise<void> {
    for (let attempt = 0; !this.#isAbandoned; attempt++) {
      try {
        await this.#commit(items)
        settle(items, 'committed')
        if (this.#isFailing) this.#setFailing(null)
        return
      } catch (error) {
        const failure = commitFailureOf(error)
        failedCommits.inc({ failure })
        if (failure === 'repeat') continue
        if (failure === 'values') return this.#setAside(items, error)
        this.#logFailure(error, failure, attempt)
        if (attempt >= failingFrom) this.#setFailing(error)
        this.#session.release(true)
        await sleep(Math.min(retryLastMs, retryFirstMs * 2 ** Math.min(attempt, 10)))
      }
    }
  }

  #logFailure(error: unknown, failure: CommitFailure, attempt: number): void {
    const { log } = this.#options
    if (failure !== 'schema') {
      if (attempt === 0) log.warn({ err: error, failure }, 'commit failed, trying again')
    } else if (attempt % schemaLogAttempts === 0)
      log.error(
        { err: error },
        'the database refuses what this version writes: was it upgraded? Start the newer version in place of this one. Reports wait until then, none is acknowledged',
      )
  }

  #setFailing(error: unknown): void {
    this.#isFailing = error !== null
    this.#options.failing(error)
  }

  async #setAside(items: readonly IngestItem[], error: unknown): Promise<void> {
    if (items.length > 1) {
      const middle = items.length >> 1
      await this.#commitAll(items.slice(0, middle))
      await this.#commitAll(items.slice(middle))
      return
    }
    const { device, kind, reports } = items[0]!
    const { deviceId } = device
    this.#dropClaims(items)
    this.#options.log.error({ err: error, deviceId, kind, reports }, 'the database refuses a frame')
    rejectedItems.inc()
    settle(items, 'rejected')
  }

  async #commit(items: readonly IngestItem[]): Promise<void> {
    const session = this.#session
    const batch = this.#batch
    const { states, configs, log, now } = this.#options
    if (await session.wasCommitted()) return this.#adopt(items, batch.touched.length, now())
    const missing = new Set<number>()
    const withoutConfig = new Set<number>()
    // Between two connections to this process the device may have been connected to another.
    for (const { device, presence } of items) {
      if (presence?.isConnected || states.isMissing(device.deviceId)) missing.add(device.deviceId)
      if (configs.isMissing(device.deviceId)) withoutConfig.add(device.deviceId)
    }
    if (missing.size > 0) {
      const forgotten = await states.load(await session.open(), [...missing], now())
      if (forgotten.length > 0)
        log.error({ deviceIds: forgotten }, 'what rules remember cannot be read: they begin anew')
    }
    if (withoutConfig.size > 0) await configs.load(await session.open(), [...withoutConfig])

    const time = now()
    const stateOf = (deviceId: number) => states.get(deviceId)!
    batch.assemble(items, { stateOf, configOf: (deviceId) => configs.get(deviceId) }, time)
    const begin = performance.now()
    const written = await session.write(batch)
    commitSeconds.observe((performance.now() - begin) / 1000)
    committedItems.inc(items.length)
    committedPositions.inc(batch.positionCount)
    if (batch.withoutTime > 0) reportsWithoutRow.inc({ reason: 'noTime' }, batch.withoutTime)
    if (batch.serviceEnded > 0) reportsWithoutRow.inc({ reason: 'serviceEnded' }, batch.serviceEnded)
    await this.#adopt(items, written, time)
  }

  /** Takes over the committed states; devices that another process took over meanwhile are released. */
  async #adopt(items: readonly IngestItem[], written: number, time: number): Promise<void> {
    this.#dropClaims(items)
    const { states, pool, log, gateway, changed, alarmed, claimed, lost } = this.#options
    const { touched, alarmed: withAlarms } = this.#batch
    const claims: number[] = []
    const deviceIds = Int32Array.from(touched, ({ after }) => after.device_id)
    for (const { after, isClaim, isEnded } of touched) {
      const { device_id } = after
      if (isEnded) states.drop(device_id)
      else states.set(after)
      if (isClaim) claims.push(device_id)
    }
    changed(deviceIds, time)
    if (withAlarms.size > 0) alarmed(Int32Array.from(withAlarms))
    if (claims.length > 0) claimed(Int32Array.from(claims))
    if (written === touched.length) return
    for (const deviceId of deviceIds) states.drop(deviceId)
    const holders = new Map(touched.map(({ after }) => [after.device_id, after.gateway && gateway]))
    try {
      lost(await findLostDevices(pool, holders))
    } catch (error) {
      // Their gateways are unknown, so none is released: their next commit finds out.
      log.warn({ err: error }, 'the gateways of a batch could not be read')
    }
  }

  /** Drops the claims of items that are committed, or never will be. */
  #dropClaims(items: readonly IngestItem[]): void {
    if (this.#claims.size === 0) return
    for (const item of items) {
      const { deviceId } = item.device
      if (this.#claims.get(deviceId) === item) this.#claims.delete(deviceId)
    }
  }
}

/** A date that was ahead of a clock that was behind. */
function believeDate(report: Report, now: number): void {
  if (report.aheadTime !== undefined && report.aheadTime <= now + farFutureMs)
    report.fixTime = report.aheadTime
}

function settle(items: readonly IngestItem[], outcome: Outcome): void {
  for (const item of items) item.settled(outcome)
}
