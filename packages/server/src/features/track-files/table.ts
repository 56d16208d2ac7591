import { offsetName, zoneOffsetMs } from '@trackway/core/rules/wall-time.ts'
import { writeCsv as writeCsvTable } from '../../platform/table-files/csv.ts'
import type { FileColumn, FileRow, TableFile } from '../../platform/table-files/table-file.ts'
import { writeXlsx as writeXlsxTable } from '../../platform/table-files/xlsx.ts'
import { trackColumnsOf } from './columns.ts'
import { trackText } from './texts.ts'
import { isHidden, pointsPerPiece, type TrackFile } from './track-file.ts'

/** What a table holds of a file. */
export type TrackTable = Omit<TrackFile, 'stops'>

/** Times carry their offset, so that the hour that comes twice when clocks go back is unambiguous. */
export function writeCsv(file: TrackTable): AsyncIterable<Uint8Array> {
  const { language, timeZone } = file
  const time: FileColumn = { form: 'text', title: trackText(language, 'time') }
  return writeCsvTable(tableOf(file, [time], (at) => [localTime(at, timeZone)]))
}

/** Times are those of the reader's clocks, with their offset beside. */
export function writeXlsx(file: TrackTable): AsyncIterable<Uint8Array> {
  const { language, timeZone } = file
  const time: FileColumn = { form: 'instant', title: trackText(language, 'time') }
  const offset: FileColumn = { form: 'text', title: trackText(language, 'offset') }
  return writeXlsxTable(tableOf(file, [time, offset], (at) => [at, offsetName(at, timeZone).slice(3)]))
}

function tableOf(
  file: TrackTable,
  timeColumns: readonly FileColumn[],
  timeCells: (at: number) => FileRow,
): TableFile {
  const { language, timeZone, facts, withHidden } = file
  const columns = trackColumnsOf(file)
  const rows = async function* () {
    for await (const track of file.read()) {
      for (let from = 0; from < track.length; from += pointsPerPiece) {
        const piece: FileRow[] = []
        for (let i = from; i < Math.min(track.length, from + pointsPerPiece); i++) {
          if (!withHidden && isHidden(track, i)) continue
          const values = columns.map(({ value }) => value(track, i, language))
          piece.push([...timeCells(track.fixTime[i]!), ...values])
        }
        yield piece
      }
    }
  }
  return {
    language,
    timeZone,
    title: trackText(language, 'track'),
    facts,
    columns: [...timeColumns, ...columns.map(({ form, title }) => ({ form, title: title(language) }))],
    rows: rows(),
    // Nobody counts the points before they are read.
    total: Number.POSITIVE_INFINITY,
    sum: null,
  }
}

/** `2026-11-18 08:00:00+08:00`, with milliseconds where there are any. */
function localTime(time: number, timeZone: string): string {
  const shown = new Date(time + zoneOffsetMs(time, timeZone)).toISOString().replace('T', ' ')
  return shown.slice(0, time % 1000 === 0 ? 19 : 23) + offsetName(time, timeZone).slice(3)
}
