import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@trackway/core/codes/limits.ts'
import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { frameCalls, permanentLogCalls, permanentLogList } from '@trackway/core/features/frames/calls.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, RawReply, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { recordDevices } from '../devices/changes/record-devices.ts'
import { findWaiting } from '../devices/unknown-queries.ts'
import { ConnectionReader } from './decode-frame.ts'
import { entriesOf, findFrames, toFrame } from './find-frames.ts'
import { writeFrames } from './frame-file.ts'
import { guessOf } from './guess-protocol.ts'
import { addPermanentLogs, findPermanentLogs, removePermanentLogs } from './permanent-logs.ts'
import { findConnections, findLoggedDevice, type LoggedDevice, readUnknownChunks } from './queries.ts'

const decodedTo = frameCalls.connections.permission as readonly Permission[]
/** A query for the latest frames waits for the gateways to write them. */
const gatheredMs = 20_000
const writtenWithinMs = 150
const firstFrames = 20

/** The requested frames, with those that the gateways have not written yet. */
async function find(
  { db, bus, session, input, now, signal }: SessionContext<Parameters<typeof findFrames>[2]>,
  device: LoggedDevice,
  most: number,
) {
  if (input.to > now - gatheredMs) {
    bus.publish('frame.asked', { deviceIds: Int32Array.of(device.deviceId) })
    await sleep(writtenWithinMs)
  }
  const isRaw = !holdsAny(session.permissions, decodedTo)
  const from = Math.max(input.from, device.shownFrom)
  return findFrames(db, device, { ...input, from }, { isRaw, now, signal }, most)
}

const findPermanent = serve(permanentLogCalls.find, ({ db, scope, input }) =>
  findPermanentLogs(db, scope, input),
)

export const frameHandlers: readonly Handler[] = [
  serve(frameCalls.find, async (context) => {
    const { pageNum, pageSize, terminalID } = context.input
    const device = await findLoggedDevice(context.db, context.scope, terminalID)
    // A file requests larger pages than screens may.
    const most = pageSize > limits.maxPageSize ? limits.framesInFile : limits.framesFound
    const { entries, lookedBackTo, show } = await find(context, device, most)
    const list = await show(entries.slice((pageNum - 1) * pageSize, pageNum * pageSize))
    return { list, total: entries.length, lookedBackTo }
  }),

  serve(frameCalls.export, async (context) => {
    const { db, scope, session, input, language, now } = context
    const { format, ...filter } = input
    const device = await findLoggedDevice(db, scope, input.terminalID)
    const found = await find(context, device, limits.framesInFile)
    const { timeZone } = session.account
    const { username: accountName } = await db
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', session.account.id)
      .executeTakeFirstOrThrow()
    const pieces = await writeFrames(found, { format, filter, language, timeZone, accountName, now })
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8'
    const body = Readable.from(pieces, { objectMode: false })
    return new RawReply(type, body, `${device.terminalID} frames.${format}`)
  }),

  serve(frameCalls.connections, async ({ db, scope, input }) =>
    findConnections(db, await findLoggedDevice(db, scope, input.terminalID), input),
  ),

  serve(frameCalls.unknown, async ({ db, input: { terminalID }, now }) => {
    const { wire } = await findWaiting(db, terminalID)
    const chunks = await readUnknownChunks(db, terminalID, firstFrames)
    const entries = entriesOf(chunks.reverse(), { wire }).slice(0, firstFrames)
    const readers = new Map<number, ConnectionReader>()
    const list = entries.flatMap((entry) => {
      const protocol = protocolByName(entry.wire)
      if (protocol === undefined) return []
      const reader = readers.get(entry.connectionId) ?? new ConnectionReader(protocol, {})
      readers.set(entry.connectionId, reader)
      return toFrame(entry, terminalID, reader.read(entry))
    })
    const bytes = Buffer.concat(entries.filter(({ isSent }) => !isSent).map((entry) => entry.bytes))
    return { list, guesses: await guessOf(db, bytes, now) }
  }),

  findPermanent,

  serveChange(permanentLogCalls.add, async (context) => {
    const { db, scope, session, input, now } = context
    const { terminalIDs, note = null } = input
    const { done, failed } = await recordDevices(db, context, 'permanentLogAdded', terminalIDs, () =>
      addPermanentLogs(db, scope, terminalIDs, { note, addedBy: session.account.id, now }),
    )
    if (done.length === 0) throw new Refusal('notFound')
    return { done: done.length, failed }
  }),

  serveChange(permanentLogCalls.removeMany, async (context) => {
    const { db, scope } = context
    const { rowId } = permanentLogList
    const terminalIDs = await idsMeant<string>(context, { find: findPermanent, rowId })
    const { done, failed } = await recordDevices(db, context, 'permanentLogRemoved', terminalIDs, () =>
      removePermanentLogs(db, scope, terminalIDs),
    )
    return { done: done.length, failed }
  }),
]
