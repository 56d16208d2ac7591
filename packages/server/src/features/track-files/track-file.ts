import type { Language } from '@trackway/core/codes/languages.ts'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import { noPlace, type Track } from '@trackway/core/track/columns.ts'
import type { FileSlice, ReadingPlace } from './readings.ts'

/** A stop that has a place. */
export interface Stop {
  from: number
  to: number
  lat: number
  lon: number
}

/** A track as every format writes it. */
export interface TrackFile {
  /** The vehicle's name. */
  name: string
  /** Device, period, zone: label and value. */
  facts: readonly (readonly [string, string])[]
  language: Language
  timeZone: string
  /** With the points that are left out of mileage, marked. */
  withHidden: boolean
  /** Columns of tables; the slices have them where there are any. */
  readings: readonly ReadingPlace[]
  /** The points, oldest first, a slice at a time; each call reads them anew. */
  read(): AsyncIterable<FileSlice>
  /** Its stops, in order of time. */
  stops(): Promise<Stop[]>
}

/** Writes a file piece by piece, so that none is ever held whole. */
export type WriteTrackFile = (file: TrackFile) => AsyncIterable<string | Uint8Array>

/** Points written at a time: about a millisecond of work. */
export const pointsPerPiece = 1_000

/** Reports further apart are no line: nobody knows the way between. */
const gapMs = 300_000

export const isHidden = (track: Track, i: number) => (track.quality[i]! & untrustedBits) !== 0
export const isPlaced = (track: Track, i: number) => track.latE7[i] !== noPlace
export const isGap = (before: number, time: number) => time - before > gapMs

/** Degrees in the precision of the track, 11 cm. */
export const degrees = (e7: number) => (Math.round(e7 / 10) / 1e6).toFixed(6)
