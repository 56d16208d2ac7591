import { useMemo } from 'react'
import { intlTags, useLanguage } from '../app/language.ts'
import { type Format, makeFormat } from './format.ts'
import { useTimeZone } from './time-zone.ts'

/** Numbers and instants in the language of the page and the time zone of the account, or of the page. */
export function useFormat(): Format {
  const tag = intlTags[useLanguage((state) => state.language)]
  const timeZone = useTimeZone()
  return useMemo(() => makeFormat(tag, timeZone), [tag, timeZone])
}
