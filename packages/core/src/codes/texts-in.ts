import type { Language } from './languages.ts'

/** One text file a language; those that have none yet read English. */
export type TextsByLanguage<T> = { en: T } & { [language in Language]?: T }

/** The texts of a language, or the English ones. */
export function textsIn<T>(texts: TextsByLanguage<T>, language: Language): T {
  return texts[language] ?? texts.en
}
