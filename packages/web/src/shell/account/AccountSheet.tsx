import {
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  RightOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { type Language, languageCodes, languages } from '@trackway/core/codes/languages.ts'
import { Drawer, Flex, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../../base/i18n.ts'
import { isLanguageForced, useLanguage } from '../../base/language.ts'
import { useUser } from '../../base/session.ts'
import { chooseTheme, useThemeChoice } from '../../base/theme/theme.ts'
import { logout } from '../../features/accounts/logout.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { themeChoices } from '../../ui/PreferenceMenus.tsx'
import { useMenu } from '../menu/use-menu.ts'
import { useMenuSearch } from '../menu/use-menu-search.ts'
import styles from './AccountSheet.module.css'
import { Avatar } from './Avatar.tsx'
import { SignedInUser } from './SignedInUser.tsx'

interface AccountSheetProps {
  isOpen: boolean
  onClose: () => void
  onChangePassword: () => void
}

/** On a phone: who is signed in, the sections without a place in the bar, and the preferences. */
export function AccountSheet({ isOpen, onClose, onChangePassword }: AccountSheetProps) {
  const { t } = useTranslation()
  const user = useUser()
  const { menu } = useMenu()
  const searchOf = useMenuSearch()
  const language = useLanguage((state) => state.language)
  const choice = useThemeChoice((state) => state.choice)
  const name = user.nickname || user.username

  return (
    <Drawer title={t('app.me.title')} placement="bottom" size="100%" open={isOpen} onClose={onClose}>
      <Flex vertical gap={16}>
        <Flex align="center" gap={12}>
          <Avatar name={name} size={48} />
          <SignedInUser />
        </Flex>

        <Panel isFlush>
          {menu
            .filter(({ phone }) => phone === undefined)
            .map(({ path, label, icon: Icon, badge: Badge }) => (
              <Link
                key={path}
                to={path}
                search={searchOf(path)}
                className={`${styles.row} tw-row tw-row-button tw-gap-12`}
                onClick={onClose}
              >
                <span className="tw-relative">
                  <Icon />
                  {Badge && <Badge />}
                </span>
                <span>{t(label)}</span>
                <RightOutlined className="tw-faint" />
              </Link>
            ))}
        </Panel>

        <Panel isFlush>
          {!isLanguageForced(user.role) && (
            <div className={`${styles.row} tw-row tw-row-button tw-gap-12`}>
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
          <div className={`${styles.row} tw-row tw-row-button tw-gap-12`}>
            <span id="me-theme">{t('app.theme.title')}</span>
            <Segmented
              aria-labelledby="me-theme"
              value={choice}
              options={themeChoices.map((value) => ({ value, label: t(`app.theme.${value}`) }))}
              onChange={chooseTheme}
            />
          </div>
        </Panel>

        <Panel isFlush>
          <Link
            to="/index/personal/$tab"
            params={{ tab: 'profile' }}
            className={`${styles.row} tw-row tw-row-button tw-gap-12`}
            onClick={onClose}
          >
            <UserOutlined />
            <span>{t('profile.title')}</span>
            <RightOutlined className="tw-faint" />
          </Link>
          <Link
            to="/index/help/$page"
            params={{ page: 'app' }}
            className={`${styles.row} tw-row tw-row-button tw-gap-12`}
            onClick={onClose}
          >
            <QuestionCircleOutlined />
            <span>{t('help.title')}</span>
            <RightOutlined className="tw-faint" />
          </Link>
          <button
            type="button"
            className={`${styles.row} tw-row tw-row-button tw-gap-12`}
            disabled={user.isDemo}
            onClick={() => {
              onClose()
              onChangePassword()
            }}
          >
            <KeyOutlined />
            <span>{t('account.changePassword')}</span>
            {user.isDemo ? <small>{t('app.me.notForDemo')}</small> : <RightOutlined className="tw-faint" />}
          </button>
          <button
            type="button"
            className={`${styles.row} tw-danger tw-row tw-row-button tw-gap-12`}
            onClick={logout}
          >
            <LogoutOutlined />
            <span>{t('app.logout')}</span>
          </button>
        </Panel>
      </Flex>
    </Drawer>
  )
}
