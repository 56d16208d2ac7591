import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { chooseTheme, useIsDark } from '../../base/theme.ts'
import { Logo } from '../../ui/Logo.tsx'
import { LanguageMenu } from '../../ui/PreferenceMenus.tsx'
import { LoginForm } from './LoginForm.tsx'
import { LoginPicture } from './LoginPicture.tsx'
import styles from './LoginScreen.module.css'

export function LoginScreen() {
  const { t } = useTranslation()
  const isDark = useIsDark()
  return (
    <div className={styles.login}>
      <aside className={styles.brand}>
        <LoginPicture />
        <div className={styles.name}>
          <Logo size={36} />
          <span>Trackway</span>
        </div>
        <div className={styles.claim}>
          <p>{t('login.claim')}</p>
          <small>{t('login.claimMore')}</small>
        </div>
      </aside>
      <div className={styles.side}>
        <div className={styles.tools}>
          <LanguageMenu />
          <Segmented
            aria-label={t('app.theme.title')}
            value={isDark ? 'dark' : 'light'}
            options={[
              { value: 'light', label: t('app.theme.light') },
              { value: 'dark', label: t('app.theme.dark') },
            ]}
            onChange={(value) => chooseTheme(value as 'light' | 'dark')}
          />
        </div>
        <main className={styles.main}>
          <h1>{t('login.title')}</h1>
          <LoginForm />
        </main>
      </div>
    </div>
  )
}
