import { deviceLinkCalls } from '@trackway/core/api/devices/device-links.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, inTransaction, serve, servePublic } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findSelf } from '../accounts/self.ts'
import { findSession, openSession } from '../accounts/sessions.ts'
import { findDeviceId, findOwnedDevice } from '../devices/find-device-id.ts'
import { deleteLink, findLinks, insertLink, takeLink } from './queries.ts'

export const deviceLinkHandlers: readonly Handler[] = [
  serve(deviceLinkCalls.make, (context) =>
    inTransaction(context, async ({ db, scope, session, input, address, now }) => {
      const { deviceId, accountId, terminalId } = await findOwnedDevice(db, scope, input.terminalID)
      const maker = { accountId: session.account.id, days: input.days, now }
      const { id, cert, expireTime } = await insertLink(db, { deviceId, ...maker })
      await recordEvent(db, {
        ...{ kind: 'linkMade', time: now, accountId, ...by(session), terminalId, address },
        after: { link: id, until: new Date(expireTime).toISOString() },
      })
      return { id, expireTime, path: `/loginByCert?${new URLSearchParams({ imei: terminalId, cert })}` }
    }),
  ),

  serve(deviceLinkCalls.find, async ({ db, scope, input, now }) =>
    findLinks(db, scope, { ...input, deviceId: await findDeviceId(db, scope, input.terminalID) }, now),
  ),

  serve(deviceLinkCalls.revoke, async (context) => {
    const link = await inTransaction(context, async ({ db, scope, session, input, address, now }) => {
      const link = await deleteLink(db, scope, input.id)
      await recordEvent(db, {
        ...{ kind: 'linkEnded', time: now, accountId: link.ownerId, ...by(session) },
        ...{ terminalId: link.terminal_id, address, before: { link: input.id } },
      })
      return link
    })
    context.bus.publish('account.edited', { accountId: link.account_id })
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
