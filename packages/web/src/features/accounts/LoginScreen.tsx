import { Flex, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { chooseTheme, useIsDark } from '../../base/theme.ts'
import { Brand } from '../../ui/Logo.tsx'
import { LanguageMenu } from '../../ui/PreferenceMenus.tsx'
import { Notices } from '../system/Notices.tsx'
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
        <Brand size={36} />
        <div>
          <p>{t('login.claim')}</p>
          <small>{t('login.claimMore')}</small>
        </div>
      </aside>
      <Flex vertical style={{ overflow: 'auto' }}>
        <Notices />
        <Flex align="center" justify="flex-end" gap={8} style={{ padding: 20 }}>
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
        </Flex>
        <main className={styles.main}>
          <h1>{t('login.title')}</h1>
          <LoginForm />
        </main>
      </Flex>
    </div>
  )
}
