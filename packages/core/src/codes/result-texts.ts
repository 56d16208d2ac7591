import { type Language, languageCodes, type TextsByLanguage, textsIn } from './languages.ts'
import type { ResultName } from './results.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

/**
 * Texts of the result codes: in the replies of the API, and in the web app's notices of a refusal. Without a reply
 * the web app shows `network` or `timeout`, which are among them.
 * The wording is what outside tools show.
 */
const texts: TextsByLanguage<Record<ResultName, string>> = { cn: cn.result, en: en.result }

/** @param count for texts that name a number */
export function resultText(name: ResultName, language: Language, count?: number): string {
  return textsIn(texts, language)[name].replace('{{count}}', String(count ?? ''))
}

/**
 * The language of an `Accept-Language` header: the most preferred one that the product has.
 * @returns null when it names none of them
 */
export function preferredLanguage(header: string | undefined): Language | null {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) || 0 }
    })
    .filter((one) => one.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of preferences) {
    const own = languageOfTag(tag)
    if (own !== null) return own
  }
  return null
}

// Our code for Chinese is the specification's `cn`; the tag browsers send is `zh`.
function languageOfTag(tag: string): Language | null {
  const [base = ''] = tag.split('-')
  if (base === 'zh' || base === 'cn') return 'cn'
  return (
    languageCodes.find((code) => code.toLowerCase() === tag) ??
    languageCodes.find((code) => code === base) ??
    null
  )
}
