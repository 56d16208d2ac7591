import type { Permission } from '@trackway/core/codes/permissions.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { type SessionAccount, sessionAccount } from '@trackway/core/features/accounts/calls.ts'
import { create } from 'zustand'
import { chooseAccount } from './chosen/account.ts'
import { chooseDevice } from './chosen/device.ts'
import { forget, recall, recallAgain, remember, storedKey } from './stored.ts'

/** Who is signed in. `endedBy` says why nobody is signed in any more. */
interface Session {
  /** The name of the cookie that holds the token (`core/features/accounts/session-cookie.ts`). It goes with every call. */
  token: string | null
  user: SessionAccount | null
  endedBy: 'logout' | 'expired' | null
  /** The account came from the server on this page; a stored one may have changed since. */
  isFresh: boolean
}

const nobody: Session = { token: null, user: null, endedBy: null, isFresh: false }

export const useSession = create<Session>(() => nobody)

/** The signed-in account, for screens that the guard opens to signed-in users only. */
export function useUser(): SessionAccount {
  const user = useSession((session) => session.user)
  if (!user) throw new Error('a screen behind the guard was shown without a session')
  return user
}

/** Does this session hold any one of these keys? It only hides; the server decides. */
export function useCan(...required: Permission[]): boolean {
  const held = useSession((session) => session.user?.permissions)
  return held !== undefined && holdsAny(held, required)
}

/** Signs in, in all tabs that this browser opens from now on. */
export function beginSession(token: string, user: SessionAccount): void {
  beginInTab(token, user)
  remember('sharedSession', { token, user })
}

/** Signs in, in this tab only: a link to one device must not end the session of the other tabs. */
export function beginInTab(token: string, user: SessionAccount): void {
  useSession.setState({ token, user, endedBy: null, isFresh: true })
  remember('userInfo', { token, user })
}

export function updateUser(user: SessionAccount): void {
  const { token } = useSession.getState()
  if (!token) return
  if (isShared(token)) beginSession(token, user)
  else beginInTab(token, user)
}

/** Goes on as a sub-account; one's own session waits in this tab. */
export function beginActing(token: string, user: SessionAccount): void {
  const { token: ownToken, user: own } = useSession.getState()
  if (own?.actor === null) remember('actorSession', { token: ownToken, user: own })
  forgetPlace()
  beginInTab(token, user)
}

/** The account that signed in, also while it acts as another; null: nobody is signed in. */
export function personSignedIn(): SessionAccount | null {
  const { user } = useSession.getState()
  return (user?.actor && readSession(recall('actorSession'))?.user) || user
}

/** Back to one's own session. @returns whether there is one */
export function endActing(): boolean {
  const own = readSession(recall('actorSession'))
  if (!own) return false
  forget('actorSession')
  forgetPlace()
  if (isShared(own.token)) beginSession(own.token, own.user)
  else beginInTab(own.token, own.user)
  return true
}

/** What was chosen as one account means nothing to another. */
function forgetPlace(): void {
  chooseDevice(undefined)
  forget('selectedTid')
  chooseAccount(undefined)
  forget('selectAgentId')
}

export function endSession(reason: 'logout' | 'expired'): void {
  const { token } = useSession.getState()
  const own = readSession(recall('actorSession'))
  forget('userInfo')
  if (isShared(token) || (own && isShared(own.token))) forget('sharedSession')
  forget('actorSession')
  forgetPlace()
  useSession.setState({ ...nobody, endedBy: reason })
}

/** Takes up the session of this tab, or the one that the tabs of this browser share. Call once the storage is open. */
export function restoreSession(): void {
  const ofTab = readSession(recall('userInfo'))
  const session = ofTab ?? readSession(recall('sharedSession'))
  if (!session) return
  useSession.setState({ ...session, endedBy: null, isFresh: false })
  if (!ofTab) remember('userInfo', session)
}

/** Signing out in one tab signs out the others, and signing in signs in those where nobody is. */
export function followOtherTabs(): () => void {
  const onStorage = async ({ key }: StorageEvent) => {
    if (key !== storedKey('sharedSession')) return
    const before = readSession(recall('sharedSession'))
    const now = readSession(await recallAgain('sharedSession'))
    const { token } = useSession.getState()
    const own = readSession(recall('actorSession'))
    const isMine = before !== null && [token, own?.token].includes(before.token)
    if (isMine && now?.token !== before.token) endSession('logout')
    if (now && useSession.getState().token === null) beginInTab(now.token, now.user)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function isShared(token: string | null): boolean {
  return token !== null && readSession(recall('sharedSession'))?.token === token
}

function readSession(stored: unknown): { token: string; user: SessionAccount } | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { token, user } = stored as Record<string, unknown>
  // An account stored by an older version of the page may lack a field that this one needs.
  const known = sessionAccount.safeParse(user)
  if (typeof token !== 'string' || !known.success) return null
  return { token, user: known.data }
}
