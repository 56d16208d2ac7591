import type { Language } from '@trackway/core/codes/languages.ts'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { detectLanguage, intlTags, isLanguage, isLanguageForced, useLanguage } from './language.ts'
import { personSignedIn } from './session.ts'
import { recall, remember } from './stored.ts'

/**
 * Texts lie beside what shows them: `texts/<language>.json`, each file holding its own top-level keys, so the
 * key in the file is the key in the code. All files of one language are loaded when it is first needed.
 */
const textFiles = import.meta.glob<Record<string, unknown>>(
  [
    './texts/*.json',
    '../ui/texts/*.json',
    '../map/texts/*.json',
    '../features/*/texts/*.json',
    // What the server also writes into files.
    '../../../core/src/{alarms,reports,readings,rules}/texts/*.json',
  ],
  { import: 'default' },
)

/** What antd and dayjs have to say in each language; en-IN reads antd's English. */
const packs: Record<
  Language,
  { antd: () => Promise<{ default: Locale }>; dayjs: string; load?: () => Promise<unknown> }
> = {
  cn: {
    antd: () => import('antd/es/locale/zh_CN'),
    dayjs: 'zh-cn',
    load: () => import('dayjs/locale/zh-cn'),
  },
  en: { antd: () => import('antd/es/locale/en_US'), dayjs: 'en' },
  vi: { antd: () => import('antd/es/locale/vi_VN'), dayjs: 'vi', load: () => import('dayjs/locale/vi') },
  fr: { antd: () => import('antd/es/locale/fr_FR'), dayjs: 'fr', load: () => import('dayjs/locale/fr') },
  pt: { antd: () => import('antd/es/locale/pt_PT'), dayjs: 'pt', load: () => import('dayjs/locale/pt') },
  'en-IN': {
    antd: () => import('antd/es/locale/en_US'),
    dayjs: 'en-in',
    load: () => import('dayjs/locale/en-in'),
  },
  es: { antd: () => import('antd/es/locale/es_ES'), dayjs: 'es', load: () => import('dayjs/locale/es') },
  km: { antd: () => import('antd/es/locale/km_KH'), dayjs: 'km', load: () => import('dayjs/locale/km') },
  th: { antd: () => import('antd/es/locale/th_TH'), dayjs: 'th', load: () => import('dayjs/locale/th') },
  ru: { antd: () => import('antd/es/locale/ru_RU'), dayjs: 'ru', load: () => import('dayjs/locale/ru') },
  my: { antd: () => import('antd/es/locale/my_MM'), dayjs: 'my', load: () => import('dayjs/locale/my') },
}

/** The language every key exists in besides Chinese: what the other nine fall back to. */
const fallback = 'en'

export async function startLanguages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    fallbackLng: fallback,
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  })
  await showLanguage(chosenLanguage())
}

/** Switches the page and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  remember('useLang', language)
  await showLanguage(chosenLanguage())
}

/** The stored choice, else the browser's; factory roles get Chinese. Call again when the user changes. */
export function chosenLanguage(): Language {
  // Who acts as another account goes on reading his own language.
  const user = personSignedIn()
  if (isLanguageForced(user?.role)) return 'cn'
  const stored = recall('useLang')
  if (isLanguage(stored)) return stored
  return user?.language ?? detectLanguage(navigator.languages)
}

export async function showLanguage(language: Language): Promise<void> {
  const pack = packs[language]
  const [antd] = await Promise.all([
    pack.antd(),
    pack.load?.(),
    loadTexts(language),
    language === 'cn' || language === fallback ? null : loadTexts(fallback),
  ])
  dayjs.locale(pack.dayjs)
  await i18next.changeLanguage(language)
  document.documentElement.lang = intlTags[language]
  useLanguage.setState({ language, antdLocale: antd.default })
}

async function loadTexts(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return
  const ending = `/texts/${language}.json`
  const loaders = Object.entries(textFiles).flatMap(([path, load]) => (path.endsWith(ending) ? [load()] : []))
  const texts = Object.assign({}, ...(await Promise.all(loaders)))
  i18next.addResourceBundle(language, 'translation', texts)
}
