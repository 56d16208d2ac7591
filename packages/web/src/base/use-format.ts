import { type Format, makeFormat } from './format.ts'
import { intlTags, useLanguage } from './language.ts'
import { useTimeZone } from './time-zone.ts'

/** One for each language and zone shown: a formatter of the browser takes longer to make than a row to draw. */
const formats = new Map<string, Format>()

/** Numbers and instants in the language of the page and the time zone of the account, or of the page. */
export function useFormat(): Format {
  const tag = intlTags[useLanguage((state) => state.language)]
  return formatOf(tag, useTimeZone())
}

function formatOf(tag: string, timeZone: string): Format {
  const key = `${tag} ${timeZone}`
  const format = formats.get(key) ?? makeFormat(tag, timeZone)
  formats.set(key, format)
  return format
}
