import type { Language } from '@trackway/core/codes/languages.ts'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { useLanguage } from './language.ts'

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
  pt: {
    antd: () => import('antd/es/locale/pt_BR'),
    dayjs: 'pt-br',
    load: () => import('dayjs/locale/pt-br'),
  },
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

/** Has pickers, tables and dialogs speak the language. */
export async function showLibraryLanguage(language: Language): Promise<void> {
  const pack = packs[language]
  const [antd] = await Promise.all([pack.antd(), pack.load?.()])
  dayjs.locale(pack.dayjs)
  useLanguage.setState({ antdLocale: antd.default })
}
