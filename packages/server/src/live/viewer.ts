import { rounded } from '@trackway/core/api/decimals.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import type { Audience } from '@trackway/core/rules/service-terms.ts'
import { type Scope, type Session, scopeOf } from '../platform/http/session.ts'

/** The part of a WebSocket that is used here. */
export interface Socket {
  readonly bufferedAmount: number
  readonly readyState: number
  send(
    data: Buffer | string,
    options: { binary: boolean; compress?: boolean },
    done?: (error?: Error) => void,
  ): void
  close(code: number): void
  terminate(): void
  ping(): void
}

const openState = 1
const binary = { binary: true, compress: false }
/** A viewer with more than this unsent is sent nothing until less than `drainedBytes` is left. */
const maxBufferedBytes = 512 * 1024
/** With less than this unsent it is sent the latest state of what it missed. */
const drainedBytes = 32 * 1024
const drainPollMs = 100
/** Devices remembered one by one; a viewer that missed more gets everything since the first it missed. */
const maxMissed = 5_000

/**
 * One watching client. It is either up to date, then changes are sent to it as they come; or lagging, then
 * changes are only remembered, in bounded memory, until `takeMissed` has handed them out.
 */
export class Viewer {
  readonly token: string
  session: Session
  /** The account whose subtree it watches. */
  accountId: number
  path: string
  /** It is to be sent the whole fleet first. */
  readonly wantsSnapshot: boolean
  /** It receives no states of devices: alarms and commands, or commands alone. */
  readonly only: 'alarms' | 'commands' | null
  /** It receives the frames of these devices, by id with their terminal ids, and nothing else. */
  readonly frameDevices: ReadonlyMap<number, string> | null
  /** Frames that it could not take as fast as they came. */
  #missedFrames = 0
  /** Whether it answered since the last ping: a viewer that stays silent has left. */
  isAlive = true
  readonly #socket: Socket
  /** Devices whose changes it missed. */
  #missed = new Set<number>()
  /** Set: it missed all changes since then. */
  #missedSince: number | null
  #firstMissedTime: number
  #isLagging: boolean
  #hasLeft = false

  /** @param since what the client last knew; null: it wants to know only what comes */
  constructor(
    socket: Socket,
    options: {
      token: string
      session: Session
      accountId: number
      path: string
      since: number | null
      wantsSnapshot?: boolean | undefined
      only?: 'alarms' | 'commands'
      frameDevices?: ReadonlyMap<number, string>
      now: number
    },
  ) {
    this.#socket = socket
    this.token = options.token
    this.session = options.session
    this.accountId = options.accountId
    this.wantsSnapshot = options.wantsSnapshot ?? false
    this.only = options.only ?? null
    this.frameDevices = options.frameDevices ?? null
    this.path = options.path
    this.#missedSince = options.since
    this.#firstMissedTime = options.since ?? options.now
    this.#isLagging = options.since !== null
  }

  /** What its session sees, cut down to the account it watches. */
  get watchedScope(): Scope {
    return { ...scopeOf(this.session), path: this.path }
  }

  /** The terms on which it sees devices. */
  get audience(): Audience {
    return scopeOf(this.session).audience ?? 'endUser'
  }

  get isOpen(): boolean {
    return !this.#hasLeft && this.#socket.readyState === openState
  }

  /** Its client watches something else now: it is sent nothing more. */
  leave(): void {
    this.#hasLeft = true
  }

  get isLagging(): boolean {
    return this.#isLagging
  }

  /** Up to when it has been sent everything: what its client may send as `since`. */
  upToDateUntil(now: number): number {
    return this.#isLagging ? Math.min(this.#firstMissedTime, now) : now
  }

  /** @returns false if it begins to lag by this */
  sendOrMiss(payload: Buffer, deviceIds: Iterable<number>, now: number): boolean {
    if (!this.#isLagging && this.#socket.bufferedAmount <= maxBufferedBytes) {
      this.#socket.send(payload, binary)
      return true
    }
    const wasLagging = this.#isLagging
    if (!wasLagging) this.#firstMissedTime = now
    this.#isLagging = true
    if (this.#missedSince === null) for (const id of deviceIds) this.#missed.add(id)
    if (this.#missed.size > maxMissed) {
      this.#missed.clear()
      this.#missedSince = this.#firstMissedTime
    }
    return wasLagging
  }

  /** Changes since then may have been missed by all viewers. @returns false if it begins to lag by this */
  missSince(since: number): boolean {
    const wasLagging = this.#isLagging
    this.#firstMissedTime = wasLagging ? Math.min(this.#firstMissedTime, since) : since
    this.#missedSince = Math.min(this.#missedSince ?? since, since)
    this.#isLagging = true
    return wasLagging
  }

  /**
   * What it has to be sent to be up to date; from here on changes are remembered anew.
   * With nothing left it counts as up to date.
   */
  takeMissed(): { since: number } | { deviceIds: number[] } | null {
    if (this.#missedSince !== null) {
      const since = this.#missedSince
      this.#missedSince = null
      return { since }
    }
    if (this.#missed.size > 0) {
      const deviceIds = [...this.#missed]
      this.#missed.clear()
      return { deviceIds }
    }
    this.#isLagging = false
    return null
  }

  /** What was taken could not be sent. */
  putBack(missed: { since: number } | { deviceIds: number[] }): void {
    if ('since' in missed) this.#missedSince = Math.min(missed.since, this.#missedSince ?? missed.since)
    else for (const id of missed.deviceIds) this.#missed.add(id)
  }

  send(message: object): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(rounded(message)), { binary: false })
  }

  /** Of frames that it does not take fast enough it is sent the number. */
  sendFrames(frames: readonly Frame[], missed: number): void {
    this.#missedFrames += missed
    if (this.#socket.bufferedAmount > maxBufferedBytes) {
      this.#missedFrames += frames.length
      return
    }
    this.send({ type: 'frames', frames, missed: this.#missedFrames })
    this.#missedFrames = 0
  }

  /** Sends when little is waiting, and resolves once it is on its way: for amounts only this client wants. */
  async sendWhenDrained(payload: Buffer): Promise<void> {
    while (this.isOpen && this.#socket.bufferedAmount > drainedBytes) {
      await new Promise((resolve) => setTimeout(resolve, drainPollMs))
    }
    if (!this.isOpen) return
    await new Promise<void>((resolve) => this.#socket.send(payload, binary, () => resolve()))
  }

  /** Sends it the reason, then closes. */
  refuse(code: number): void {
    this.send({ type: 'refused', code })
    this.#socket.close(1008)
  }

  close(code = 1001): void {
    this.#socket.close(code)
  }

  /** Closes it if it has been silent since the last ping, and pings it. */
  checkAlive(): void {
    if (!this.isAlive) this.#socket.terminate()
    else if (this.isOpen) this.#socket.ping()
    this.isAlive = false
  }
}
