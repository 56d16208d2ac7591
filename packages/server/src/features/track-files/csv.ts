import { offsetName, zoneOffsetMs } from '@trackway/core/rules/wall-time.ts'
import { csvField } from '../exports/formats/csv.ts'
import { trackColumnsOf } from './columns.ts'
import { trackText } from './texts.ts'
import { isHidden, pointsPerPiece, type TrackFile } from './track-file.ts'

/**
 * RFC 4180 in UTF-8 with a byte order mark, without which Excel takes it for the encoding of the machine. Times
 * carry their offset, so that the hour that comes twice when clocks go back is told apart.
 */
export async function* writeCsv(file: TrackFile): AsyncGenerator<string> {
  const { language, timeZone, withHidden } = file
  const columns = trackColumnsOf(file)
  const titles = [trackText(language, 'time'), ...columns.map(({ title }) => title(language))]
  const head = [...file.facts, [], titles]
  yield `\ufeff${head.map((fields) => line(fields.map((field) => csvField(field)))).join('')}`
  for await (const track of file.read()) {
    for (let from = 0; from < track.length; from += pointsPerPiece) {
      let piece = ''
      for (let i = from; i < Math.min(track.length, from + pointsPerPiece); i++) {
        if (!withHidden && isHidden(track, i)) continue
        const values = columns.map(({ value }) => value(track, i, language))
        piece += line([
          localTime(track.fixTime[i]!, timeZone),
          ...values.map((value) => (typeof value === 'string' ? csvField(value) : `${value ?? ''}`)),
        ])
      }
      if (piece !== '') yield piece
    }
  }
}

const line = (fields: readonly string[]) => `${fields.join(',')}\r\n`

/** `2026-11-18 08:00:00+08:00`, with milliseconds where there are any. */
function localTime(time: number, timeZone: string): string {
  const shown = new Date(time + zoneOffsetMs(time, timeZone)).toISOString().replace('T', ' ')
  return shown.slice(0, time % 1000 === 0 ? 19 : 23) + offsetName(time, timeZone).slice(3)
}
