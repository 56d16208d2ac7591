import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo } from '../ui/Logo.tsx'
import { LanguageMenu, ThemeMenu } from '../ui/PreferenceMenus.tsx'
import { AccountMenu } from './AccountMenu.tsx'

export function TopBar({ onChangePassword }: { onChangePassword: () => void }) {
  const { t } = useTranslation()
  return (
    <header className="tw-top-bar">
      <Link to="/redirect" className="tw-brand" aria-label={t('app.toHome')}>
        <Logo />
        <span>Trackway</span>
      </Link>
      <div className="tw-top-tools">
        <LanguageMenu />
        <ThemeMenu />
        <AccountMenu onChangePassword={onChangePassword} />
      </div>
    </header>
  )
}
