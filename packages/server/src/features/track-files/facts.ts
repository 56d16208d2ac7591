import type { Language } from '@trackway/core/codes/languages.ts'
import type { TrackFileFormat } from '@trackway/core/features/track-files/calls.ts'
import { offsetName, wallTime } from '@trackway/core/rules/wall-time.ts'
import { trackText } from './texts.ts'

interface Request {
  terminalID: string
  name: string
  from: number
  to: number
  withHidden: boolean
  language: Language
  timeZone: string
  now: number
}

/** The head of every file: vehicle, period, zone, and whether hidden points are in it. */
export function factsOf(request: Request): [string, string][] {
  const { terminalID, name, from, to, withHidden, language, timeZone, now } = request
  return [
    [trackText(language, 'vehicle'), name],
    [trackText(language, 'terminalId'), terminalID],
    [trackText(language, 'period'), `${wallTime(from, timeZone)} – ${wallTime(to, timeZone)}`],
    [trackText(language, 'timeZone'), `${timeZone} (${offsetName(from, timeZone)})`],
    [trackText(language, 'hiddenPoints'), trackText(language, withHidden ? 'included' : 'leftOut')],
    [trackText(language, 'made'), wallTime(now, timeZone)],
  ]
}

/** `沪A12345 2026-11-01 2026-11-30.gpx`. */
export function fileNameOf({
  name,
  from,
  to,
  timeZone,
  format,
}: Pick<Request, 'name' | 'from' | 'to' | 'timeZone'> & { format: TrackFileFormat }): string {
  const days = new Set([from, to].map((time) => wallTime(time, timeZone).slice(0, 10)))
  return `${[name.replace(/[\\/:*?"<>|\s]+/g, ' ').trim(), ...days].join(' ')}.${format}`
}
