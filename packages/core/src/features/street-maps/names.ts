import type { Language } from '../../codes/languages.ts'
import type { Names } from './street-tile.ts'

/** Keys of names in map files by language of the interface, the best first. */
const keysOf: Partial<Record<Language, readonly string[]>> = {
  cn: ['name:zh-Hans', 'name:zh', 'name:zh-Hant'],
  'en-IN': ['name:en', 'name_en'],
  en: ['name:en', 'name_en'],
}
const ownScripts: Partial<Record<Language, RegExp>> = {
  cn: /^[\p{Script=Han}\p{N}\p{P}\s]+$/u,
  ru: /^[\p{Script=Cyrillic}\p{N}\p{P}\s]+$/u,
  th: /^[\p{Script=Thai}\p{N}\p{P}\p{M}\s]+$/u,
  km: /^[\p{Script=Khmer}\p{N}\p{P}\p{M}\s]+$/u,
  my: /^[\p{Script=Myanmar}\p{N}\p{P}\p{M}\s]+$/u,
}
const latin = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}\s]+$/u

/**
 * What something on a map is called in a language: its own name in it, else the local one where its script can be
 * read, else one in Latin letters, else the local one all the same.
 */
export function nameIn(names: Names, language: Language): string {
  const own = (keysOf[language] ?? [`name:${language}`]).map((key) => names[key]).find(Boolean)
  if (own) return own
  const local = names.name ?? ''
  const isRead = local !== '' && (latin.test(local) || ownScripts[language]?.test(local))
  if (isRead) return local
  return (
    names['name:latin'] ??
    names['name:en'] ??
    names.name_en ??
    names.name_int ??
    (local || (Object.values(names)[0] ?? ''))
  )
}
