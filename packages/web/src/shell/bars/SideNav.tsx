import { DoubleLeftOutlined, DoubleRightOutlined } from '@ant-design/icons'
import { Link, useRouterState } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { recall, remember } from '../../base/stored.ts'
import { menuOf } from '../menu.ts'
import { useMenuSearch } from '../use-menu-search.ts'
import styles from './SideNav.module.css'

/** The main menu of a desk: icons with names, or icons alone. */
export function SideNav() {
  const { t } = useTranslation()
  const { permissions } = useUser()
  const searchOf = useMenuSearch()
  const current = useRouterState({ select: (state) => state.location.pathname })
  const [isFolded, setIsFolded] = useState(() => recall('leftMenuState') === 'folded')
  const fold = () => {
    remember('leftMenuState', isFolded ? 'open' : 'folded')
    setIsFolded(!isFolded)
  }
  const foldLabel = t(isFolded ? 'app.sideNav.unfold' : 'app.sideNav.fold')

  return (
    <nav
      className={`${styles.nav} tw-column tw-spread`}
      data-folded={isFolded}
      aria-label={t('app.menu.title')}
    >
      <ul className="tw-grid tw-gap-4">
        {menuOf(permissions).map(({ path, label, icon: Icon, badge: Badge, covers }) => (
          <li key={path}>
            <Tooltip title={isFolded ? t(label) : ''} placement="right">
              <Link
                to={path}
                search={searchOf(path)}
                className={`${styles.link} tw-text-centre tw-tiny tw-rounded tw-grid`}
                aria-label={t(label)}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
                {...(covers.includes(current) && { 'aria-current': 'page' as const })}
              >
                <span className="tw-middle tw-size-20 tw-relative">
                  <Icon />
                  {Badge && <Badge />}
                </span>
                {!isFolded && <span>{t(label)}</span>}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <Tooltip title={foldLabel} placement="right">
        <button type="button" className={`${styles.fold} tw-rounded`} aria-label={foldLabel} onClick={fold}>
          {isFolded ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
        </button>
      </Tooltip>
    </nav>
  )
}
