import { z } from 'zod'
import { time } from '../../api/call.ts'
import {
  type LiveReading,
  type LiveReadingName,
  liveReadingNames,
  type Reading,
  readingRow,
} from '../../readings/readings.ts'

type Shape = { [N in LiveReadingName]: z.ZodOptional<z.ZodType<LiveReading<Reading<N>>>> }

/** The readings of a live state: those that were ever reported, each with its time. */
export const liveReadings = z.object(
  Object.fromEntries(liveReadingNames.map((name) => [name, schemaOf(name).optional()])) as unknown as Shape,
)

function schemaOf(name: LiveReadingName) {
  const row = readingRow(name)
  const value =
    row.kind === 'number' ? z.number() : row.kind === 'text' ? z.string() : z.enum(row.choices as string[])
  const unit = row.kind === 'number' && row.unit !== '' ? `In ${row.unit}` : 'As reported by the device'
  return z
    .object({ time, value: row.per === undefined ? value : z.array(value.nullable()) })
    .describe(row.per === undefined ? `${unit}.` : `${unit}, one for each ${row.per}.`)
}
