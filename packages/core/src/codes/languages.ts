/** Interface languages, in the order the switch shows them, each in its own words. */
export const languages = {
  cn: '简体中文',
  en: 'English',
  vi: 'Tiếng Việt',
  fr: 'Français',
  pt: 'Português',
  'en-IN': 'English (India)',
  es: 'Español',
  km: 'ភាសាខ្មែរ',
  th: 'ไทย',
  ru: 'Русский',
  my: 'မြန်မာ',
} as const

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

/** One text file a language; those that have none yet read English. */
export type TextsByLanguage<T> = { en: T } & { [language in Language]?: T }

/** The texts of a language, or the English ones. */
export function textsIn<T>(texts: TextsByLanguage<T>, language: Language): T {
  return texts[language] ?? texts.en
}

/** Map types a user can store; any other value means Baidu. */
export const mapTypes = ['Google', 'Baidu', 'GaoDe', 'Yandex'] as const
export type MapType = (typeof mapTypes)[number]
