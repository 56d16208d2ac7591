import { KeyOutlined, LogoutOutlined, RightOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { type Language, languageCodes, languages } from '@trackway/core/codes/languages.ts'
import { roleNames } from '@trackway/core/codes/roles.ts'
import { Drawer, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../../base/i18n.ts'
import { isLanguageForced, useLanguage } from '../../base/language.ts'
import { logout } from '../../base/logout.ts'
import { useUser } from '../../base/session.ts'
import { chooseTheme, useThemeChoice } from '../../base/theme.ts'
import { themeChoices } from '../../ui/PreferenceMenus.tsx'
import { menuOf } from '../menu.ts'
import accountMenuStyles from './AccountMenu.module.css'
import styles from './AccountSheet.module.css'
import { Avatar } from './Avatar.tsx'

interface AccountSheetProps {
  isOpen: boolean
  onClose: () => void
  onChangePassword: () => void
}

/** On a phone: who is signed in, the screens without a place in the bar, and the preferences. */
export function AccountSheet({ isOpen, onClose, onChangePassword }: AccountSheetProps) {
  const { t } = useTranslation()
  const user = useUser()
  const language = useLanguage((state) => state.language)
  const choice = useThemeChoice((state) => state.choice)
  const name = user.nickname || user.username

  return (
    <Drawer title={t('app.me.title')} placement="bottom" size="100%" open={isOpen} onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <Avatar name={name} size={48} />
          <div className={accountMenuStyles.who}>
            <strong>{name}</strong>
            <span>
              {user.nickname && `${user.username} · `}
              {t(`role.${roleNames[user.role]}`)}
            </span>
          </div>
        </div>

        <div className={styles.group}>
          {menuOf(user.role)
            .filter((entry) => entry.phone.length === 0)
            .map(({ path, label, icon: Icon }) => (
              <Link key={path} to={path} className={styles.row} onClick={onClose}>
                <Icon />
                <span>{t(label)}</span>
                <RightOutlined />
              </Link>
            ))}
        </div>

        <div className={styles.group}>
          {!isLanguageForced(user.role) && (
            <div className={styles.row}>
              <label htmlFor="me-language">{t('app.language')}</label>
              <Select
                id="me-language"
                value={language}
                variant="borderless"
                options={languageCodes.map((code) => ({ value: code, label: languages[code] }))}
                onChange={(code: Language) => void chooseLanguage(code)}
                popupMatchSelectWidth={false}
              />
            </div>
          )}
          <div className={styles.row}>
            <span id="me-theme">{t('app.theme.title')}</span>
            <Segmented
              aria-labelledby="me-theme"
              value={choice}
              options={themeChoices.map((value) => ({ value, label: t(`app.theme.${value}`) }))}
              onChange={chooseTheme}
            />
          </div>
        </div>

        <div className={styles.group}>
          <button
            type="button"
            className={styles.row}
            disabled={user.isDemo}
            onClick={() => {
              onClose()
              onChangePassword()
            }}
          >
            <KeyOutlined />
            <span>{t('account.changePassword')}</span>
            {user.isDemo ? <small>{t('app.me.notForDemo')}</small> : <RightOutlined />}
          </button>
          <button type="button" className={`${styles.row} ${styles.danger}`} onClick={logout}>
            <LogoutOutlined />
            <span>{t('app.logout')}</span>
          </button>
        </div>
      </div>
    </Drawer>
  )
}
