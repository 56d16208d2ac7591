import { type Language, languageCodes, languages } from '@trackway/core/codes/languages.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../../../base/i18n.ts'
import { useLanguage } from '../../../base/language.ts'
import { chooseTheme, useIsDark } from '../../../base/theme/theme.ts'
import { Brand } from '../../../ui/Logo.tsx'
import { readAtSignIn } from '../../system/notices-at-sign-in.ts'
import { LoginForm, type LoginFormProps } from './LoginForm.tsx'
import { LoginPicture } from './LoginPicture.tsx'
import styles from './LoginScreen.module.css'

export function LoginScreen({ around }: LoginFormProps) {
  const { t } = useTranslation()
  return (
    <div className={`${styles.login} tw-full-height tw-surface`}>
      <aside className={`${styles.brand} tw-column tw-spread tw-relative tw-clip`}>
        <LoginPicture />
        <Brand size={36} />
        <div>
          <p>{t('login.claim')}</p>
          <small>{t('login.claimMore')}</small>
        </div>
      </aside>
      <div className="tw-column tw-scroll">
        <Notices />
        <Preferences />
        <main className={styles.main}>
          <h1>{t('login.title')}</h1>
          <LoginForm {...(around && { around })} />
        </main>
      </div>
    </div>
  )
}

function Preferences() {
  const { t } = useTranslation()
  const isDark = useIsDark()
  const language = useLanguage((state) => state.language)
  return (
    <header className={`${styles.preferences} tw-row tw-gap-12 tw-to-end`}>
      <select
        aria-label={t('app.language')}
        value={language}
        onChange={({ target }) => void chooseLanguage(target.value as Language)}
      >
        {languageCodes.map((code) => (
          <option key={code} value={code}>
            {languages[code]}
          </option>
        ))}
      </select>
      <fieldset aria-label={t('app.theme.title')}>
        {(['light', 'dark'] as const).map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={isDark === (choice === 'dark')}
            onClick={() => chooseTheme(choice)}
          >
            {t(`app.theme.${choice}`)}
          </button>
        ))}
      </fieldset>
    </header>
  )
}

/** Notices to everybody, shown before sign-in. */
function Notices() {
  const language = useLanguage((state) => state.language)
  const [list, setList] = useState<Awaited<ReturnType<typeof readAtSignIn>>>([])
  useEffect(() => {
    const aborter = new AbortController()
    // Signing in needs none of them, and they are shown again after it.
    readAtSignIn(language, aborter.signal).then(setList, () => {})
    return () => aborter.abort()
  }, [language])
  return list.map(({ id, text }) => (
    <p key={id} role="status" className="tw-soft tw-padded-line tw-pre-wrap tw-flat">
      {text}
    </p>
  ))
}
