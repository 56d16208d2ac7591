import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { startOfDay } from '@trackway/core/rules/wall-time.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { api } from '../../../base/api.ts'
import { useTimeZone } from '../../../base/time-zone.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Address } from '../../../ui/address/Address.tsx'
import { Figures } from '../../../ui/layout/Figures.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { totalsOf } from '../../tracks/replay/totals.ts'
import styles from './TodayTab.module.css'

const refetchMs = 60_000
/** Ends before the clocks of the furthest zone show the next day. */
const longestDayMs = 26 * 3_600_000

/** Trips and stops since midnight, the newest first; each leads to its place in the replay. */
export function TodayTab({ device: { terminalID } }: { device: Location }) {
  const { t, format } = useTexts()
  const timeZone = useTimeZone()
  const day = dayAt(useNow(refetchMs), timeZone)
  const { data, error } = useQuery({
    queryKey: ['track', 'today', terminalID, day],
    queryFn: ({ signal }) => {
      const from = startOfDay(day, timeZone)
      return api(episodeCalls.find, { terminalID, from, to: from + longestDayMs }, { signal })
    },
    refetchInterval: refetchMs,
  })
  if (!data) return <ContentLoading error={error} inset={16} />
  const { distanceM, drivingMs, maxSpeedKmh, trips, stops } = totalsOf(data.episodes)
  const figures = [
    { label: t('tracks.distance'), value: format.distance(distanceM) },
    { label: t('tracks.driving'), value: format.duration(drivingMs) },
    { label: t('tracks.maxSpeed'), value: format.speed(maxSpeedKmh) },
    { label: t('tracks.trips'), value: format.number(trips) },
    { label: t('tracks.stops'), value: format.number(stops) },
  ]
  return (
    <div className="tw-scroll-still tw-padded tw-fill tw-scroll">
      <Figures figures={figures} />
      {data.episodes.length === 0 && <p className="tw-muted">{t('locations.noneToday')}</p>}
      <ol className="tw-gap-above-8">
        {data.episodes.toReversed().map((episode) => (
          <li key={`${episode.kind} ${episode.from}`}>
            <TodayEpisode episode={episode} terminalID={terminalID} day={day} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface TodayEpisodeProps {
  episode: Episode
  terminalID: string
  day: string
}

function TodayEpisode({ episode, terminalID, day }: TodayEpisodeProps) {
  const { t, format } = useTexts()
  const { kind, from, to, distanceM, maxSpeedKmh, fromLat, fromLon } = episode
  const isTrip = kind === 'trip'
  return (
    <Link
      to="/index/track"
      search={{ terminalID, first: day, last: day, at: from }}
      className={`${styles.episode} tw-choice tw-text tw-small tw-grid`}
      data-kind={kind}
    >
      <span className="tw-number">
        {format.hourMinute(from)}–{format.hourMinute(to)}
      </span>
      <b>{t(isTrip ? 'tracks.trip' : 'tracks.stop')}</b>
      <span className="tw-number">{isTrip ? format.distance(distanceM) : format.duration(to - from)}</span>
      <span className="tw-small tw-muted tw-ellipsis">
        {isTrip && t('tracks.max', { speed: format.speed(maxSpeedKmh) })}
        {!isTrip && fromLat !== null && fromLon !== null && <Address lat={fromLat} lon={fromLon} />}
      </span>
    </Link>
  )
}
