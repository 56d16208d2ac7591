import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange, servePublic } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { countView } from '../../platform/shared-links.ts'
import { findDeviceOfRange, findShownParts } from '../devices/find-device-id.ts'
import { ensureCurrent } from '../episodes/processing/ensure-current.ts'
import { alarmsAlong } from '../tracks/alarms.ts'
import { replyWithTrack } from '../tracks/track-replies.ts'
import { openShare, openShareOf } from './open-share.ts'
import { deleteShare, findShares, insertShare } from './queries.ts'
import { addressesOfShare } from './shared-addresses.ts'
import { sharedEpisodes } from './shared-episodes.ts'

const find = serve(trackShareCalls.shares, ({ db, scope, input, now }) => findShares(db, scope, input, now))
const revoke = serveChange(trackShareCalls.revokeShare, async (context) => {
  const { db, scope, input } = context
  const { devices, title } = await deleteShare(db, scope, input.id)
  for (const { accountId, terminalId } of devices)
    await recordChange(context, 'shareEnded', accountId, { terminalId, before: { share: input.id, title } })
})

export const trackShareHandlers: readonly Handler[] = [
  find,
  revoke,
  serveMany(trackShareCalls.revokeShares, { one: revoke, find, rowId: 'id' }),

  serveChange(trackShareCalls.share, async (context) => {
    const { db, scope, input, now } = context
    const devices = []
    for (const terminalID of new Set(input.terminalIDs)) {
      await findDeviceOfRange(db, scope, { ...input, terminalID })
      devices.push({ ...(await findShownParts(db, scope, terminalID, input)), terminalId: terminalID })
    }
    // Whoever has the link must never be able to follow the vehicle.
    if (input.to > now) throw new Refusal('rangeNotOver')
    const deviceIds = devices.map(({ deviceId }) => deviceId)
    const made = await insertShare(db, scope, { ...input, deviceIds }, now)
    const [from, to, until] = [input.from, input.to, made.expireTime].map((time) =>
      new Date(time).toISOString(),
    )
    for (const { accountId, terminalId } of devices)
      await recordChange(context, 'shareMade', accountId, {
        terminalId,
        after: { share: made.id, from, to, until },
      })
    return made
  }),

  servePublic(trackShareCalls.shared, async ({ db, input, now }) => {
    const { id, facts } = await openShare(db, input.token, now)
    await countView(db, 'track_shares', id, now)
    return facts
  }),

  servePublic(trackShareCalls.sharedTrack, async ({ db, pool, input, accept, language, signal, now }) => {
    const { deviceId, from, to } = await openShareOf(db, input, now)
    return replyWithTrack(pool, { deviceId, from, to, signal }, { accept, language })
  }),

  servePublic(trackShareCalls.sharedEpisodes, async ({ db, pool, input, now }) => {
    const device = await openShareOf(db, input, now)
    await ensureCurrent(pool, [device.deviceId], { now })
    const { episodes, until } = await sharedEpisodes(pool, device)
    // The viewer does not see when the device last reported.
    return { episodes, until: until === null ? null : Math.min(until, device.to) }
  }),

  servePublic(trackShareCalls.sharedAlarms, async ({ db, pool, input, now }) => {
    const device = await openShareOf(db, input, now)
    if (!device.withAlarms) throw new Refusal('notFound')
    return alarmsAlong(pool, device.deviceId, device)
  }),

  servePublic(trackShareCalls.sharedAddresses, async ({ db, pool, input, language, now }) => {
    const share = await openShare(db, input.token, now)
    return { addresses: await addressesOfShare(pool, share, input.places, input.language ?? language) }
  }),
]
