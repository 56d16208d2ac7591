import { type LiveRow, toLiveState } from '../features/locations/live-state.ts'
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
/** States in one message. */
export const maxStatesPerMessage = 1_000

export interface FanOut {
  /** These devices changed. */
  changed(deviceIds: Iterable<number>): void
  close(): void
}

/**
 * Tells viewers what changed: the devices gather for a moment, are read and written as JSON once each, put
 * into one message for all who watch the same account, and sent.
 */
export function createFanOut(options: {
  db: Db
  log: Log
  viewers: Viewers
  owners: Owners
  now: () => number
  /** This viewer has just fallen behind. */
  onBehind(viewer: Viewer): void
}): FanOut {
  const { db, log, viewers, owners, now, onBehind } = options
  const dirty = new Set<number>()
  /** When a device was last sent, in this order. */
  const sentTimes = new Map<number, number>()
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
    const time = now()
    forget(time)
    const due = [...dirty].filter((id) => !sentTimes.has(id))
    if (viewers.size === 0) return dirty.clear()
    for (const id of due) dirty.delete(id)
    try {
      await owners.learn(due)
      const watched = watchedByOwner(due)
      for (let from = 0; from < watched.length; from += maxStatesPerMessage) {
        const piece = watched.slice(from, from + maxStatesPerMessage)
        send(await liveRowsOf(db, piece), time)
      }
    } catch (error) {
      for (const id of due) dirty.add(id)
      throw error
    }
  }

  /** Those that interest anybody, owner by owner, so that what a viewer gets comes in few messages. */
  function watchedByOwner(deviceIds: readonly number[]): number[] {
    const groups = new Map<string, number[]>()
    for (const id of deviceIds) {
      const path = owners.pathOf(id)
      if (path === null || !viewers.isWatched(id, path)) continue
      const group = groups.get(path)
      if (group === undefined) groups.set(path, [id])
      else group.push(id)
    }
    return [...groups.values()].flat()
  }

  function forget(time: number): void {
    for (const [id, sentTime] of sentTimes) {
      if (sentTime > time - perDeviceMs) return
      sentTimes.delete(id)
    }
  }

  function send(rows: readonly LiveRow[], time: number): void {
    const messages = new Map<Set<Viewer>, { states: string[]; deviceIds: number[] }>()
    for (const row of rows) {
      const state = JSON.stringify(toLiveState(row, time))
      sentTimes.delete(row.id)
      sentTimes.set(row.id, time)
      for (const group of viewers.watching(row.id, row.owner_path)) {
        const message = messages.get(group) ?? { states: [], deviceIds: [] }
        messages.set(group, message)
        message.states.push(state)
        message.deviceIds.push(row.id)
      }
    }
    for (const [group, { states, deviceIds }] of messages) {
      const payload = statesMessage(states, time)
      for (const viewer of group) if (!viewer.sendOrMiss(payload, deviceIds, time)) onBehind(viewer)
    }
  }

  return {
    changed(deviceIds) {
      if (viewers.size === 0) return
      for (const id of deviceIds) dirty.add(id)
      if (dirty.size > 0) schedule(shortestPauseMs)
    },
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** A `states` message from states already written as JSON. */
export function statesMessage(states: readonly string[], time: number): Buffer {
  return Buffer.from(`{"type":"states","time":${time},"states":[${states.join(',')}]}`)
}
