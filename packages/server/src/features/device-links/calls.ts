import { deviceLinkCalls } from '@trackway/core/api/device-links.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, serve, servePublic } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findSelf } from '../accounts/self.ts'
import { findSession, openSession } from '../accounts/sessions.ts'
import { findDeviceId, findOwnedDevice } from '../devices/find-device-id.ts'
import { deleteLink, findLinks, insertLink, takeLink } from './queries.ts'

export const deviceLinkHandlers: readonly Handler[] = [
  serve(deviceLinkCalls.make, async ({ db, scope, session, input, address, now }) => {
    const { deviceId, accountId, terminalId } = await findOwnedDevice(db, scope, input.terminalID)
    const { id, cert, expireTime } = await insertLink(db, {
      deviceId,
      accountId: session.account.id,
      days: input.days,
      now,
    })
    const after = { link: id, until: new Date(expireTime).toISOString() }
    await recordEvent(db, {
      kind: 'linkMade',
      time: now,
      accountId,
      ...by(session),
      terminalId,
      address,
      after,
    })
    return { id, expireTime, path: `/loginByCert?${new URLSearchParams({ imei: terminalId, cert })}` }
  }),

  serve(deviceLinkCalls.find, async ({ db, scope, input, now }) =>
    findLinks(db, scope, { ...input, deviceId: await findDeviceId(db, scope, input.terminalID) }, now),
  ),

  serve(deviceLinkCalls.revoke, async ({ db, bus, scope, session, input, address, now }) => {
    const link = await deleteLink(db, scope, input.id)
    bus.publish('account.edited', { accountId: link.account_id })
    await recordEvent(db, {
      ...{ kind: 'linkEnded', time: now, accountId: link.ownerId, ...by(session) },
      ...{ terminalId: link.terminal_id, address, before: { link: input.id } },
    })
    return {}
  }),

  servePublic(deviceLinkCalls.open, async ({ db, input, now }) => {
    const link = await takeLink(db, input, now)
    const { account_id: accountId, device_id: deviceId } = link
    const expires = { id: link.id, expireTime: link.expire_time }
    const token = await openSession(db, { accountId, deviceId, isLong: true, now, link: expires })
    return { token, user: await findSelf(db, await findSession(db, token, now)) }
  }),
]
