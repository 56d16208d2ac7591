import type { LeftOut } from '@trackway/core/track/mileage.ts'
import type { Segment } from '@trackway/core/track/segments.ts'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'

interface Props {
  segments: readonly Segment[]
  hidden: LeftOut
  points: number
}

/** What the days amount to, and how many points are left out of the line and why. */
export function Summary({ segments, hidden, points }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const trips = segments.filter(({ kind }) => kind === 'trip')
  const stops = segments.length - trips.length
  const distanceM = trips.reduce((sum, trip) => sum + trip.distanceM, 0)
  const drivingMs = trips.reduce((sum, trip) => sum + trip.to - trip.from, 0)
  const maxKmh = trips.reduce((most, trip) => Math.max(most, trip.maxSpeedKmh ?? 0), 0)
  const hiddenCount = Object.values(hidden).reduce((sum, count) => sum + count, 0)
  const facts = [
    [t('track.distance'), format.distance(distanceM)],
    [t('track.driving'), format.duration(drivingMs)],
    [t('track.maxSpeed'), format.speed(maxKmh)],
    [t('track.trips'), format.number(trips.length)],
    [t('track.stops'), format.number(stops)],
    [t('track.points'), format.number(points)],
  ] as const
  return (
    <div className="track-summary">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tw-number">{value}</dd>
          </div>
        ))}
      </dl>
      {hiddenCount > 0 && (
        <Tooltip title={<HiddenReasons hidden={hidden} />}>
          <p className="tw-muted track-hidden">{t('track.hidden', { count: hiddenCount })}</p>
        </Tooltip>
      )}
    </div>
  )
}

function HiddenReasons({ hidden }: { hidden: LeftOut }) {
  const { t } = useTranslation()
  const reasons = Object.entries(hidden).filter(([, count]) => count > 0)
  return reasons.map(([reason, count]) => <div key={reason}>{t(`track.reason.${reason}`, { count })}</div>)
}
