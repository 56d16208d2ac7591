import { SearchOutlined, UserOutlined } from '@ant-design/icons'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { WhenOpened } from '../../base/WhenOpened.tsx'
import { menuOf, phoneLinkAt } from '../menu.ts'
import { useMenuSearch } from '../use-menu-search.ts'
import styles from './PhoneBar.module.css'
import type { BarProps } from './TopBar.tsx'

const AccountSheet = lazy(async () => ({
  default: (await import('../account/AccountSheet.tsx')).AccountSheet,
}))

/** The bottom bar of a phone: the screens used on the move, and "Me" for everything else. */
export function PhoneBar({ onChangePassword, onSearch }: BarProps) {
  const { t } = useTranslation()
  const { permissions } = useUser()
  const searchOf = useMenuSearch()
  const [isMeOpen, setIsMeOpen] = useState(false)
  const { pathname, search } = useRouterState({ select: (state) => state.location })
  const current = phoneLinkAt(menuOf(permissions), pathname, search)
  return (
    <nav
      className={`${styles.bar} tw-flex tw-gap-0 tw-line-above tw-surface`}
      aria-label={t('app.menu.title')}
    >
      {menuOf(permissions).flatMap((entry) =>
        entry.phone.map(({ label, icon: Icon, search }) => (
          <Link
            key={label}
            to={entry.path}
            // A button with an address of its own leads to that, and not to the vehicle.
            search={
              search ? { ...searchOf(entry.path), terminalID: undefined, ...search } : searchOf(entry.path)
            }
            className={`${styles.link} tw-muted tw-tiny tw-grid`}
            // By itself the router would also light the button of which the address is a special case.
            activeOptions={{ exact: true }}
            aria-current={label === current ? 'page' : undefined}
          >
            <span className="tw-relative">
              <Icon />
              {entry.badge && <entry.badge />}
            </span>
            <span>{t(label)}</span>
          </Link>
        )),
      )}
      <button
        type="button"
        className={`${styles.link} tw-muted tw-tiny tw-grid`}
        aria-haspopup="dialog"
        onClick={onSearch}
      >
        <SearchOutlined />
        <span>{t('search.short')}</span>
      </button>
      <button
        type="button"
        className={`${styles.link} tw-muted tw-tiny tw-grid`}
        aria-haspopup="dialog"
        aria-expanded={isMeOpen}
        onClick={() => setIsMeOpen(true)}
      >
        <UserOutlined />
        <span>{t('app.me.title')}</span>
      </button>
      <WhenOpened isOpen={isMeOpen}>
        <AccountSheet
          isOpen={isMeOpen}
          onClose={() => setIsMeOpen(false)}
          onChangePassword={onChangePassword}
        />
      </WhenOpened>
    </nav>
  )
}
