import type { Language } from '@trackway/core/codes/languages.ts'
import type { Names } from './street-features.ts'

/** The keys of names in a user's language, best first. */
const keys: Record<Language, readonly string[]> = {
  cn: ['name:zh-Hans', 'name:zh', 'name:zh-Hant'],
  en: ['name:en', 'name_en'],
  'en-IN': ['name:en', 'name_en'],
  vi: ['name:vi'],
  fr: ['name:fr'],
  pt: ['name:pt'],
  es: ['name:es'],
  km: ['name:km'],
  th: ['name:th'],
  ru: ['name:ru'],
  my: ['name:my'],
}

const others = ['name:latin', 'name:en', 'name_en', 'name_int', 'name']

/** Letters that a reader of the language reads, beside Latin ones, which all can. */
const scripts: Partial<Record<Language, RegExp>> = {
  cn: /\p{Script=Han}/u,
  km: /\p{Script=Khmer}/u,
  th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u,
  my: /\p{Script=Myanmar}/u,
}
const foreign = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** What a thing is called for this user; what nobody translated, as it is called there if one can read that. */
export function nameIn(language: Language, names: Names): string {
  for (const key of keys[language]) {
    const name = names[key]
    if (typeof name === 'string' && name) return name
  }
  const local = names.name
  if (typeof local === 'string' && local && (!foreign.test(local) || scripts[language]?.test(local)))
    return local
  for (const key of others) {
    const name = names[key]
    if (typeof name === 'string' && name) return name
  }
  return ''
}
