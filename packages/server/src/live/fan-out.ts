import { headerBytes, isSameRest, restOf, UpdatesWriter } from '@trackway/core/api/live-updates.ts'
import { type DeviceTerms, type HeardState, liveStateOf } from '../features/locations/live-state.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Account, LiveDevice, Owners } from './owners.ts'
import { liveRowsOf } from './queries.ts'
import type { Viewer } from './viewer.ts'
import type { Viewers } from './viewers.ts'

/** A device's state is sent at most so often; what changed in between is in the next one. */
const perDeviceMs = 1_000
/** Changes gather this long at least, so that one message carries several. */
const shortestPauseMs = 100
/**
 * With many viewers a message costs more than what is in it, 13 µs: changes gather for up to this long, so
 * that all messages together take no more than about 0.03 of a core.
 */
const longestPauseMs = 1_000
const pausePerViewerMs = 0.5
/** What rarely changes is sent this often all the same: a client that lost it otherwise has it again. */
const restEveryMs = 300_000
/** After the database failed. */
const retryMs = 1_000
/** Changes sent in one go; between two the process does other things: some 5 ms. */
const maxChangesAtOnce = 4_000
/** The time of a change that the ingest of this process may not know of. */
const onlyInDatabase = Number.POSITIVE_INFINITY

/** The state of a device in memory, as it was committed last. */
export interface CommittedState extends HeardState {
  change_time: number
}

export interface FanOut {
  /** These devices changed: by a commit of this time, or otherwise. */
  changed(deviceIds: Iterable<number>, commitTime?: number): void
  close(): void
}

interface Change {
  id: number
  terms: DeviceTerms
  state: HeardState
  /** Null where it is not known. */
  device: LiveDevice | null
}

/** What all who watch the same are sent: pieces of what was written, and which devices are in them. */
interface Message {
  pieces: { from: number; to: number }[]
  deviceIds: number[][]
}

/**
 * Tells viewers what changed: the devices gather for a moment, are written as bytes once each, owner by owner,
 * put into one message for all who watch the same account, and sent. States come from the ingest of this
 * process, or else from the database.
 */
export function createFanOut(options: {
  db: Db
  log: Log
  viewers: Viewers
  owners: Owners
  stateOf(deviceId: number): CommittedState | undefined
  now: () => number
  /** This viewer has just fallen behind. */
  onBehind(viewer: Viewer): void
}): FanOut {
  const { db, log, viewers, owners, stateOf, now, onBehind } = options
  /** Devices with something unsent, by owner, */
  const unsent = new Map<Account, LiveDevice[]>()
  /** and those whose owner has to be looked up, with the time of their last commit. */
  const unknown = new Map<number, number>()
  const writer = new UpdatesWriter()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  /** Before then nothing is sent. */
  let nextTime = 0

  function schedule(): void {
    if (timer !== null || isClosed || unsent.size + unknown.size === 0) return
    timer = setTimeout(flush, Math.max(shortestPauseMs, nextTime - now()))
  }

  async function flush(): Promise<void> {
    nextTime = now() + Math.min(longestPauseMs, viewers.size * pausePerViewerMs)
    try {
      if (viewers.size === 0) forgetUnsent()
      else await sendDue()
    } catch (error) {
      log.warn({ err: error }, 'live states could not be read')
      nextTime = now() + retryMs
    }
    timer = null
    schedule()
  }

  async function sendDue(): Promise<void> {
    const toRead = await lookUp()
    let changes = new Map<string, Change[]>()
    let count = 0
    for (const [account, devices] of [...unsent]) {
      unsent.delete(account)
      const { path } = account
      if (path === null) {
        for (const device of devices) {
          device.unsentTime = null
          toRead.push(device.id)
        }
      } else {
        const group = take(devices, path, toRead)
        changes.set(path, group)
        count += group.length
      }
      if (count < maxChangesAtOnce) continue
      send(changes)
      changes = new Map()
      count = 0
      await new Promise(setImmediate)
    }
    send(changes)
    await readAndSend(toRead)
  }

  /** @returns those whose owner could not be told either */
  async function lookUp(): Promise<number[]> {
    if (unknown.size === 0) return []
    const lookedUp = [...unknown]
    unknown.clear()
    try {
      await owners.learn(lookedUp.map(([id]) => id))
    } catch (error) {
      for (const [id] of lookedUp) unknown.set(id, onlyInDatabase)
      throw error
    }
    const toRead: number[] = []
    for (const [id, commitTime] of lookedUp) {
      const device = owners.find(id)
      if (device === undefined) toRead.push(id)
      else changed(device, commitTime)
    }
    return toRead
  }

  /** Takes what is due of an owner's devices: their states from memory, else it adds them to those to be read. */
  function take(devices: readonly LiveDevice[], path: string, toRead: number[]): Change[] {
    const isOwnerWatched = viewers.isOwnerWatched(path)
    const changes: Change[] = []
    const sentBefore = now() - perDeviceMs
    for (const device of devices) {
      const { id, unsentTime } = device
      if (device.isStale || unsentTime === null) continue
      if (device.sentTime > sentBefore) putInto(unsent, device.account, device)
      else {
        device.unsentTime = null
        if (!isOwnerWatched && viewers.watchingDevice(id, path) === null) device.sentRest = null
        else {
          const state = stateInMemory(device, unsentTime)
          if (state === null) toRead.push(id)
          else changes.push({ id, terms: device, state, device })
        }
      }
    }
    return changes
  }

  function stateInMemory(device: LiveDevice, commitTime: number): HeardState | null {
    const state = stateOf(device.id)
    // Another process holds the device by now, or changed its row.
    if (state === undefined || state.change_time < commitTime) return null
    // A device heard for the first time is activated without further notice.
    if (device.activate_time === null) return null
    if (state.change_time > commitTime) device.sentRest = null
    return state
  }

  async function readAndSend(deviceIds: readonly number[]): Promise<void> {
    for (let from = 0; from < deviceIds.length; from += maxChangesAtOnce) {
      try {
        const rows = await liveRowsOf(db, deviceIds.slice(from, from + maxChangesAtOnce))
        const changes = new Map<string, Change[]>()
        for (const row of rows) {
          const device = owners.find(row.id) ?? null
          putInto(changes, row.owner_path, { id: row.id, terms: row, state: row, device })
          // A row may be newer than the changes heard of: what was sent before need not be its past.
          if (device !== null) device.sentRest = null
        }
        send(changes)
      } catch (error) {
        for (const id of deviceIds.slice(from)) unknown.set(id, onlyInDatabase)
        throw error
      }
    }
  }

  function send(changes: ReadonlyMap<string, readonly Change[]>): void {
    const time = now()
    const messages = new Map<Set<Viewer>, Message>()
    writer.start(time)
    for (const [ownerPath, group] of changes) {
      if (group.length === 0) continue
      const from = writer.length
      for (const change of group) {
        const begin = writer.length
        write(change, time)
        const ofDevice = viewers.watchingDevice(change.id, ownerPath)
        if (ofDevice !== null) putPiece(messages, ofDevice, begin, writer.length, [change.id])
      }
      const deviceIds = group.map((change) => change.id)
      for (const each of viewers.watchingOwner(ownerPath))
        putPiece(messages, each, from, writer.length, deviceIds)
    }
    for (const [group, { pieces, deviceIds }] of messages) {
      const header = writer.bytes(0, headerBytes)
      const payload = Buffer.concat([header, ...pieces.map(({ from, to }) => writer.bytes(from, to))])
      for (const viewer of group) if (!viewer.sendOrMiss(payload, deviceIds.flat(), time)) onBehind(viewer)
    }
  }

  /**
   * What rarely changes is left out where it is what was sent last, and no state between the two was skipped:
   * somebody may have read the list just then.
   */
  function write({ id, terms, state: heard, device }: Change, time: number): void {
    const state = liveStateOf(id, terms, heard, time)
    const isRestKnown =
      device?.sentRest != null && device.restTime > time - restEveryMs && isSameRest(device.sentRest, state)
    writer.add(state, !isRestKnown)
    if (device === null) return
    device.sentTime = time
    if (isRestKnown) return
    device.sentRest = restOf(state)
    device.restTime = time
  }

  function forgetUnsent(): void {
    for (const devices of unsent.values())
      for (const device of devices) {
        device.unsentTime = null
        device.sentRest = null
      }
    unsent.clear()
    unknown.clear()
  }

  function changed(device: LiveDevice, commitTime: number): void {
    if (device.unsentTime === null) {
      putInto(unsent, device.account, device)
      device.unsentTime = commitTime
    } else {
      device.unsentTime = Math.max(device.unsentTime, commitTime)
      device.sentRest = null
    }
  }

  return {
    changed(deviceIds, commitTime = onlyInDatabase) {
      for (const id of deviceIds) {
        const device = owners.find(id)
        if (device === undefined) unknown.set(id, Math.max(commitTime, unknown.get(id) ?? 0))
        else if (viewers.size === 0) device.sentRest = null
        else changed(device, commitTime)
      }
      if (viewers.size === 0) unknown.clear()
      schedule()
    },
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
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
