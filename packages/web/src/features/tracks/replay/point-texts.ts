import { noAltitude, noPlace, type Track } from '@trackway/core/track/columns.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../../base/format.ts'
import { exclusionReasonOf, isLate, isReceived, jumpKmh } from './mileage-exclusion.ts'

/** The values of a point, in words, by column; unknown is a dash. `tracks.column.<name>` is what each is called. */
export function pointTexts(track: Track, t: TFunction, format: Format) {
  const known = (value: number, unknown: number) => (value === unknown || Number.isNaN(value) ? null : value)
  const withUnit = (value: number | null, unit: string) => (value === null ? '–' : `${value}${unit}`)
  const degrees = (valueE7: number) => (valueE7 === noPlace ? '–' : (valueE7 / 1e7).toFixed(5))
  return {
    fixTime: (i: number) => format.dateTime(track.fixTime[i]!),
    speedKmh: (i: number) => format.speed(known(track.speedKmh[i]!, Number.NaN)),
    courseDeg: (i: number) => withUnit(known(track.courseDeg[i]!, -1), '°'),
    accOn: (i: number) => (track.accOn[i]! < 0 ? '–' : t(track.accOn[i] === 1 ? 'tracks.on' : 'tracks.off')),
    satellites: (i: number) => format.number(known(track.satellites[i]!, -1)),
    altitudeM: (i: number) => format.unit(known(track.altitudeM[i]!, noAltitude), 'm', 0),
    odometerM: (i: number) => format.distance(known(track.odometerM[i]!, Number.NaN)),
    lat: (i: number) => degrees(track.latE7[i]!),
    lon: (i: number) => degrees(track.lonE7[i]!),
    /** Why it is not on the line, or what is to be known of its time. */
    state: (i: number) => {
      const reason = exclusionReasonOf(track, i)
      if (reason) return t(`tracks.why.${reason}`, { speed: format.speed(jumpKmh) })
      if (isReceived(track, i)) return t('tracks.why.received')
      return isLate(track, i) ? t('tracks.why.late') : ''
    },
  }
}
