import { roles } from '@trackway/core/codes/roles.ts'
import { sessionAccount } from '@trackway/core/features/accounts/calls.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  beginActing,
  beginInTab,
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
  units: 'metric',
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
  useSession.setState({ token: null, user: null, endedBy: null, isFresh: false })
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

test('a session is there in the next tab of the browser, with the account as it was last', async () => {
  beginSession('cookie-1', user)
  updateUser({ ...user, nickname: 'Renamed' })
  expect(session().isFresh).toBe(true)
  await sealed('sharedSession')
  await expect
    .poll(async () => {
      await visitAgain({ isSameTab: false })
      return session().user?.nickname
    })
    .toBe('Renamed')
  // The stored account may be outdated: it is requested from the server again.
  expect(session()).toMatchObject({ token: 'cookie-1', isFresh: false })
})

test('a session of one tab lasts as long as that, and leaves the one of the other tabs as it is', async () => {
  beginSession('cookie-1', user)
  beginInTab('cookie-2', { ...user, id: 8 })
  updateUser({ ...user, id: 8, nickname: 'Renamed' })
  expect(recall('userInfo')).toMatchObject({ token: 'cookie-2', user: { id: 8, nickname: 'Renamed' } })
  endSession('logout')
  expect(recall('userInfo')).toBeUndefined()
  expect(recall('sharedSession')).toMatchObject({ token: 'cookie-1', user: { id: 7 } })
})

test('after the end nothing is left, and it is known why', async () => {
  beginSession('cookie-3', user)
  remember('selectAgentId', 12)
  await sealed('sharedSession')
  endSession('expired')
  expect(session()).toMatchObject({ token: null, user: null, endedBy: 'expired' })
  expect(recall('selectAgentId')).toBeUndefined()
  await visitAgain({ isSameTab: true })
  expect(session().token).toBeNull()
})

test.each([
  ['nonsense', 'nonsense'],
  ['an account of an older version', { token: 'cookie-4', user: { id: 7 } }],
  ['no token', { user }],
])('%s in the storage is no session', async (_, stored) => {
  remember('sharedSession', stored)
  await sealed('sharedSession')
  await visitAgain({ isSameTab: true })
  expect(session()).toMatchObject({ token: null, user: null })
})

/** The storage event that this tab receives when another one signs in or out. */
function elsewhere(change: () => void) {
  const before = localStorage.getItem('sharedSession')
  change()
  const newValue = localStorage.getItem('sharedSession')
  dispatchEvent(new StorageEvent('storage', { key: 'sharedSession', oldValue: before, newValue }))
}
const leaveElsewhere = () => elsewhere(() => localStorage.removeItem('sharedSession'))

test('signing out in another tab signs out this one, and not one that is signed in otherwise', async () => {
  onTestFinished(followOtherTabs())
  beginSession('cookie-5', user)
  await sealed('sharedSession')
  const shared = localStorage.getItem('sharedSession')!
  leaveElsewhere()
  await expect.poll(() => session().endedBy).toBe('logout')
  elsewhere(() => localStorage.setItem('sharedSession', shared))
  await expect.poll(() => session().token).toBe('cookie-5')
  beginInTab('cookie-6', { ...user, id: 8 })
  leaveElsewhere()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(session().token).toBe('cookie-6')
})

test('signing out in another tab ends what was begun here as a sub-account', async () => {
  onTestFinished(followOtherTabs())
  beginSession('cookie-7', user)
  await sealed('sharedSession')
  beginActing('cookie-8', { ...user, id: 9, actor: { id: user.id, username: user.username, nickname: null } })
  leaveElsewhere()
  await expect.poll(() => session().endedBy).toBe('logout')
})

test('who acts as another account is still who sits there', () => {
  beginSession('cookie-1', user)
  expect(personSignedIn()).toEqual(user)
  const actor = { id: user.id, username: user.username, nickname: null }
  beginActing('cookie-2', { ...user, id: 9, username: 'below', language: 'cn', actor })
  expect(session().user?.language).toBe('cn')
  expect(personSignedIn()).toMatchObject({ id: user.id, language: 'en' })
  endActing()
  expect(personSignedIn()).toEqual(user)
  endSession('logout')
  expect(personSignedIn()).toBeNull()
})
