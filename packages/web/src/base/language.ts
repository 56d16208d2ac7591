import { type Language, languageCodes } from '@trackway/core/codes/languages.ts'
import { chineseRoles, type RoleId } from '@trackway/core/codes/roles.ts'
import type { Locale } from 'antd/es/locale'
import { create } from 'zustand'

/** The language of the page and antd's own texts in it. `i18n.ts` changes it. */
export const useLanguage = create<{ language: Language; antdLocale: Locale | undefined }>(() => ({
  language: 'cn',
  antdLocale: undefined,
}))

/** BCP 47 tags by language: what `lang`, `Accept-Language` and the rules of plurals understand. */
export const languageTags: Record<Language, string> = {
  cn: 'zh-CN',
  en: 'en-US',
  vi: 'vi-VN',
  fr: 'fr-FR',
  pt: 'pt-BR',
  'en-IN': 'en-IN',
  es: 'es-ES',
  km: 'km-KH',
  th: 'th-TH',
  ru: 'ru-RU',
  my: 'my-MM',
}

/** Tags for `Intl`: years of our era in Thai, digits that the other columns have in Burmese (glossary, section 4). */
export const intlTags: Record<Language, string> = {
  ...languageTags,
  th: 'th-TH-u-ca-gregory-nu-latn',
  km: 'km-KH-u-nu-latn',
  my: 'my-MM-u-nu-latn',
}

export function isLanguage(value: unknown): value is Language {
  return languageCodes.includes(value as Language)
}

/** The first of the browser's languages that there is, else Chinese. */
export function detectLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    if (isLanguage(tag)) return tag
    const primary = tag.toLowerCase().split('-')[0]
    if (primary === 'zh') return 'cn'
    if (isLanguage(primary)) return primary
  }
  return 'cn'
}

/** Some factory roles always see Chinese; the switch is hidden for them. */
export function isLanguageForced(role: RoleId | undefined): boolean {
  return role !== undefined && chineseRoles.includes(role)
}
