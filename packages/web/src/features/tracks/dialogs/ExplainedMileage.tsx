import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { explainQuery } from '../loading/explain-query.ts'
import type { Span } from '../replay/player.ts'
import styles from './ExplainedMileage.module.css'

interface ExplainedMileageProps {
  terminalID: string
  span: Span
  /** Shows a run of points that was left out where it lies. */
  onShow?: (run: Span) => void
}

/** How the mileage of a time was measured, how sure that is, and what was left out of it. */
export function ExplainedMileage({ terminalID, span, onShow }: ExplainedMileageProps) {
  const { t, format } = useTexts()
  const { data, error } = useQuery(explainQuery(terminalID, span))
  if (!data) return <ContentLoading error={error} rows={3} />
  const { mileage, ignitionWire, leftOut } = data
  const { source, intervalMs, gapShare } = mileage
  return (
    <div className={styles.explained}>
      <Facts
        facts={[
          { label: t('tracks.mileage.counted'), value: <b>{format.kilometres(mileage.distanceM)}</b> },
          { label: t('tracks.mileage.gps'), value: format.kilometres(mileage.gpsM) },
          { label: t('tracks.mileage.odometer'), value: format.kilometres(mileage.odometerM) },
        ]}
      />
      <p className="tw-muted">{t(`tracks.mileage.source.${source}`)}</p>
      {intervalMs !== null && source !== 'odometer' && (
        <p className="tw-muted">
          {t('tracks.mileage.interval', { interval: format.duration(intervalMs) })}{' '}
          {gapShare >= 0.005 && t('tracks.mileage.gaps', { share: format.percent(gapShare * 100) })}
        </p>
      )}
      {(ignitionWire === 'alwaysOff' || ignitionWire === 'alwaysOn') && (
        <p className="tw-muted">{t(`tracks.mileage.${ignitionWire}`)}</p>
      )}
      <h3 className="tw-label">{t('tracks.mileage.leftOut')}</h3>
      {leftOut.length === 0 && <p className="tw-muted">{t('tracks.mileage.nothingLeftOut')}</p>}
      <ul className="tw-scroll-short">
        {leftOut.map((run) => {
          const { reason, from, to, points, metres } = run
          const Run = onShow ? 'button' : 'div'
          return (
            <li key={`${reason} ${from}`}>
              <Run {...(onShow && { type: 'button', onClick: () => onShow(run) })}>
                <span className="tw-number tw-muted">
                  {format.dateTime(from)} – {format.time(to)}
                </span>
                <span>{t(`tracks.mileage.reason.${reason}`, { count: points })}</span>
                <span className="tw-number">{format.distance(metres)}</span>
              </Run>
            </li>
          )
        })}
      </ul>
      {data.isTruncated && <p className="tw-muted">{t('tracks.mileage.truncated')}</p>}
    </div>
  )
}
