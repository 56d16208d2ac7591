import type { ColumnForm } from '@trackway/core/lists/columns.ts'
import { wallTime, zoneOffsetMs } from '@trackway/core/rules/wall-time.ts'

const dayMs = 86_400_000
/** 1970-01-01 as sheets count days. */
const epochDay = 25_569

interface FileForm {
  /** How wide a column is, in characters; what is longer is wrapped or cut by whoever draws it. */
  chars: number
  /** A number as text, for the formats that know nothing else; the unit stands in the name of the column. */
  text?: (value: number, timeZone: string) => string
  /** A number as a sheet holds it, and how it shows it. */
  sheet?: (value: number, timeZone: string) => number
  numFmt?: string
}

const sheetTime = (value: number, timeZone: string) =>
  (value + zoneOffsetMs(value, timeZone)) / dayMs + epochDay
const instant: FileForm = { chars: 20, text: wallTime, sheet: sheetTime, numFmt: 'yyyy-mm-dd hh:mm:ss' }
const whole = (value: number) => String(Math.round(value))

/** Every form of a column as files write it; what is text already needs its width only. */
const fileForms: Record<ColumnForm, FileForm> = {
  text: { chars: 18 },
  identifier: { chars: 22 },
  day: { chars: 11, numFmt: 'yyyy-mm-dd' },
  instant,
  age: instant,
  term: instant,
  duration: { chars: 10, text: hoursAndMinutes, sheet: (value) => value / dayMs, numFmt: '[h]:mm' },
  distance: {
    chars: 12,
    text: (value) => (value / 1000).toFixed(1),
    sheet: (value) => Math.round(value) / 1000,
    numFmt: '#,##0.0',
  },
  speed: { chars: 12, text: whole, numFmt: '0' },
  count: { chars: 9 },
  bytes: { chars: 12 },
  percent: {
    chars: 9,
    text: (value) => `${Math.round(value)}%`,
    sheet: (value) => value / 100,
    numFmt: '0%',
  },
  litres: { chars: 10, text: (value) => value.toFixed(1), numFmt: '#,##0.0' },
  place: { chars: 40 },
  reason: { chars: 16 },
  state: { chars: 12 },
  report: { chars: 16 },
  exportState: { chars: 12 },
  failure: { chars: 24 },
  rhythm: { chars: 12 },
  language: { chars: 12 },
  yesNo: { chars: 8 },
  texts: { chars: 24 },
}

export function fileForm(form: ColumnForm): FileForm {
  return fileForms[form]
}

/** A value as text. */
export function cellText(value: string | number | null, form: ColumnForm, timeZone: string): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  return fileForms[form].text?.(value, timeZone) ?? String(value)
}

/** A value as a sheet holds it: days, instants and durations are numbers of days. */
export function sheetValue(
  value: string | number | null,
  form: ColumnForm,
  timeZone: string,
): string | number | null {
  if (form === 'day' && typeof value === 'string') {
    const time = Date.parse(value)
    return Number.isNaN(time) ? value : time / dayMs + epochDay
  }
  if (typeof value !== 'number') return value
  return fileForms[form].sheet?.(value, timeZone) ?? value
}

/** `h:mm`, rounded to the minute. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
