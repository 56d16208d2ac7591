import type { ColumnForm } from '@trackway/core/reports/reports.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'

/** Values as text, for the formats that know nothing else; their units stand in the names of the columns. */
export function cellText(value: string | number | null, form: ColumnForm, timeZone: string): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  switch (form) {
    case 'instant':
      return wallTime(value, timeZone)
    case 'duration':
      return hoursAndMinutes(value)
    case 'distance':
      return (value / 1000).toFixed(1)
    case 'speed':
      return String(Math.round(value))
    case 'litres':
      return value.toFixed(1)
    case 'percent':
      return `${Math.round(value)}%`
    default:
      return String(value)
  }
}

/** `h:mm`, rounded to the minute. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
