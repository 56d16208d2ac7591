import type { Language } from '@trackway/core/codes/languages.ts'
import { noAltitude, type Track } from '@trackway/core/track/columns.ts'
import { reasonText, type TrackText, trackText } from './texts.ts'
import { degrees, isPlaced } from './track-file.ts'

/** Columns of the table formats after the time. Unknown is empty. */
export interface TrackColumn {
  title: TrackText
  /** A number in its unit, a text, or null. */
  value(track: Track, i: number, language: Language): number | string | null
}

const known = (value: number, unknown: number) => (value === unknown ? null : value)
const rounded = (value: number, factor: number) =>
  Number.isNaN(value) ? null : Math.round(value * factor) / factor

const columns: readonly TrackColumn[] = [
  { title: 'latitude', value: (track, i) => (isPlaced(track, i) ? Number(degrees(track.latE7[i]!)) : null) },
  { title: 'longitude', value: (track, i) => (isPlaced(track, i) ? Number(degrees(track.lonE7[i]!)) : null) },
  { title: 'speed', value: (track, i) => rounded(track.speedKmh[i]!, 10) },
  { title: 'course', value: (track, i) => known(track.courseDeg[i]!, -1) },
  { title: 'altitude', value: (track, i) => known(track.altitudeM[i]!, noAltitude) },
  { title: 'satellites', value: (track, i) => known(track.satellites[i]!, -1) },
  {
    title: 'ignition',
    value: (track, i, language) =>
      track.accOn[i] === -1 ? null : trackText(language, track.accOn[i] === 1 ? 'on' : 'off'),
  },
  { title: 'odometer', value: (track, i) => rounded(track.odometerM[i]! / 1000, 1000) },
]

const reason: TrackColumn = {
  title: 'reason',
  value: (track, i, language) => reasonText(language, track.quality[i]!) || null,
}

export function trackColumnsOf({ withHidden }: { withHidden: boolean }): readonly TrackColumn[] {
  return withHidden ? [...columns, reason] : columns
}
