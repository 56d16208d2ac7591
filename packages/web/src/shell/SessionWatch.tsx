import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { useEffect, useRef } from 'react'
import { chosenLanguage, showLanguage } from '../base/i18n.ts'
import { queryClient } from '../base/queries/query-client.ts'
import { useCall } from '../base/queries/use-call.ts'
import { followOtherTabs, updateUser, useSession } from '../base/session.ts'
import { router } from './router.tsx'

/** Follows the session from outside the screens: who came, who went, and where the page must then be. */
export function SessionWatch() {
  const token = useSession((session) => session.token)
  const tokenBefore = useRef(token)

  useEffect(() => followOtherTabs(), [])

  useEffect(() => {
    void showLanguage(chosenLanguage()) // a factory role is forced to Chinese, an account may prefer another
    // What one account saw is not for the next, also where a superior acts as another.
    if (tokenBefore.current && token !== tokenBefore.current) queryClient.clear()
    tokenBefore.current = token
    // The guard leads to /login, which shows the reason, and from there to the requested page.
    if (!token || router.state.location.pathname === '/login') void router.invalidate()
  }, [token])

  // The account may have changed or ended since the session was stored; signing in returns it anew.
  const self = useCall(
    ['self', token],
    accountCalls.self,
    {},
    {
      enabled: token !== null,
      initialData: () => {
        const { user, isFresh } = useSession.getState()
        return isFresh && user ? user : undefined
      },
      staleTime: 5 * 60_000,
    },
  )
  useEffect(() => {
    if (self.data) updateUser(self.data)
  }, [self.data])

  // Only where notices are on already: its code is of no use to anybody else.
  const userId = self.data?.id
  useEffect(() => {
    if (userId === undefined || !('Notification' in window) || Notification.permission !== 'granted') return
    const renew = async () => (await import('../features/notifications/browser-push.ts')).renewPush()
    // Without it the next start tries again.
    renew().catch(() => {})
  }, [userId])

  return null
}
