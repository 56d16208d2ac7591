import type { Report } from '@trackway/protocols/protocol.ts'
import type pg from 'pg'
import type { StorageFailure } from '../platform/bus/bus.ts'
import { ClockWitnesses } from './clock-witnesses.ts'
import { futureToleranceMs } from './rules/timing.ts'

/** A clock that is off by less does no harm: devices are believed that far ahead of it. */
export const clockToleranceMs = futureToleranceMs

/**
 * Why the clock of this machine is taken to be wrong.
 * `release`: it is before this version was made.
 * `stored`: it is before the newest report that was stored, and no device agrees with it.
 * `devices`: most devices are ahead of it, or behind, by the same amount.
 * `leap`: it leapt ahead while the process ran, and devices go on from before.
 */
export type ClockFault = NonNullable<StorageFailure['clock']>

interface Options {
  pool: Pick<pg.Pool, 'query'>
  /** Epoch ms by the machine's clock. */
  now: () => number
  /** Ms that only go on, whatever the clock is set to. They may stand still while the machine sleeps. */
  monotonic: () => number
  /** When this version was made. */
  releaseTime: number
}

/**
 * Judges the clock of this machine by what cannot be: a time before what was stored, or before this version; and by what
 * devices say, whose receivers have the time from satellites. Their word is kept as its distance to a clock that only
 * goes on, so that it still counts after the clock of the machine was set.
 */
export class MachineClock {
  readonly #options: Options
  readonly #witnesses = new ClockWitnesses()
  #fault: ClockFault | null = null
  /** The newest time of a report that was stored. Null: not known yet, nothing may be stored. */
  #newestTime: number | null = null
  /** What the machine's clock was ahead of the monotonic one when it was looked at last. */
  #offsetMs: number
  /** The same before it leapt ahead, until devices agree with the clock since. */
  #offsetBeforeLeapMs: number | null = null

  constructor(options: Options) {
    this.#options = options
    this.#offsetMs = this.offsetMs
  }

  /** What the machine's clock is ahead of the monotonic one. */
  get offsetMs(): number {
    return this.#options.now() - this.#options.monotonic()
  }

  get fault(): ClockFault | null {
    return this.#fault
  }

  /** Reports may be stored: the clock is not known to be wrong. */
  get isTrusted(): boolean {
    return this.#fault === null && this.#newestTime !== null
  }

  /** Reads what was stored before. @throws when the database does not answer: nothing is trusted until it did */
  async load(): Promise<void> {
    if (this.#newestTime !== null) return
    const { rows } = await this.#options.pool.query<{ newest: number | null }>(
      'select max(state_time) as newest from device_states',
    )
    this.#newestTime = rows[0]?.newest ?? 0
    this.check()
  }

  /** Takes in what a device says of the time. */
  note(deviceId: number, reports: readonly Report[]): void {
    if (Math.abs(this.offsetMs - this.#offsetMs) > clockToleranceMs) this.check()
    const isNews = this.#witnesses.note(deviceId, reports, this.#options.monotonic())
    if (isNews || this.#fault !== null) this.check()
  }

  /** Judges anew; to be called often, since nobody announces that a clock is set. */
  check(): void {
    this.#noteLeap()
    this.#fault = this.#judge()
    if (this.#fault === null && this.#newestTime !== null)
      this.#newestTime = Math.max(this.#newestTime, this.#options.now())
  }

  #noteLeap(): void {
    const before = this.#offsetMs
    this.#offsetMs = this.offsetMs
    if (this.#offsetBeforeLeapMs !== null) {
      if (this.#offsetMs < this.#offsetBeforeLeapMs + clockToleranceMs) this.#offsetBeforeLeapMs = null
      return
    }
    // A clock that was known to be wrong has been set; so has one that devices agree with.
    if (this.#fault !== null || this.#offsetMs - before <= clockToleranceMs) return
    if (this.#witnesses.poll(this.#offsetMs).agreeing > 0) return
    this.#offsetBeforeLeapMs = before
    // A machine that slept has not counted the time that devices have: what they said before is no use.
    this.#witnesses.clear()
  }

  #judge(): ClockFault | null {
    const time = this.#options.now()
    if (time < this.#options.releaseTime) return { evidence: 'release', aheadMs: null }
    const { agreeing, consensusMs } = this.#witnesses.poll(this.#offsetMs)
    if (consensusMs !== null) return { evidence: 'devices', aheadMs: -consensusMs }
    const leap = this.#judgeLeap(agreeing)
    if (leap !== null) return leap
    if (this.#newestTime === null || time >= this.#newestTime - clockToleranceMs) return null
    if (agreeing === 0) return { evidence: 'stored', aheadMs: time - this.#newestTime }
    // It was ahead before, and is right now.
    this.#newestTime = time
    return null
  }

  #judgeLeap(agreeing: number): ClockFault | null {
    const before = this.#offsetBeforeLeapMs
    if (before === null) return null
    const contradicting = this.#witnesses.countSteadyAt(before)
    if (contradicting > agreeing) return { evidence: 'leap', aheadMs: this.#offsetMs - before }
    if (agreeing > 0) this.#offsetBeforeLeapMs = null
    return null
  }
}
