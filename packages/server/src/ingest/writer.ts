import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { Batch } from './batch.ts'
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
import { readRowTypeIds } from './rows.ts'
import type { States } from './states.ts'
import { commitStatements, type RowType } from './tables.ts'

/** Frames a commit holds at most: beyond, latency grows and throughput does not. */
const maxBatchEntries = 10_000
const retryFirstMs = 50
const retryLastMs = 2_000
/** After a position that was there already, so many commits look before they insert: repeats come in gusts. */
const commitsWithRepeats = 50

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
  private readonly batch = new Batch()
  private readonly days = new Days()
  private waiting: Entry[] = []
  private committing = 0
  private running: Promise<void> | undefined
  private client: pg.PoolClient | undefined
  /** Of the last commit. Counted from the time of the start, so that no other run ever had the same. */
  private number: number
  /** The connection was lost while a commit was under way: it may have gone through or not. */
  private isUncertain = false
  private isAbandoned = false
  private repeatsExpected = 0
  /** Object ids of the row types in this database. */
  private typeIds: ReadonlyMap<RowType, number> = new Map()

  constructor(options: Options) {
    this.options = options
    this.number = options.now() * 1000
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
    this.release(true)
  }

  /** Gives the database connection back. */
  close(): void {
    this.release(false)
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
        if (failure === 'repeat') {
          this.repeatsExpected = commitsWithRepeats
          continue
        }
        if (failure === 'values') return this.setAside(entries, error)
        if (failure === 'partition') this.days.forget()
        if (attempt === 0) this.options.log.warn({ error, failure }, 'commit failed, trying again')
        this.release(true)
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
    const { states, pool, now } = this.options
    this.client ??= await this.connect()
    if (this.isUncertain && (await this.wentThrough(this.client))) return
    const missing = new Set<number>()
    for (const { device } of entries) if (states.isMissing(device.deviceId)) missing.add(device.deviceId)
    if (missing.size > 0) await states.load(this.client, [...missing], now())

    const time = now()
    this.batch.assemble(entries, (deviceId) => states.get(deviceId)!, time)
    await this.days.make(pool, this.batch)
    const begin = performance.now()
    const written = await this.write(this.client)
    commitSeconds.observe((performance.now() - begin) / 1000)
    committedEntries.inc(entries.length)
    committedPositions.inc(this.batch.positionCount)
    await this.adopt(written, time)
  }

  /** @returns how many states were written */
  private async write(client: pg.PoolClient): Promise<number> {
    const values = [...this.batch.values(this.typeIds), this.options.name, this.number + 1]
    const statement = this.repeatsExpected > 0 ? commitStatements.repeats : commitStatements.plain
    try {
      const { rows } = await client.query<{ states: number }>({ ...statement, values })
      this.number++
      if (this.repeatsExpected > 0) this.repeatsExpected--
      return rows[0]!.states
    } catch (error) {
      this.isUncertain = failureOf(error) === 'wait'
      throw error
    }
  }

  /** Was the batch whose connection was lost committed after all? Then it must not be written again. */
  private async wentThrough(client: pg.PoolClient): Promise<boolean> {
    const { rows } = await client.query<{ batch: number }>(
      'select batch from ingest_commits where writer = $1',
      [this.options.name],
    )
    this.isUncertain = false
    if (rows[0]?.batch !== this.number + 1) return false
    this.number++
    await this.adopt(this.batch.touched.size, this.options.now())
    return true
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

  /** Opens the writer's own connection. */
  private async connect(): Promise<pg.PoolClient> {
    const client = await this.options.pool.connect()
    client.on('error', () => {})
    try {
      // One plan for all sizes of batch: planning with the values at hand costs more than it gains.
      await client.query('set plan_cache_mode = force_generic_plan')
      this.typeIds = await readRowTypeIds(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  private release(isBroken: boolean): void {
    this.client?.release(isBroken)
    this.client = undefined
  }
}

const rejectedKind = 'rejected'
const bareFrame = { kind: rejectedKind, reports: [], settled: () => {} }

function settle(entries: readonly Entry[], outcome: Outcome): void {
  for (const entry of entries) entry.settled(outcome)
}
