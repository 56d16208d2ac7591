import { type ReadingName, readingRow } from '@trackway/core/readings/readings.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../base/format.ts'

/** A single value of a reading with its unit, or its word; null is a dash. */
export function readingText(name: ReadingName, value: unknown, format: Format, t: TFunction): string {
  const row = readingRow(name)
  if (value === null || row.kind === 'text') return String(value ?? format.number(null))
  if (row.kind === 'choice') return t(`readings.choice.${name}.${value}`)
  return format.unit(value as number, row.unit, row.digits)
}
