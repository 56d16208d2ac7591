// First, for the styles of a part override it.
import '../base/theme/theme.css'
import { lazy, StrictMode, Suspense, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { restoreChosenAccount } from '../base/chosen/account.ts'
import { restoreChosenDevice } from '../base/chosen/device.ts'
import { completeLanguages, startLanguages } from '../base/i18n.ts'
import { followOtherTabs, restoreSession, useSession } from '../base/session.ts'
import { openStored } from '../base/stored.ts'
import { applyTheme, useIsDark } from '../base/theme/theme.ts'
import { pathAtHost, pathOfProduct } from '../base/web-paths.ts'
import { LoginScreen } from '../features/accounts/sign-in/LoginScreen.tsx'
import { pathOfSignIn } from './after-login.ts'
import { ensureTemporal } from './temporal.ts'

const Providers = lazy(async () => {
  const [{ Providers }] = await Promise.all([import('../ui/layout/Providers.tsx'), completeLanguages()])
  return { default: Providers }
})

/** What strangers see first: it needs neither router nor parts, which come while they type. */
function SignInPage() {
  const isDark = useIsDark()
  useLayoutEffect(() => applyTheme(isDark), [isDark])
  return (
    <Suspense>
      <LoginScreen around={Providers} />
    </Suspense>
  )
}

await Promise.all([openStored(), ensureTemporal()])
restoreSession()
restoreChosenAccount()
restoreChosenDevice()
await startLanguages()

const root = createRoot(document.getElementById('root')!)
const openApp = async () => {
  const [{ App }] = await Promise.all([import('./App.tsx'), completeLanguages()])
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
const { pathname, search, hash } = location
const signInPath =
  useSession.getState().token === null
    ? pathOfSignIn({ pathname: pathOfProduct(pathname), search, hash })
    : null
if (signInPath === null) await openApp()
else {
  history.replaceState(null, '', pathAtHost(signInPath))
  root.render(
    <StrictMode>
      <SignInPage />
    </StrictMode>,
  )
  const stopFollowing = followOtherTabs()
  const stop = useSession.subscribe(({ token }) => {
    if (token === null) return
    stop()
    stopFollowing()
    void openApp()
  })
  requestIdleCallback(() => void import('./App.tsx'))
}
