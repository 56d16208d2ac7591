import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../base/session.ts'
import { recall, remember } from '../base/stored.ts'
import { useIsNarrow, useIsPhone } from '../base/use-is-phone.ts'
import { WhenOpened } from '../base/WhenOpened.tsx'
import { ActingBanner } from '../features/accounts/ActingBanner.tsx'
import { AlarmToasts } from '../features/alarms/live/AlarmToasts.tsx'
import { AlarmWatch } from '../features/alarms/live/AlarmWatch.tsx'
import { PinnedAlarms } from '../features/alarms/live/PinnedAlarms.tsx'
import { ExportWatch } from '../features/exports/ExportWatch.tsx'
import { ReadyNote } from '../features/exports/ReadyNote.tsx'
import { useSearchPalette } from '../features/search/use-search-palette.ts'
import { Notices } from '../features/system/Notices.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { ListFileContext } from '../ui/list/list-file.ts'
import { PhoneBar } from './bars/PhoneBar.tsx'
import { SectionNav } from './bars/SectionNav.tsx'
import { SideNav } from './bars/SideNav.tsx'
import { TopBar } from './bars/TopBar.tsx'
import { menuOf } from './menu/menu.ts'
import { useMenuSearch } from './menu/use-menu-search.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { ServiceNotices } from './ServiceNotices.tsx'
import styles from './Shell.module.css'
import { ShellKeys } from './ShellKeys.tsx'
import { StorageBanner } from './StorageBanner.tsx'

const LateExportButton = lazy(async () => ({
  default: (await import('../features/exports/ExportButton.tsx')).ExportButton,
}))
const ExportButton = (props: ComponentProps<typeof LateExportButton>) => (
  <Suspense>
    <LateExportButton {...props} />
  </Suspense>
)
const ChangePasswordDialog = lazy(async () => ({
  default: (await import('../features/accounts/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}))
const FirstPasswordScreen = lazy(async () => ({
  default: (await import('../features/accounts/FirstPasswordScreen.tsx')).FirstPasswordScreen,
}))
const loadPalette = () => import('../features/search/SearchPalette.tsx')
const SearchPalette = lazy(async () => ({ default: (await loadPalette()).SearchPalette }))

/** By then the first screen is there. */
const loadRestAfterMs = 2_000

/** The frame around every screen of /index and /test: rail and top bar on a desk, a bottom bar on a phone. */
export function Shell() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const permissions = useSession((session) => session.user?.permissions)
  const mustChange = useSession((session) => session.user?.mustChangePassword ?? false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [passwordFor, setPasswordFor] = useState<string | null>(null)
  const changePassword = () => setPasswordFor(path)
  const { open: search, palette } = useSearchPalette()
  useEffect(() => {
    const timer = setTimeout(loadPalette, loadRestAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const searchOf = useMenuSearch()
  const [isFolded, setIsFolded] = useState(() => recall('leftMenuState') === 'folded')
  const isStrip = useIsNarrow() || isFolded

  // Between the end of a session and the guard's redirect.
  if (permissions === undefined) return null
  const menu = menuOf(permissions)
  const hasMenu = menu.length > 0
  if (mustChange)
    return (
      <Suspense>
        <FirstPasswordScreen />
      </Suspense>
    )

  return (
    <div className={`${styles.shell} tw-full-height`} data-print="flow">
      <button
        type="button"
        className={`${styles.skip} tw-padded-strip tw-surface tw-rounded`}
        // No link: one that names nothing but a part would be read from the product's start, not from this page.
        onClick={() => document.getElementById('content')?.focus()}
      >
        {t('app.skipToContent')}
      </button>
      {!isPhone && <TopBar onChangePassword={changePassword} onSearch={search} />}
      {!isPhone && hasMenu && (
        <SideNav
          isFolded={isFolded}
          onFold={() => {
            remember('leftMenuState', isFolded ? 'open' : 'folded')
            setIsFolded(!isFolded)
          }}
        />
      )}
      <div className={`${styles.content} tw-shrink tw-shrink-down`} data-strip={isStrip} data-print="flow">
        <div className={styles.banners}>
          <PinnedAlarms />
          <OfflineBanner />
          <ActingBanner />
          <StorageBanner />
          <Notices />
          <ServiceNotices />
        </div>
        <SectionNav isStrip={isStrip} />
        <main
          id="content"
          className={`${styles.screen} tw-scroll tw-relative tw-shrink-down`}
          data-print="flow"
          tabIndex={-1}
        >
          <ErrorBoundary resetKey={path}>
            <ListFileContext value={ExportButton}>
              <Outlet />
            </ListFileContext>
          </ErrorBoundary>
        </main>
        {isPhone && (
          <div className={`${styles.notices} tw-flex tw-gap-0`}>
            <AlarmToasts />
            <ReadyNote />
          </div>
        )}
      </div>
      {isPhone && <PhoneBar onChangePassword={changePassword} onSearch={search} />}
      <ShellKeys />
      <ExportWatch />
      <AlarmWatch />
      <WhenOpened isOpen={palette.isOpen}>
        <SearchPalette
          {...palette}
          screens={menu.flatMap(({ icon: Icon, entries }) =>
            entries.map(({ path, label }) => ({
              path,
              name: t(label),
              icon: <Icon />,
              search: searchOf(path),
            })),
          )}
        />
      </WhenOpened>
      {/* It belongs to the page it was opened on: dialogs close on navigation. */}
      <WhenOpened isOpen={passwordFor === path}>
        <ChangePasswordDialog isOpen={passwordFor === path} onClose={() => setPasswordFor(null)} />
      </WhenOpened>
    </div>
  )
}
