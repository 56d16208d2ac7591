import { z } from 'zod'
import { byRowId, call, page, pageInput, rowId, time } from '../../api/call.ts'
import { list } from '../../lists/list.ts'

/** Where one's own account is signed in. */

export const ownSession = z.object({
  id: rowId,
  browser: z
    .string()
    .nullable()
    .describe('Browser and system that it was opened in, as they name themselves.'),
  address: z.string().nullable().describe('Network address that it was opened from.'),
  isCurrent: z.boolean().describe('It is the current session.'),
  isLong: z.boolean().describe('It stays signed in for 30 days.'),
  createTime: time,
  lastUseTime: time.describe('To the minute, epoch ms.'),
  expireTime: time,
})
export type OwnSession = z.output<typeof ownSession>

export const sessionCalls = {
  find: call({
    path: '/api/session/find',
    permission: 'session',
    demo: true,
    inPerson: true,
    help: 'The sessions of the caller’s own account, last used first. The demo account sees only the current one.',
    input: pageInput,
    output: page(ownSession),
  }),
  revoke: call({
    path: '/api/session/revoke',
    permission: 'session',
    acting: false,
    help: 'Ends a session of the caller’s own account.',
    ...byRowId,
  }),
  revokeOthers: call({
    path: '/api/session/revokeOthers',
    permission: 'session',
    acting: false,
    help: 'Ends all sessions of the caller’s own account except the current one.',
    output: z.object({ ended: z.int().describe('Number of sessions ended.') }),
  }),
}

export const sessionList = list(sessionCalls.find, {
  name: 'ownSessions',
  rowId: 'id',
  columns: [
    { key: 'browser', form: 'text', isFixed: true, card: 'title' },
    { key: 'address', name: 'cameFrom', form: 'text' },
    { key: 'createTime', name: 'signedIn', form: 'instant' },
    { key: 'lastUseTime', form: 'age' },
    { key: 'expireTime', form: 'instant' },
  ],
})
