import { SearchOutlined, UserOutlined } from '@ant-design/icons'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhenOpened } from '../../base/WhenOpened.tsx'
import { phoneLinkAt } from '../menu/menu.ts'
import { useMenu } from '../menu/use-menu.ts'
import { useMenuSearch } from '../menu/use-menu-search.ts'
import styles from './PhoneBar.module.css'
import type { BarProps } from './TopBar.tsx'

const AccountSheet = lazy(async () => ({
  default: (await import('../account/AccountSheet.tsx')).AccountSheet,
}))

/** The bottom bar of a phone: the screens used on the move, and "Me" for everything else. */
export function PhoneBar({ onChangePassword, onSearch }: BarProps) {
  const { t } = useTranslation()
  const { menu } = useMenu()
  const searchOf = useMenuSearch()
  const [isMeOpen, setIsMeOpen] = useState(false)
  const { pathname, search } = useRouterState({ select: (state) => state.location })
  const current = phoneLinkAt(menu, pathname, search)
  return (
    <nav
      className={`${styles.bar} tw-flex tw-gap-0 tw-line-above tw-surface`}
      aria-label={t('app.menu.title')}
    >
      {menu.flatMap(({ path, badge: Badge, phone = [] }) =>
        phone.map(({ label, icon: Icon, search }) => (
          <Link
            key={label}
            to={path}
            // A button with an address of its own leads to that, and not to the vehicle.
            search={search ? { ...searchOf(path), terminalID: undefined, ...search } : searchOf(path)}
            className={`${styles.link} tw-muted tw-tiny tw-grid`}
            // By itself the router would also light the button of which the address is a special case.
            activeOptions={{ exact: true }}
            aria-current={label === current ? 'page' : undefined}
          >
            <span className="tw-relative">
              <Icon />
              {Badge && <Badge />}
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
        <span className="tw-relative">
          <UserOutlined />
          {menu
            .filter(({ phone }) => phone === undefined)
            .map(({ name, badge: Badge }) => Badge && <Badge key={name} />)}
        </span>
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
