import { create } from 'zustand'
import { type Format, makeFormat, type Units, unitChoices } from './format.ts'
import { intlTags, useLanguage } from './language.ts'
import { recall, remember } from './stored.ts'
import { useTimeZone } from './time-zone.ts'

/** One for each language and zone shown: a formatter of the browser takes longer to make than a row to draw. */
const formats = new Map<string, Format>()

/** Numbers and instants in the language of the page and the time zone of the account, or of the page. */
export function useFormat(): Format {
  const tag = intlTags[useLanguage((state) => state.language)]
  const units = useUnits((state) => state.units)
  return formatOf(tag, useTimeZone(), units)
}

function formatOf(tag: string, timeZone: string, units: Units): Format {
  const key = `${tag} ${timeZone} ${units}`
  const format = formats.get(key) ?? makeFormat(tag, timeZone, units)
  formats.set(key, format)
  return format
}

/** The units that this browser shows. */
export const useUnits = create<{ units: Units }>(() => ({ units: 'metric' }))

/** Reads the choice of this browser, once its storage is open. */
export function restoreUnits(): void {
  const units = unitChoices.find((each) => each === recall('units'))
  if (units) useUnits.setState({ units })
}

export function chooseUnits(units: Units): void {
  remember('units', units)
  useUnits.setState({ units })
}
