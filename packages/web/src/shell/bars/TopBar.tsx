import { SearchOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { AlarmBell } from '../../features/alarms/live/AlarmBell.tsx'
import { AlarmToasts } from '../../features/alarms/live/AlarmToasts.tsx'
import { ReadyNote } from '../../features/exports/ReadyNote.tsx'
import { Brand } from '../../ui/Logo.tsx'
import { LanguageMenu, ThemeMenu } from '../../ui/PreferenceMenus.tsx'
import { AccountMenu } from '../account/AccountMenu.tsx'
import styles from './TopBar.module.css'

export interface BarProps {
  onChangePassword: () => void
  onSearch: () => void
}

export function TopBar({ onChangePassword, onSearch }: BarProps) {
  const { t } = useTranslation()
  return (
    <header className={`${styles.bar} tw-row tw-line-below tw-surface tw-gap-16`}>
      <Link to="/redirect" aria-label={t('app.toHome')}>
        <Brand />
      </Link>
      <button
        type="button"
        className={`${styles.search} tw-row tw-muted tw-shrink tw-box`}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={onSearch}
      >
        <SearchOutlined />
        <span className="tw-grow tw-not-when-narrow tw-ellipsis">{t('search.field')}</span>
        <span className={`${styles.short} tw-grow`}>{t('search.short')}</span>
        <kbd>/</kbd>
      </button>
      <div className={`${styles.notices} tw-flex tw-gap-0 tw-shrink tw-to-end`}>
        <AlarmToasts />
        <ReadyNote />
      </div>
      <Flex gap={4} className="tw-rigid">
        <AlarmBell />
        <LanguageMenu />
        <ThemeMenu />
        <AccountMenu onChangePassword={onChangePassword} />
      </Flex>
    </header>
  )
}
