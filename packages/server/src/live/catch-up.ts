import { UpdatesWriter } from '@trackway/core/live/live-updates.ts'
import { type LiveRow, toLiveState } from '../features/locations/live-state.ts'
import type { Db } from '../platform/database/database.ts'
import { liveRowsIn, liveRowsSince } from './queries.ts'
import type { Viewer } from './viewer.ts'

/** States in one message. */
const maxStatesPerMessage = 1_000

/** Used from beginning to end without a pause, so that one will do. */
const writer = new UpdatesWriter()

/**
 * Sends a lagging viewer what it missed, from the database, at the pace it can take, until it is up to date. Changes
 * that come meanwhile are missed and sent in the next round, so none is lost.
 * @throws if the database fails: what was not sent stays missed
 */
export async function catchUp(db: Db, viewer: Viewer, now: () => number): Promise<void> {
  while (viewer.isOpen) {
    const missed = viewer.takeMissed()
    if (missed === null) return
    try {
      if ('since' in missed) await sendSince(db, viewer, missed.since, now)
      else await sendDevices(db, viewer, missed.deviceIds, now)
    } catch (error) {
      viewer.putBack(missed)
      throw error
    }
  }
}

async function sendSince(db: Db, viewer: Viewer, since: number, now: () => number): Promise<void> {
  let afterId = 0
  for (;;) {
    const rows = await liveRowsSince(db, viewer.watchedScope, since, { afterId, limit: maxStatesPerMessage })
    await sendRows(viewer, rows, now())
    if (rows.length < maxStatesPerMessage || !viewer.isOpen) return
    afterId = rows.at(-1)!.id
  }
}

async function sendDevices(db: Db, viewer: Viewer, deviceIds: number[], now: () => number): Promise<void> {
  for (let from = 0; from < deviceIds.length && viewer.isOpen; from += maxStatesPerMessage) {
    const piece = deviceIds.slice(from, from + maxStatesPerMessage)
    await sendRows(viewer, await liveRowsIn(db, viewer.watchedScope, piece), now())
  }
}

async function sendRows(viewer: Viewer, rows: readonly LiveRow[], time: number): Promise<void> {
  if (rows.length === 0) return
  // Until all is sent, the client may not take this message's time for what it knows.
  writer.start(viewer.upToDateUntil(time))
  for (const row of rows) writer.add(toLiveState(row, time, viewer.audience), true)
  await viewer.sendWhenDrained(Buffer.from(writer.bytes()))
}
