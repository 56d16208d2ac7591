import { type SessionAccount, sessionAccount } from '@trackway/core/api/accounts.ts'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { create } from 'zustand'
import { chooseAccount } from './chosen-account.ts'
import { forget, recall, recallAgain, remember } from './stored.ts'

/** Who is signed in. The token goes with every call; `endedBy` says why nobody is signed in any more. */
interface Session {
  token: string | null
  user: SessionAccount | null
  isKept: boolean
  endedBy: 'logout' | 'expired' | null
}

const nobody: Session = { token: null, user: null, isKept: false, endedBy: null }

export const useSession = create<Session>(() => nobody)

/** The signed-in account, for screens behind the guard. */
export function useUser(): SessionAccount {
  const user = useSession((session) => session.user)
  if (!user) throw new Error('a screen behind the guard was shown without a session')
  return user
}

/** Does this session hold any one of these keys? It only hides; the server decides. */
export function useCan(...wanted: Permission[]): boolean {
  const held = useSession((session) => session.user?.permissions)
  return held !== undefined && holdsAny(held, wanted)
}

export function beginSession(token: string, user: SessionAccount, isKept: boolean): void {
  useSession.setState({ token, user, isKept, endedBy: null })
  keep({ token, user, isKept })
}

export function updateUser(user: SessionAccount): void {
  const { token, isKept } = useSession.getState()
  if (!token) return
  useSession.setState({ user })
  keep({ token, user, isKept })
}

/** Goes on as a sub-account; one's own session waits in this tab. */
export function beginActing(token: string, user: SessionAccount): void {
  const { token: ownToken, user: own, isKept } = useSession.getState()
  if (own?.actor === null) remember('actorSession', { token: ownToken, user: own, isKept })
  forgetPlace()
  useSession.setState({ token, user, isKept: false, endedBy: null })
  remember('userInfo', { token, user, isKept: false })
}

/** Who sits there, also while acting as another account; null: nobody is signed in. */
export function personSignedIn(): SessionAccount | null {
  const { user } = useSession.getState()
  return (user?.actor && readSession(recall('actorSession'))?.user) || user
}

/** Back to one's own session. @returns whether there is one */
export function endActing(): boolean {
  const own = readSession(recall('actorSession'))
  if (!own?.user || !own.token) return false
  forget('actorSession')
  forgetPlace()
  beginSession(own.token, own.user, own.isKept)
  return true
}

/** What was chosen as one account means nothing to another. */
function forgetPlace(): void {
  forget('selectedTid')
  chooseAccount(undefined)
  forget('selectAgentId')
}

export function endSession(reason: 'logout' | 'expired'): void {
  forget('userInfo')
  forget('keptSession')
  forget('actorSession')
  forgetPlace()
  useSession.setState({ ...nobody, endedBy: reason })
}

/** Takes up the session of this tab, or the one that was to be kept. Call once the storage is open. */
export function restoreSession(): void {
  const session = readSession(recall('userInfo')) ?? readSession(recall('keptSession'))
  if (session) useSession.setState({ ...session, endedBy: null })
}

/** Signing out in one tab signs out the others that share the kept session. */
export function followOtherTabs(): () => void {
  const onStorage = async (event: StorageEvent) => {
    if (event.key !== 'keptSession' || event.newValue !== null) return
    if (useSession.getState().isKept && (await recallAgain('keptSession')) === undefined) endSession('logout')
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function keep(session: { token: string; user: SessionAccount; isKept: boolean }): void {
  remember('userInfo', session)
  if (session.isKept) remember('keptSession', session)
}

function readSession(stored: unknown): Pick<Session, 'token' | 'user' | 'isKept'> | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { token, user, isKept } = stored as Record<string, unknown>
  // An account stored by an older version of the page may lack a field that this one needs.
  const known = sessionAccount.safeParse(user)
  if (typeof token !== 'string' || !known.success) return null
  return { token, user: known.data, isKept: isKept === true }
}
