import { type Language, textsIn } from '../codes/languages.ts'
import { type ReadingName, readingRow } from './readings.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

/** Texts of readings for files. */
const textsOf = (language: Language) => textsIn({ cn: cn.readings, en: en.readings }, language)

/** What a column of a reading is headed: `Tyre pressure · Wheel 2 (kPa)`. @param place from 1 on */
export function readingTitle(language: Language, name: ReadingName, place: number): string {
  const texts = textsOf(language)
  const row = readingRow(name)
  const which = row.per === undefined ? '' : ` · ${texts.place[row.per].replace('{{place}}', `${place}`)}`
  return `${texts.name[name]}${which}${row.kind === 'number' && row.unit !== '' ? ` (${row.unit})` : ''}`
}

/** A value as a cell holds it: a number in its unit, a text, or the word of a choice. */
export function readingCell(language: Language, name: ReadingName, value: unknown): number | string | null {
  const words = textsOf(language).choice as Partial<Record<ReadingName, Record<string, string>>>
  if (typeof value === 'string') return words[name]?.[value] ?? value
  return typeof value === 'number' ? value : null
}
