import type { Language } from '@trackway/core/codes/languages.ts'
import { readingCell, readingTitle } from '@trackway/core/readings/reading-texts.ts'
import { noAltitude } from '@trackway/core/track/columns.ts'
import type { FileSlice, ReadingPlace } from './readings.ts'
import { reasonText, type TrackText, trackText } from './texts.ts'
import { degrees, isPlaced, type TrackFile } from './track-file.ts'

/** Columns of the table formats after the time. Unknown is empty. */
export interface TrackColumn {
  form: 'count' | 'text'
  title(language: Language): string
  /** A number in its unit, a text, or null. */
  value(slice: FileSlice, i: number, language: Language): number | string | null
}

const known = (value: number, unknown: number) => (value === unknown ? null : value)
const rounded = (value: number, factor: number) =>
  Number.isNaN(value) ? null : Math.round(value * factor) / factor

const titled = (key: TrackText) => (language: Language) => trackText(language, key)

const columns: readonly TrackColumn[] = [
  {
    form: 'count',
    title: titled('latitude'),
    value: (track, i) => (isPlaced(track, i) ? Number(degrees(track.latE7[i]!)) : null),
  },
  {
    form: 'count',
    title: titled('longitude'),
    value: (track, i) => (isPlaced(track, i) ? Number(degrees(track.lonE7[i]!)) : null),
  },
  { form: 'count', title: titled('speed'), value: (track, i) => rounded(track.speedKmh[i]!, 10) },
  { form: 'count', title: titled('course'), value: (track, i) => known(track.courseDeg[i]!, -1) },
  { form: 'count', title: titled('altitude'), value: (track, i) => known(track.altitudeM[i]!, noAltitude) },
  { form: 'count', title: titled('satellites'), value: (track, i) => known(track.satellites[i]!, -1) },
  {
    form: 'text',
    title: titled('ignition'),
    value: (track, i, language) =>
      track.accOn[i] === -1 ? null : trackText(language, track.accOn[i] === 1 ? 'on' : 'off'),
  },
  {
    form: 'count',
    title: titled('odometer'),
    value: (track, i) => rounded(track.odometerM[i]! / 1000, 1000),
  },
]

const reason: TrackColumn = {
  form: 'text',
  title: titled('reason'),
  value: (track, i, language) => reasonText(language, track.quality[i]!) || null,
}

const readingColumn = ({ name, place }: ReadingPlace): TrackColumn => ({
  form: 'count',
  title: (language) => readingTitle(language, name, place),
  value: ({ reported: readings }, i, language) => {
    const value: unknown = readings?.[i]?.[name]
    return readingCell(language, name, Array.isArray(value) ? value[place - 1] : value)
  },
})

export function trackColumnsOf({
  withHidden,
  readings,
}: Pick<TrackFile, 'withHidden' | 'readings'>): readonly TrackColumn[] {
  return [...columns, ...readings.map(readingColumn), ...(withHidden ? [reason] : [])]
}
