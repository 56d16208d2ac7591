import { offsetName, zoneOffsetMs } from '@trackway/core/rules/wall-time.ts'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { trackColumnsOf } from './columns.ts'
import { trackText } from './texts.ts'
import { isHidden, type TrackFile } from './track-file.ts'

const dayMs = 86_400_000
/** 1970-01-01 as sheets count days. */
const epochDay = 25_569
/** Room for a time, and for the longest number. */
const [timeChars, valueChars] = [20, 14]

/**
 * A sheet whose numbers are numbers and whose times are those of the reader's clocks, with their offset beside.
 * Written row by row; what a sheet can not hold (1,048,576 rows) goes on in the next.
 */
export async function* writeXlsx(file: Omit<TrackFile, 'stops'>): AsyncGenerator<Uint8Array> {
  const head = headOf(file)
  const time = { width: timeChars, numFmt: 'yyyy-mm-dd hh:mm:ss' }
  const columns = [
    time,
    ...head
      .at(-1)!
      .slice(1)
      .map(() => ({ width: valueChars })),
  ]
  yield* writeXlsxStream(rowsOf(file, head), {
    name: trackText(file.language, 'track'),
    columns,
    freezePane: { rows: head.length },
  })
}

function headOf(file: Omit<TrackFile, 'read' | 'stops'>): CellValue[][] {
  const { language, facts } = file
  const titles = [trackText(language, 'time'), trackText(language, 'offset')]
  for (const { title } of trackColumnsOf(file)) titles.push(title(language))
  return [...facts.map((fact) => [...fact]), titles]
}

async function* rowsOf(file: Omit<TrackFile, 'stops'>, head: CellValue[][]): AsyncGenerator<CellValue[]> {
  const { language, timeZone, withHidden } = file
  const columns = trackColumnsOf(file)
  yield* head
  for await (const track of file.read()) {
    for (let i = 0; i < track.length; i++) {
      if (!withHidden && isHidden(track, i)) continue
      const time = track.fixTime[i]!
      yield [
        (time + zoneOffsetMs(time, timeZone)) / dayMs + epochDay,
        offsetName(time, timeZone).slice(3),
        ...columns.map(({ value }) => value(track, i, language)),
      ]
    }
  }
}
