import { trackShareCalls } from '@trackway/core/api/tracks/track-shares.ts'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, inTransaction, serve, servePublic } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { findDeviceOfRange, findOwnedDevice } from '../devices/find-device-id.ts'
import { ensureCurrent } from '../episodes/processing/ensure-current.ts'
import { alarmsAlong } from '../tracks/alarms.ts'
import { replyWithTrack } from '../tracks/track-replies.ts'
import { countView, openShare } from './open-share.ts'
import { deleteShare, findShares, insertShare } from './queries.ts'
import { addressesOfShare } from './shared-addresses.ts'
import { sharedEpisodes } from './shared-episodes.ts'

const find = serve(trackShareCalls.shares, ({ db, scope, input, now }) => findShares(db, scope, input, now))
const revoke = serve(trackShareCalls.revokeShare, (context) =>
  inTransaction(context, async ({ db, scope, session, input, address, now }) => {
    const { terminalId, accountId, title } = await deleteShare(db, scope, input.id)
    await recordEvent(db, {
      ...{ kind: 'shareEnded', time: now, accountId, ...by(session), terminalId, address },
      before: { share: input.id, title },
    })
    return {}
  }),
)

export const trackShareHandlers: readonly Handler[] = [
  find,
  revoke,
  serveMany(trackShareCalls.revokeShares, {
    one: revoke,
    find,
    rowId: 'id',
    inputOf: (id: number) => ({ id }),
  }),

  serve(trackShareCalls.share, (context) =>
    inTransaction(context, async ({ db, scope, session, input, address, now }) => {
      const { deviceId } = await findDeviceOfRange(db, scope, input)
      // Whoever has the link must never be able to follow the vehicle.
      if (input.to > now) throw new Refusal('rangeNotOver')
      const { id, token, expireTime } = await insertShare(db, scope, { ...input, deviceId }, now)
      const { accountId, terminalId } = await findOwnedDevice(db, scope, input.terminalID)
      const [from, to, until] = [input.from, input.to, expireTime].map((time) => new Date(time).toISOString())
      await recordEvent(db, {
        ...{ kind: 'shareMade', time: now, accountId, ...by(session), terminalId, address },
        after: { share: id, from, to, until },
      })
      return { id, token, path: `/sharedTrack/${token}`, expireTime }
    }),
  ),

  servePublic(trackShareCalls.shared, async ({ db, input, now }) => {
    const { id, facts } = await openShare(db, input.token, now)
    await countView(db, id, now)
    return facts
  }),

  servePublic(trackShareCalls.sharedTrack, async ({ db, pool, input, accept, language, signal, now }) => {
    const { deviceId, facts } = await openShare(db, input.token, now)
    return replyWithTrack(pool, { deviceId, from: facts.from, to: facts.to, signal }, { accept, language })
  }),

  servePublic(trackShareCalls.sharedEpisodes, async ({ db, pool, input, now }) => {
    const share = await openShare(db, input.token, now)
    await ensureCurrent(pool, [share.deviceId], { now })
    const { episodes, until } = await sharedEpisodes(pool, share)
    // When the device was last heard of is none of the viewer's business.
    return { episodes, until: until === null ? null : Math.min(until, share.facts.to) }
  }),

  servePublic(trackShareCalls.sharedAlarms, async ({ db, pool, input, now }) => {
    const { deviceId, facts } = await openShare(db, input.token, now)
    if (!facts.withAlarms) throw new Refusal('notFound')
    return alarmsAlong(pool, deviceId, facts)
  }),

  servePublic(trackShareCalls.sharedAddresses, async ({ db, pool, input, language, now }) => {
    const share = await openShare(db, input.token, now)
    return { addresses: await addressesOfShare(pool, share, input.places, input.language ?? language) }
  }),
]
