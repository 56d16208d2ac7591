import { z } from 'zod'
import { byRowId, call, page, pageInput, rowId, time } from '../../api/call.ts'
import { sessionAccount } from '../accounts/calls.ts'
import { sessionToken } from '../accounts/session-cookie.ts'
import { terminalID } from '../devices/calls.ts'

/** Links that sign in to one device without an account (`/loginByCert`): made by its holder, expiring, revocable. */

const deviceLink = z.object({
  id: rowId,
  createTime: time,
  expireTime: time,
  username: z.string().describe('Creator.'),
  lastUseTime: time.nullable(),
})

export const deviceLinkCalls = {
  make: call({
    path: '/api/deviceLink/make',
    permission: ['main:device_edit'],
    help: 'Creates a link that signs in to one device and shows its position and track only. Shown only once.',
    input: z.object({ terminalID, days: z.int().min(1).max(365).default(30) }),
    output: z.object({
      id: rowId,
      path: z.string().describe('Of the page in the web app, with the certificate.'),
      expireTime: time,
    }),
    refusals: ['notFound', 'tooManyShares'],
  }),
  find: call({
    path: '/api/deviceLink/find',
    permission: ['main:device_edit'],
    demo: true,
    help: 'Active links to one device, newest first.',
    input: pageInput.extend({ terminalID }),
    output: page(deviceLink),
    refusals: ['notFound'],
  }),
  revoke: call({
    path: '/api/deviceLink/revoke',
    permission: ['main:device_edit'],
    help: 'Revokes a link and ends the sessions opened with it.',
    ...byRowId,
  }),
  open: call({
    path: '/api/user/loginByCert',
    permission: 'public',
    session: 'opens',
    demo: true,
    help: 'Opens a session by a link to a device. Unknown, expired and revoked links are not found.',
    input: z.object({ imei: z.string().max(20), cert: z.string().max(200) }),
    output: z.object({ token: sessionToken, user: sessionAccount }),
    refusals: ['notFound', 'tooManyAttempts'],
  }),
}
