import { BulbOutlined, GlobalOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { type Language, languageCodes, languages } from '@trackway/core/codes/languages.ts'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../base/i18n.ts'
import { isLanguageForced, useLanguage } from '../base/language.ts'
import { useSession } from '../base/session.ts'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../base/theme/theme.ts'

const themeIcons = { system: BulbOutlined, light: SunOutlined, dark: MoonOutlined }
export const themeChoices = Object.keys(themeIcons) as ThemeChoice[]

export function LanguageMenu() {
  const { t } = useTranslation()
  const language = useLanguage((state) => state.language)
  const isForced = useSession((session) => isLanguageForced(session.user?.role))
  if (isForced) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: languageCodes.map((code) => ({ key: code, label: languages[code] })),
        selectable: true,
        selectedKeys: [language],
        onClick: ({ key }) => void chooseLanguage(key as Language),
      }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined />}
        aria-label={`${t('app.language')}: ${languages[language]}`}
      >
        <span lang={language === 'cn' ? 'zh-CN' : language} className="tw-not-when-narrow">
          {languages[language]}
        </span>
      </Button>
    </Dropdown>
  )
}

export function ThemeMenu() {
  const { t } = useTranslation()
  const choice = useThemeChoice((state) => state.choice)
  const Icon = themeIcons[choice]
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: themeChoices.map((key) => {
          const ItemIcon = themeIcons[key]
          return { key, icon: <ItemIcon />, label: t(`app.theme.${key}`) }
        }),
        selectable: true,
        selectedKeys: [choice],
        onClick: ({ key }) => chooseTheme(key as ThemeChoice),
      }}
    >
      <Button type="text" icon={<Icon />} aria-label={t('app.theme.title')} />
    </Dropdown>
  )
}
