import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/Logo.tsx'
import { LanguageMenu, ThemeMenu } from '../../ui/PreferenceMenus.tsx'
import { AccountMenu } from '../account/AccountMenu.tsx'
import styles from './TopBar.module.css'

export function TopBar({ onChangePassword }: { onChangePassword: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={styles.bar}>
      <Link to="/redirect" className={styles.brand} aria-label={t('app.toHome')}>
        <Logo />
        <span>Trackway</span>
      </Link>
      <div className={styles.tools}>
        <LanguageMenu />
        <ThemeMenu />
        <AccountMenu onChangePassword={onChangePassword} />
      </div>
    </header>
  )
}
