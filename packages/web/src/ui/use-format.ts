import { useMemo } from 'react'
import { intlTags, useLanguage } from '../app/language.ts'
import { useSession } from '../app/session.ts'
import { type Format, makeFormat } from './format.ts'

/** Numbers and instants in the language of the page and the time zone of the account. */
export function useFormat(): Format {
  const tag = intlTags[useLanguage((state) => state.language)]
  const timeZone = useSession((session) => session.user?.timeZone ?? 'UTC')
  return useMemo(() => makeFormat(tag, timeZone), [tag, timeZone])
}
