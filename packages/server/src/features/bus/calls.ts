import { busCalls, busLimits } from '@trackway/core/features/bus/calls.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange, servePublic } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { countView, deleteLink, openLink } from '../../platform/shared-links.ts'
import { findDeviceShown } from '../devices/find-device-id.ts'
import { placesOf } from './compiled-line.ts'
import { lineOfTrack } from './line-of-track.ts'
import { deleteLine, findLine, findLines, insertLines, readLine, updateLine } from './line-queries.ts'
import { readProgress, readPublicProgress } from './progress-queries.ts'
import { readPunctuality } from './punctuality-queries.ts'
import { findShares, insertShare } from './share-queries.ts'

const hourMs = 3_600_000

function publishEdit(bus: Bus, deviceIds: readonly number[]): void {
  if (deviceIds.length === 0) return
  bus.publish('device.factsEdited', {
    deviceIds: Int32Array.from(new Set(deviceIds)),
    accountIds: [],
  })
}

const list = serve(busCalls.list, ({ db, scope, input }) => findLines(db, scope, input))

const remove = serveChange(busCalls.delete, async (context) => {
  const { db, bus, scope, input } = context
  const { name, accountId, deviceIds } = await deleteLine(db, scope, input.id)
  await recordChange(context, 'busLineDeleted', accountId, { before: { name } })
  publishEdit(bus, deviceIds)
})

const shares = serve(busCalls.shares, ({ db, scope, input, now }) => findShares(db, scope, input, now))

const revoke = serveChange(busCalls.revokeShare, async (context) => {
  const { db, scope, input } = context
  const { line_id: lineId } = await deleteLink(db, 'bus_line_shares', scope, input.id)
  const line = await db
    .selectFrom('bus_lines')
    .select(['name', 'account_id'])
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow()
  await recordChange(context, 'busLineShareEnded', line.account_id, {
    before: { share: input.id, line: line.name },
  })
})

export const busHandlers: readonly Handler[] = [
  list,
  remove,
  shares,
  revoke,
  serve(busCalls.detail, ({ db, scope, input }) => readLine(db, scope, input.id)),

  serveChange(busCalls.add, async ({ db, bus, scope, input: { userId, ...line }, now }) => {
    const { ids, deviceIds } = await insertLines(db, scope, userId, [line], now)
    publishEdit(bus, deviceIds)
    return { id: ids[0]! }
  }),

  serveChange(busCalls.addMany, async ({ db, bus, scope, input, now }) => {
    const { ids, deviceIds } = await insertLines(db, scope, input.userId, input.lines, now)
    publishEdit(bus, deviceIds)
    return { ids }
  }),

  serveChange(busCalls.edit, async ({ db, bus, scope, input, now }) =>
    publishEdit(bus, await updateLine(db, scope, input, now)),
  ),

  serveMany(busCalls.deleteMany, { one: remove, find: list, rowId: 'id' }),

  serve(busCalls.fromTrack, async ({ db, pool, scope, input, signal }) => {
    const range = await findDeviceShown(db, scope, input.terminalID, input)
    if (input.to - input.from > busLimits.driveHours * hourMs) throw new Refusal('rangeTooLong')
    return lineOfTrack(pool, range, signal)
  }),

  serve(busCalls.progress, async ({ db, scope, input, now }) => {
    const line = await findLine(db, scope, input.id)
    return { now, changeTime: line.change_time, ...(await readProgress(db, scope, line, now)) }
  }),

  serve(busCalls.punctuality, ({ db, scope, input, session }) =>
    readPunctuality(db, scope, input, session.account.timeZone),
  ),

  serveChange(busCalls.share, async (context) => {
    const { db, scope, input, now } = context
    const { id: lineId, name, account_id: accountId } = await findLine(db, scope, input.id)
    const made = await insertShare(db, scope, { lineId, days: input.days }, now)
    const until = new Date(made.expireTime).toISOString()
    await recordChange(context, 'busLineShared', accountId, { after: { share: made.id, line: name, until } })
    return made
  }),

  serveMany(busCalls.revokeShares, { one: revoke, find: shares, rowId: 'id' }),

  servePublic(busCalls.shared, async ({ db, input, now }) => {
    const { link, maker } = await openLink(db, 'bus_line_shares', input.token, now)
    const line = await findLine(db, maker, link.line_id)
    // The page polls: only its first request counts as a view.
    if (!input.isAgain) await countView(db, 'bus_line_shares', link.id, now)
    return {
      name: line.name,
      direction: line.direction,
      colour: line.colour,
      shape: placesOf(line),
      lengthM: line.length_m,
      timeZone: line.time_zone,
      expireTime: link.expire_time,
      now,
      stops: line.stops.map(({ name, lat, lon, alongM }) => ({ name, lat, lon, alongM })),
      ...(await readPublicProgress(db, maker, line, now)),
    }
  }),
]
