import type { Language } from '@trackway/core/codes/languages.ts'
import type { Frame, frameFormats } from '@trackway/core/features/frames/calls.ts'
import { frameList } from '@trackway/core/features/frames/calls.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'
import { formats } from '../../platform/table-files/formats.ts'
import { type FileRequest, toReportFile } from '../exports/make-file.ts'
import type { Entry, FoundFrames } from './find-frames.ts'

/** Frames decoded at a time. */
const framesAtOnce = 1_000

interface FileOptions {
  format: (typeof frameFormats)[number]
  language: Language
  timeZone: string
  accountName: string
  filter: Record<string, unknown>
  now: number
}

/** The frames as a file, oldest first. */
export async function writeFrames(
  found: FoundFrames,
  options: FileOptions,
): Promise<AsyncIterable<Uint8Array>> {
  const { format, filter, ...about } = options
  if (format === 'txt') return textLines(found.entries, options.timeZone)
  const request: FileRequest = {
    ...about,
    question: { list: frameList.name, filter },
    deviceTypeName: null,
  }
  const summary = {
    rows: found.entries.length,
    devices: null,
    devicesWithData: null,
    pendingDevices: 0,
    sum: null,
  }
  const file = toReportFile({ summary, rows: rowsOf(found) }, request, async (places) =>
    places.map(() => null),
  )
  const write = await formats.csv.load()
  return write(file)
}

async function* rowsOf({ entries, show }: FoundFrames): AsyncGenerator<Frame[]> {
  for (let end = entries.length; end > 0; end -= framesAtOnce)
    yield (await show(entries.slice(Math.max(0, end - framesAtOnce), end))).reverse()
}

/** `2026-11-25 10:00:00.123 < 7878…` a line. */
async function* textLines(entries: readonly Entry[], timeZone: string): AsyncGenerator<Uint8Array> {
  for (let end = entries.length; end > 0; end -= framesAtOnce) {
    const lines = entries.slice(Math.max(0, end - framesAtOnce), end).map(({ time, isSent, bytes }) => {
      const millis = String(time % 1_000).padStart(3, '0')
      const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
      return `${wallTime(time, timeZone)}.${millis} ${isSent ? '>' : '<'} ${hex}\n`
    })
    yield Buffer.from(lines.reverse().join(''))
  }
}
