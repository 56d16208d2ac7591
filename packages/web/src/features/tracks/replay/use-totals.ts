import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { totalsOf } from './totals.ts'

/** What trips and stops amount to, in words: name and value of each. */
export function useTotals(episodes: readonly Episode[]) {
  const { t, format } = useTexts()
  const totals = totalsOf(episodes)
  return [
    { key: 'distance', name: t('tracks.distance'), value: format.distance(totals.distanceM) },
    { key: 'driving', name: t('tracks.driving'), value: format.hours(totals.drivingMs) },
    { key: 'maxSpeed', name: t('tracks.maxSpeed'), value: format.speed(totals.maxSpeedKmh) },
    { key: 'trips', name: t('tracks.trips'), value: format.number(totals.trips) },
    { key: 'stops', name: t('tracks.stops'), value: format.number(totals.stops) },
  ]
}
