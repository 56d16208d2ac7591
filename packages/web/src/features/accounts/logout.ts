import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { api } from '../../base/api.ts'
import { endActing, endSession } from '../../base/session.ts'
import { pathAtHost } from '../../base/web-paths.ts'

/** Signs out. The session is gone from this browser whether or not the server answers. */
export function logout(): void {
  // Who acts as another account leaves with his own: the other session ends with it.
  endActing()
  // The call takes the token before the session is cleared; nobody waits for its answer.
  api(accountCalls.logout, {}, { timeoutMs: 5_000 }).catch(() => undefined)
  endSession('logout')
  endNotices().catch(() => undefined)
}

/** Alarms are not shown to whoever sits here next. The server learns from the push service that the subscription ended. */
async function endNotices(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration(pathAtHost('/push-worker.js'))
  const subscription = await worker?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
