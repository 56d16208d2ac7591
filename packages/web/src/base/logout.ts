import { accountCalls } from '@trackway/core/api/accounts.ts'
import { api } from './api.ts'
import { endSession } from './session.ts'

/** Signs out. The session is gone from this browser whether or not the server answers (S1 section 4). */
export function logout(): void {
  // The call takes the token before the session is cleared; nobody waits for its answer.
  api(accountCalls.logout, {}, { timeoutMs: 5_000 }).catch(() => undefined)
  endSession('logout')
}
