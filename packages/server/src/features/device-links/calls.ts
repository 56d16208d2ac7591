import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange, servePublic } from '../../platform/http/serve.ts'
import { findSelf } from '../accounts/self.ts'
import { findSession, openSession } from '../accounts/sessions.ts'
import { findDeviceId, findOwnedDevice } from '../devices/find-device-id.ts'
import { endLink, findLinks, insertLink, takeLink } from './queries.ts'

export const deviceLinkHandlers: readonly Handler[] = [
  serveChange(deviceLinkCalls.make, async (context) => {
    const { db, scope, session, input, now } = context
    const { deviceId, accountId, terminalId } = await findOwnedDevice(db, scope, input.terminalID)
    const maker = { accountId: session.account.id, days: input.days, now }
    const { id, cert, expireTime } = await insertLink(db, { deviceId, ...maker })
    const after = { link: id, until: new Date(expireTime).toISOString() }
    await recordChange(context, 'linkMade', accountId, { terminalId, after })
    return { id, expireTime, path: `/loginByCert?${new URLSearchParams({ imei: terminalId, cert })}` }
  }),

  serve(deviceLinkCalls.find, async ({ db, scope, input, now }) =>
    findLinks(db, scope, { ...input, deviceId: await findDeviceId(db, scope, input.terminalID) }, now),
  ),

  serveChange(deviceLinkCalls.revoke, async (context) => {
    const { db, bus, scope, input } = context
    const { makerId, ownerId, terminalId } = await endLink(db, scope, input.id)
    await recordChange(context, 'linkEnded', ownerId, { terminalId, before: { link: input.id } })
    bus.publish('account.edited', { accountId: makerId })
  }),

  servePublic(deviceLinkCalls.open, async ({ db, input, now }) => {
    const link = await takeLink(db, input, now)
    const { account_id: accountId, device_id: deviceId } = link
    const expires = { id: link.id, expireTime: link.expire_time }
    const token = await openSession(db, { accountId, deviceId, isLong: true, now, link: expires })
    return { token, user: await findSelf(db, await findSession(db, token, now)) }
  }),
]
