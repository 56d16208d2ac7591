import type { UnitSystem } from '@trackway/core/readings/units.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from './error-text.ts'
import { type Format, makeFormat } from './format.ts'
import { intlTags, useLanguage } from './language.ts'
import { useSession } from './session.ts'
import { useTimeZone } from './time-zone.ts'

/** What a component writes with: words, numbers and instants, and why something failed. */
export function useTexts() {
  const { t } = useTranslation()
  const toText = useCallback((error: unknown) => errorText(error, t), [t])
  return { t, format: useFormat(), toText }
}

/** One for each language, zone and units: a formatter of the browser takes longer to make than a row to draw. */
const formats = new Map<string, Format>()

/** Numbers and instants in the language of the page, the units of the account, and its time zone or that of the page. */
export function useFormat(): Format {
  const tag = intlTags[useLanguage((state) => state.language)]
  const units = useSession((session) => session.user?.units ?? 'metric')
  return formatOf(tag, useTimeZone(), units)
}

function formatOf(tag: string, timeZone: string, units: UnitSystem): Format {
  const key = `${tag} ${timeZone} ${units}`
  const format = formats.get(key) ?? makeFormat(tag, timeZone, units)
  formats.set(key, format)
  return format
}
