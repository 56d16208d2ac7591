import type { Language } from './codes/languages.ts'
import alarmsCn from './features/alarms/texts/cn.json' with { type: 'json' }
import alarmsEn from './features/alarms/texts/en.json' with { type: 'json' }
import cn from './reports/texts/cn.json' with { type: 'json' }
import en from './reports/texts/en.json' with { type: 'json' }
import { fillIn } from './texts/fill-in.ts'

/** Texts of reports for files and mails; the languages without texts of their own read English. */

const words = {
  en: { ...en.reports, alarm: alarmsEn.alarm },
  cn: { ...cn.reports, alarm: alarmsCn.alarm },
}
type Texts = typeof words.en
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T &
  string]
export type ReportTextKey = Leaves<Texts>

const texts: Record<'cn' | 'en', Texts> = words

/** The text `reports.<key>` with its `{{names}}` filled in; empty where there is none. */
export function reportText(
  language: Language,
  key: ReportTextKey,
  values: Record<string, string | number> = {},
): string {
  let found: unknown = texts[language === 'cn' ? 'cn' : 'en']
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
  return fillIn(String(found ?? ''), values)
}
