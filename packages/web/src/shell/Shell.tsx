import { Outlet, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../base/session.ts'
import { useIsPhone } from '../base/use-is-phone.ts'
import { ChangePasswordDialog } from '../features/accounts/ChangePasswordDialog.tsx'
import { ExportWatch } from '../features/exports/ExportWatch.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PhoneBar } from './bars/PhoneBar.tsx'
import { SideNav } from './bars/SideNav.tsx'
import { TopBar } from './bars/TopBar.tsx'
import { menuOf } from './menu.ts'
import styles from './Shell.module.css'

/** The frame around every screen of /index: rail and top bar on a desk, a bottom bar on a phone. */
export function Shell() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const role = useSession((session) => session.user?.role)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [passwordFor, setPasswordFor] = useState<string | null>(null)
  const changePassword = () => setPasswordFor(path)

  // Between the end of a session and the guard's redirect.
  if (role === undefined) return null
  const hasMenu = menuOf(role).length > 0

  return (
    <div className={styles.shell} data-print="flow">
      <a className={styles.skip} href="#content">
        {t('app.skipToContent')}
      </a>
      {!isPhone && <TopBar onChangePassword={changePassword} />}
      {!isPhone && hasMenu && <SideNav />}
      <main id="content" className={styles.content} data-print="flow" tabIndex={-1}>
        <ErrorBoundary resetKey={path}>
          <Outlet />
        </ErrorBoundary>
      </main>
      {isPhone && <PhoneBar onChangePassword={changePassword} />}
      <ExportWatch />
      {/* It belongs to the page it was opened on: dialogs close on navigation. */}
      <ChangePasswordDialog isOpen={passwordFor === path} onClose={() => setPasswordFor(null)} />
    </div>
  )
}
