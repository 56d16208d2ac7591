import { sessionAccount } from '@trackway/core/api/accounts.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  beginActing,
  beginSession,
  endActing,
  endSession,
  followOtherTabs,
  personSignedIn,
  restoreSession,
  updateUser,
  useSession,
} from './session.ts'
import { openStored, recall, remember } from './stored.ts'

const user = sessionAccount.parse({
  id: 7,
  ancestors: '1,2',
  username: 'fleet',
  nickname: 'Fleet',
  role: roles.agent,
  realname: null,
  telephone: null,
  email: null,
  language: 'en',
  timeZone: 'Asia/Shanghai',
  expireTime: null,
  isDemo: false,
  remark: null,
  createTime: 1_700_000_000_000,
  permissions: [],
  mustChangePassword: false,
  actor: null,
  region: null,
  group: null,
  importCount: null,
})
const session = () => useSession.getState()

/** What another visit finds: the storages as they are, and nothing in memory. */
async function visitAgain({ isSameTab }: { isSameTab: boolean }): Promise<void> {
  if (!isSameTab) sessionStorage.clear()
  useSession.setState({ token: null, user: null, isKept: false, endedBy: null })
  await openStored()
  restoreSession()
}

/** Sealing takes a moment. */
const sealed = (name: string) =>
  expect.poll(() => sessionStorage.getItem(name) ?? localStorage.getItem(name)).toBeTruthy()

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  await openStored()
})
afterEach(() => endSession('logout'))

test('a session lasts as long as its tab', async () => {
  beginSession('token-1', user, false)
  await sealed('userInfo')
  await visitAgain({ isSameTab: true })
  expect(session()).toMatchObject({ token: 'token-1', user, isKept: false })
  await visitAgain({ isSameTab: false })
  expect(session()).toMatchObject({ token: null, user: null })
})

test('one that was to be kept is there in the next tab, with the account as it was last', async () => {
  beginSession('token-2', user, true)
  updateUser({ ...user, nickname: 'Renamed' })
  await sealed('keptSession')
  await expect
    .poll(async () => {
      await visitAgain({ isSameTab: false })
      return session().user?.nickname
    })
    .toBe('Renamed')
  expect(session().token).toBe('token-2')
})

test('the token is not to be read in the storage', async () => {
  beginSession('token-of-the-test', user, true)
  await sealed('keptSession')
  await sealed('userInfo')
  const stored = JSON.stringify({ ...localStorage, ...sessionStorage })
  expect(stored).not.toContain('token-of-the-test')
})

test('after the end nothing is left, and it is known why', async () => {
  beginSession('token-3', user, true)
  remember('selectAgentId', 12)
  await sealed('keptSession')
  endSession('expired')
  expect(session()).toMatchObject({ token: null, user: null, endedBy: 'expired' })
  expect(recall('selectAgentId')).toBeUndefined()
  await visitAgain({ isSameTab: true })
  expect(session().token).toBeNull()
})

test.each([
  ['nonsense', 'nonsense'],
  ['an account of an older version', { token: 'token-4', user: { id: 7 }, isKept: true }],
  ['no token', { user, isKept: true }],
])('%s in the storage is no session', async (_, stored) => {
  remember('keptSession', stored)
  await sealed('keptSession')
  await visitAgain({ isSameTab: true })
  expect(session()).toMatchObject({ token: null, user: null })
})

test('signing out in another tab signs out this one, if it shares the kept session', async () => {
  const stop = followOtherTabs()
  const leaveElsewhere = () => {
    localStorage.removeItem('keptSession')
    dispatchEvent(new StorageEvent('storage', { key: 'keptSession', newValue: null }))
  }
  beginSession('token-5', user, false)
  leaveElsewhere()
  beginSession('token-6', user, true)
  await sealed('keptSession')
  expect(session().token).toBe('token-6')
  leaveElsewhere()
  await expect.poll(() => session().endedBy).toBe('logout')
  expect(session().token).toBeNull()
  stop()
})

test('who acts as another account is still who sits there', () => {
  beginSession('token-1', user, false)
  expect(personSignedIn()).toEqual(user)
  const actor = { id: user.id, username: user.username, nickname: null }
  beginActing('token-2', { ...user, id: 9, username: 'below', language: 'cn', actor })
  expect(session().user?.language).toBe('cn')
  expect(personSignedIn()).toMatchObject({ id: user.id, language: 'en' })
  endActing()
  expect(personSignedIn()).toEqual(user)
  endSession('logout')
  expect(personSignedIn()).toBeNull()
})
