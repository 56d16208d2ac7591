import { changedReadings } from '@trackway/core/live/live-reading-bytes.ts'
import { headerBytes, isSameRest, restOf, UpdatesWriter } from '@trackway/core/live/live-updates.ts'
import { noReadings } from '@trackway/core/readings/readings.ts'
import type { Audience } from '@trackway/core/rules/service-terms.ts'
import {
  type DeviceTerms,
  isLive,
  liveStateOf,
  type ReportedState,
} from '../features/locations/live-state.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Account, LiveDevice, Owners } from './owners.ts'
import { liveRowsOf } from './queries.ts'
import type { Viewer } from './viewer.ts'
import type { Viewers } from './viewers.ts'

/**
 * Time between two states of a device, counted from when each changed; what changes in between is in the next one. A
 * little less than the second in which many report: what was late once would else delay all that follows.
 */
const perDeviceMs = 900
/** Changes gather this long at least, so that one message carries several. */
const shortestPauseMs = 100
/**
 * With many viewers a message costs more than what is in it, 13 µs: changes gather for up to this long, so
 * that all messages together take no more than about 0.03 of a core.
 */
const longestPauseMs = 1_000
const pausePerViewerMs = 0.5
/** Fields that rarely change are sent in this interval all the same, for clients that lost them otherwise. */
const restEveryMs = 300_000
/** After the database failed. */
const retryMs = 1_000
/** Changes sent in one go; between two the process does other things: some 5 ms. */
const maxChangesAtOnce = 4_000
/** The time of a change that the ingest of this process may not know of. */
const onlyInDatabase = Number.POSITIVE_INFINITY

/** The state of a device in memory, as it was committed last. */
export interface CommittedState extends ReportedState {
  change_time: number
}

interface Change {
  id: number
  terms: DeviceTerms
  state: ReportedState
  /** Null where it is not known. */
  device: LiveDevice | null
}

/** A message for all who watch the same: pieces of the written bytes, and the devices in them. */
interface Message {
  pieces: { from: number; to: number }[]
  deviceIds: number[][]
}

interface Options {
  db: Db
  log: Log
  viewers: Viewers
  owners: Owners
  stateOf(deviceId: number): CommittedState | undefined
  now: () => number
  /** Called when this viewer has begun to lag. */
  onLagging(viewer: Viewer): void
}

/**
 * Sends viewers what changed: the devices gather for a moment, are written as bytes once each, owner by owner,
 * put into one message for all who watch the same account, and sent. States come from the ingest of this
 * process, or else from the database.
 */
export class FanOut {
  readonly #options: Options
  readonly #db: Db
  readonly #log: Log
  readonly #viewers: Viewers
  readonly #owners: Owners
  /** Devices with unsent changes, by owner. */
  readonly #unsent = new Map<Account, LiveDevice[]>()
  /** Devices whose owner has to be looked up, with the time of their last commit. */
  readonly #unknown = new Map<number, number>()
  readonly #writer = new UpdatesWriter()
  #timer: NodeJS.Timeout | null = null
  #isClosed = false
  /** Before then nothing is sent. */
  #nextTime = 0

  constructor(options: Options) {
    this.#options = options
    this.#db = options.db
    this.#log = options.log
    this.#viewers = options.viewers
    this.#owners = options.owners
  }

  #schedule(): void {
    if (this.#timer !== null || this.#isClosed || this.#unsent.size + this.#unknown.size === 0) return
    this.#timer = setTimeout(
      () => this.#flush(),
      Math.max(shortestPauseMs, this.#nextTime - this.#options.now()),
    )
  }

  async #flush(): Promise<void> {
    this.#nextTime = this.#options.now() + Math.min(longestPauseMs, this.#viewers.size * pausePerViewerMs)
    try {
      if (this.#viewers.size === 0) this.#forgetUnsent()
      else await this.#sendDue()
    } catch (error) {
      this.#log.warn({ err: error }, 'live states could not be read')
      this.#nextTime = this.#options.now() + retryMs
    }
    this.#timer = null
    this.#schedule()
  }

  async #sendDue(): Promise<void> {
    const toRead = await this.#lookUp()
    let changes = new Map<string, Change[]>()
    let count = 0
    for (const [account, devices] of [...this.#unsent]) {
      this.#unsent.delete(account)
      const { path } = account
      if (path === null) {
        for (const device of devices) {
          device.unsentTime = null
          toRead.push(device.id)
        }
      } else {
        const group = this.#take(devices, path, toRead)
        changes.set(path, group)
        count += group.length
      }
      if (count < maxChangesAtOnce) continue
      this.#send(changes)
      changes = new Map()
      count = 0
      await new Promise(setImmediate)
    }
    this.#send(changes)
    await this.#readAndSend(toRead)
  }

  /** @returns those whose owner could not be found either */
  async #lookUp(): Promise<number[]> {
    if (this.#unknown.size === 0) return []
    const lookedUp = [...this.#unknown]
    this.#unknown.clear()
    try {
      await this.#owners.learn(lookedUp.map(([id]) => id))
    } catch (error) {
      for (const [id] of lookedUp) this.#unknown.set(id, onlyInDatabase)
      throw error
    }
    const toRead: number[] = []
    for (const [id, commitTime] of lookedUp) {
      const device = this.#owners.find(id)
      if (device === undefined) toRead.push(id)
      else this.#noteUnsent(device, commitTime)
    }
    return toRead
  }

  /** Takes what is due of an owner's devices: their states from memory, else it adds them to those to be read. */
  #take(devices: readonly LiveDevice[], path: string, toRead: number[]): Change[] {
    const isOwnerWatched = this.#viewers.isOwnerWatched(path)
    const changes: Change[] = []
    const now = this.#options.now()
    for (const device of devices) {
      const { id, unsentTime } = device
      if (device.isStale || unsentTime === null) continue
      if (device.nextTime > now) putInto(this.#unsent, device.account, device)
      else {
        device.unsentTime = null
        if (!isOwnerWatched && this.#viewers.watchingDevice(id, path) === null) device.sentRest = null
        else {
          const state = this.#stateInMemory(device, unsentTime)
          if (state === null) toRead.push(id)
          else changes.push({ id, terms: device, state, device })
        }
      }
    }
    return changes
  }

  #stateInMemory(device: LiveDevice, commitTime: number): ReportedState | null {
    const state = this.#options.stateOf(device.id)
    // Another process holds the device by now, or changed its row.
    if (state === undefined || state.change_time < commitTime) return null
    // A device that reports for the first time is activated without further notice.
    if (device.activate_time === null) return null
    if (state.change_time > commitTime) device.sentRest = null
    return state
  }

  async #readAndSend(deviceIds: readonly number[]): Promise<void> {
    for (let from = 0; from < deviceIds.length; from += maxChangesAtOnce) {
      try {
        const rows = await liveRowsOf(this.#db, deviceIds.slice(from, from + maxChangesAtOnce))
        const changes = new Map<string, Change[]>()
        for (const row of rows) {
          const device = this.#owners.find(row.id) ?? null
          putInto(changes, row.owner_path, { id: row.id, terms: row, state: row, device })
          // A row may be newer than the changes received: what was sent before need not be its past.
          if (device !== null) device.sentRest = null
        }
        this.#send(changes)
      } catch (error) {
        for (const id of deviceIds.slice(from)) this.#unknown.set(id, onlyInDatabase)
        throw error
      }
    }
  }

  #send(changes: ReadonlyMap<string, readonly Change[]>): void {
    const time = this.#options.now()
    const messages = new Map<Set<Viewer>, Message>()
    this.#writer.start(time)
    for (const [ownerPath, group] of changes) {
      if (group.length === 0) continue
      const groups = [...this.#viewers.watchingOwner(ownerPath)]
      const from = this.#writer.length
      const begins: number[] = []
      for (const change of group) {
        begins.push(this.#writer.length)
        this.#write(change, time)
      }
      begins.push(this.#writer.length)
      const deviceIds = group.map((change) => change.id)
      for (const { viewers, audience } of groups) {
        const isSeen = group.map(({ terms }) => isLive(terms, audience, time))
        if (!isSeen.includes(false)) putPiece(messages, viewers, from, begins.at(-1)!, deviceIds)
        else
          for (const [index, change] of group.entries())
            if (isSeen[index]) putPiece(messages, viewers, begins[index]!, begins[index + 1]!, [change.id])
            else this.#putEnd(messages, viewers, change, audience, time)
      }
      for (const [index, change] of group.entries()) {
        const ofDevice = this.#viewers.watchingDevice(change.id, ownerPath)
        if (ofDevice === null) continue
        if (isLive(change.terms, 'endUser', time))
          putPiece(messages, ofDevice, begins[index]!, begins[index + 1]!, [change.id])
        else this.#putEnd(messages, ofDevice, change, 'endUser', time)
      }
      for (const { device } of group) if (device !== null) device.endSentTime = time
    }
    for (const [group, { pieces, deviceIds }] of messages) {
      const header = this.#writer.bytes(0, headerBytes)
      const payload = Buffer.concat([header, ...pieces.map(({ from, to }) => this.#writer.bytes(from, to))])
      for (const viewer of group)
        if (!viewer.sendOrMiss(payload, deviceIds.flat(), time)) this.#options.onLagging(viewer)
    }
  }

  /** Those whose term for the device has ended are sent its state then; once in a while, for it changes no more. */
  #putEnd(
    messages: Map<Set<Viewer>, Message>,
    viewers: Set<Viewer>,
    { id, terms, state, device }: Change,
    audience: Audience,
    time: number,
  ): void {
    const end = audience === 'agent' ? terms.platform_expire_time : terms.expire_time
    const endSentTime = device?.endSentTime ?? 0
    if (endSentTime > (end ?? 0) && endSentTime > time - restEveryMs) return
    const begin = this.#writer.length
    this.#writer.add(liveStateOf(id, terms, state, time, audience), true)
    putPiece(messages, viewers, begin, this.#writer.length, [id])
  }

  /**
   * What rarely changes is left out where it is what was sent last, and no state between the two was skipped:
   * somebody may have read the list just then.
   */
  #write({ id, terms, state: newState, device }: Change, time: number): void {
    const state = liveStateOf(id, terms, newState, time, 'administrator')
    const isRestKnown =
      device?.sentRest != null && device.restTime > time - restEveryMs && isSameRest(device.sentRest, state)
    const changed = isRestKnown ? changedReadings(state.readings, device.sentReadings) : state.readings
    this.#writer.add(state, !isRestKnown, changed)
    if (device === null) return
    device.nextTime = Math.max(device.nextTime, device.changedTime) + perDeviceMs
    if (!isRestKnown) device.sentReadings = state.readings
    else if (changed !== noReadings) device.sentReadings = { ...device.sentReadings, ...changed }
    if (isRestKnown) return
    device.sentRest = restOf(state)
    device.restTime = time
  }

  #forgetUnsent(): void {
    for (const devices of this.#unsent.values())
      for (const device of devices) {
        device.unsentTime = null
        device.sentRest = null
      }
    this.#unsent.clear()
    this.#unknown.clear()
  }

  #noteUnsent(device: LiveDevice, commitTime: number): void {
    if (device.unsentTime === null) {
      putInto(this.#unsent, device.account, device)
      device.unsentTime = commitTime
      device.changedTime = this.#options.now()
    } else {
      device.unsentTime = Math.max(device.unsentTime, commitTime)
      device.sentRest = null
    }
  }

  /** These devices changed: by a commit of this time, or otherwise. */
  changed(deviceIds: Iterable<number>, commitTime: number = onlyInDatabase): void {
    for (const id of deviceIds) {
      const device = this.#owners.find(id)
      if (device === undefined) this.#unknown.set(id, Math.max(commitTime, this.#unknown.get(id) ?? 0))
      else if (this.#viewers.size === 0) device.sentRest = null
      else this.#noteUnsent(device, commitTime)
    }
    if (this.#viewers.size === 0) this.#unknown.clear()
    this.#schedule()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }
}

function putInto<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else group.push(value)
}

function putPiece(
  messages: Map<Set<Viewer>, Message>,
  group: Set<Viewer>,
  from: number,
  to: number,
  deviceIds: number[],
): void {
  const message = messages.get(group) ?? { pieces: [], deviceIds: [] }
  messages.set(group, message)
  message.pieces.push({ from, to })
  message.deviceIds.push(deviceIds)
}
