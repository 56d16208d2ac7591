import { DoubleLeftOutlined, DoubleRightOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMenu } from '../menu/use-menu.ts'
import { useMenuSearch } from '../menu/use-menu-search.ts'
import styles from './SideNav.module.css'

interface SideNavProps {
  isFolded: boolean
  onFold: () => void
}

/** The sections of the main menu on a desk: icons with names, or icons alone. */
export function SideNav({ isFolded, onFold }: SideNavProps) {
  const { t } = useTranslation()
  const { menu, place } = useMenu()
  const searchOf = useMenuSearch()
  const foldLabel = t(isFolded ? 'app.sideNav.unfold' : 'app.sideNav.fold')

  return (
    <nav
      className={`${styles.nav} tw-column tw-spread`}
      data-folded={isFolded}
      aria-label={t('app.menu.title')}
    >
      <ul className={`${styles.sections} tw-grid`}>
        {menu.map(({ name, path, label, icon: Icon, badge: Badge, isApart = false }, at) => (
          <li key={name} data-apart={isApart && at > 0 && !menu[at - 1]!.isApart}>
            <Tooltip title={isFolded ? t(label) : ''} placement="right">
              <Link
                to={path}
                search={searchOf(path)}
                className={`${styles.link} tw-text-centre tw-tiny tw-rounded tw-grid`}
                aria-label={t(label)}
                // By itself the router would light the first screen of a section alone.
                activeOptions={{ exact: true }}
                aria-current={place?.section.name === name ? 'page' : undefined}
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
        <button type="button" className={`${styles.fold} tw-rounded`} aria-label={foldLabel} onClick={onFold}>
          {isFolded ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
        </button>
      </Tooltip>
    </nav>
  )
}
