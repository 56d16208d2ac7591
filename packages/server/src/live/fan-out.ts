import {
  headerBytes,
  isSameRest,
  type LiveRest,
  restOf,
  UpdatesWriter,
} from '@trackway/core/api/live-updates.ts'
import { type DeviceTerms, type HeardState, liveStateOf } from '../features/locations/live-state.ts'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { Owners } from './owners.ts'
import { liveRowsOf } from './queries.ts'
import type { Viewer } from './viewer.ts'
import type { Viewers } from './viewers.ts'

/** A device's state is sent at most so often; what changed in between is in the next one. */
const perDeviceMs = 1_000
/** Changes gather this long at least, so that one message carries several. */
const shortestPauseMs = 100
/** With many viewers a message costs more than what is in it: they gather for up to this long. */
const longestPauseMs = 1_000
const pausePerViewerMs = 1
/** After the database failed. */
const retryMs = 1_000
/** Changes made in one go; between two the process does other things. */
const maxChangesAtOnce = 10_000
/** Devices whose rest is remembered; beyond, it is sent once more. */
const maxRests = 500_000
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

/** A device that changed, with the time of its last commit. */
type Due = readonly [deviceId: number, commitTime: number]

interface Change {
  id: number
  ownerPath: string
  terms: DeviceTerms
  state: HeardState
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
  const dirty = new Map<Due[0], Due[1]>()
  /** When a device was last sent, in this order. */
  const sentTimes = new Map<number, number>()
  /**
   * What rarely changes, as it was last sent. It is left out when the same comes again; but a device is
   * dropped from here when a state of it was not sent, because whoever reads the list may have seen that one.
   */
  const rests = new Map<number, LiveRest>()
  const writer = new UpdatesWriter()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const schedule = (pauseMs: number) => {
    if (timer === null && !isClosed) timer = setTimeout(flush, pauseMs)
  }
  const pauseMs = () => Math.min(longestPauseMs, Math.max(shortestPauseMs, viewers.size * pausePerViewerMs))

  async function flush(): Promise<void> {
    let nextPauseMs = pauseMs()
    try {
      await sendDue()
    } catch (error) {
      log.warn({ err: error }, 'live states could not be read')
      nextPauseMs = retryMs
    }
    timer = null
    if (dirty.size > 0) schedule(nextPauseMs)
  }

  async function sendDue(): Promise<void> {
    forgetSent(now())
    if (viewers.size === 0) return forgetAll()
    const due: Due[] = [...dirty].filter(([id]) => !sentTimes.has(id))
    for (const [id] of due) dirty.delete(id)
    try {
      await owners.learn(due.map(([id]) => id))
      const watched = watchedByOwner(due)
      for (let from = 0; from < watched.length; from += maxChangesAtOnce) {
        if (from > 0) await new Promise(setImmediate)
        await sendChanges(watched.slice(from, from + maxChangesAtOnce))
      }
    } catch (error) {
      for (const [id] of due) if (!sentTimes.has(id)) changed(id, onlyInDatabase)
      throw error
    }
  }

  /** Those that may interest anybody, owner by owner, so that what a viewer gets comes in few messages. */
  function watchedByOwner(due: readonly Due[]): Due[] {
    const groups = new Map<string | null, Due[]>()
    for (const each of due) {
      const path = owners.pathOf(each[0])
      if (path !== null && !viewers.isWatched(each[0], path)) rests.delete(each[0])
      else putInto(groups, path, each)
    }
    return [...groups.values()].flat()
  }

  async function sendChanges(due: readonly Due[]): Promise<void> {
    const unheld: number[] = []
    const changes: Change[] = []
    for (const each of due) {
      const change = changeInMemory(each)
      if (change === null) unheld.push(each[0])
      else changes.push(change)
    }
    send(changes)
    if (unheld.length === 0) return
    const rows = await liveRowsOf(db, unheld)
    // The state may be newer than the changes known so far: what it is compared with would not be its past.
    for (const row of rows) rests.delete(row.id)
    send(rows.map((row) => ({ id: row.id, ownerPath: row.owner_path, terms: row, state: row })))
    for (const row of rows) rests.delete(row.id)
  }

  function changeInMemory([id, commitTime]: Due): Change | null {
    const state = stateOf(id)
    // Another process holds the device by now, or changed its row.
    if (state === undefined || state.change_time < commitTime) return null
    const ownerPath = owners.pathOf(id)
    const terms = owners.termsOf(id)
    if (ownerPath === null || terms === null) return null
    if (state.change_time > commitTime) rests.delete(id)
    return { id, ownerPath, terms, state }
  }

  function send(changes: readonly Change[]): void {
    const time = now()
    const groups = new Map<string, Change[]>()
    for (const change of changes) putInto(groups, change.ownerPath, change)
    const messages = new Map<Set<Viewer>, Message>()
    writer.start(time)
    for (const [ownerPath, group] of groups) {
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
      const payload = Buffer.concat([writer.bytes(0, headerBytes), ...pieces.map(bytesOf)])
      for (const viewer of group) if (!viewer.sendOrMiss(payload, deviceIds.flat(), time)) onBehind(viewer)
    }
  }

  const bytesOf = ({ from, to }: { from: number; to: number }) => writer.bytes(from, to)

  function write({ id, terms, state: heard }: Change, time: number): void {
    const state = liveStateOf(id, terms, heard, time)
    const told = rests.get(id)
    const hasRest = told === undefined || !isSameRest(told, state)
    writer.add(state, hasRest)
    if (hasRest) rests.set(id, restOf(state))
    sentTimes.delete(id)
    sentTimes.set(id, time)
  }

  function forgetSent(time: number): void {
    for (const [id, sentTime] of sentTimes) {
      if (sentTime > time - perDeviceMs) break
      sentTimes.delete(id)
    }
    if (rests.size > maxRests) rests.clear()
  }

  function forgetAll(): void {
    dirty.clear()
    rests.clear()
  }

  function changed(id: number, commitTime: number): void {
    if (dirty.has(id)) rests.delete(id)
    dirty.set(id, Math.max(commitTime, dirty.get(id) ?? 0))
  }

  return {
    changed(deviceIds, commitTime = onlyInDatabase) {
      if (viewers.size === 0) return forgetAll()
      for (const id of deviceIds) changed(id, commitTime)
      if (dirty.size > 0) schedule(shortestPauseMs)
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
