import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Switch, Tooltip } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unknown } from '../../../base/format.ts'
import { useFormat } from '../../../base/use-format.ts'
import { MileageDialog } from '../dialogs/MileageDialog.tsx'
import { countExcluded, exclusionReasons } from '../replay/mileage-exclusion.ts'
import { useReplay } from '../replay/replay-context.ts'
import { totalsOf } from '../replay/totals.ts'
import { changeView, useReplayView } from '../replay/use-replay-view.ts'
import styles from './Summary.module.css'

/** What the days amount to, and how many points are left out of the line and why. */
export function Summary() {
  const { t } = useTranslation()
  const format = useFormat()
  const { active, episodes, isShared } = useReplay()
  const showsHidden = useReplayView((view) => view.showsHidden)
  const switchId = useId()
  const [isExplained, setIsExplained] = useState(false)
  const counts = useMemo(() => countExcluded(active.track), [active.track])
  const totals = useMemo(() => totalsOf(episodes.episodes), [episodes.episodes])
  // A zero would say that it has not moved.
  const once = (isKnown: boolean, text: string) => (isKnown ? text : unknown)
  const found = !episodes.isLoading && episodes.error === null
  const facts = [
    ['distance', t('tracks.distance'), once(found, format.distance(totals.distanceM))],
    ['driving', t('tracks.driving'), once(found, format.hours(totals.drivingMs))],
    ['maxSpeed', t('tracks.maxSpeed'), once(found, format.speed(totals.maxSpeedKmh))],
    ['trips', t('tracks.trips'), once(found, format.number(totals.trips))],
    ['stops', t('tracks.stops'), once(found, format.number(totals.stops))],
    ['points', t('tracks.points'), once(active.isComplete, format.number(active.track.length))],
  ] as const
  return (
    <div className={styles.summary} data-testid="track-summary">
      <dl>
        {facts.map(([key, name, value]) => (
          <div key={key}>
            <dt>
              {name}
              {key === 'distance' && !isShared && totals.trips > 0 && (
                <Tooltip title={t('tracks.explainMileage')}>
                  <Button
                    type="text"
                    size="small"
                    className={styles.explain}
                    icon={<QuestionCircleOutlined />}
                    aria-label={t('tracks.explainMileage')}
                    onClick={() => setIsExplained(true)}
                  />
                </Tooltip>
              )}
            </dt>
            <dd className="tw-number">{value}</dd>
          </div>
        ))}
      </dl>
      {counts.hidden + counts.late > 0 && (
        <Tooltip
          placement="right"
          title={
            <>
              {exclusionReasons
                .filter((reason) => counts.reasons[reason] > 0)
                .map((reason) => (
                  <div key={reason}>{t(`tracks.reason.${reason}`, { count: counts.reasons[reason] })}</div>
                ))}
              {counts.late > 0 && <div>{t('tracks.reason.late', { count: counts.late })}</div>}
            </>
          }
        >
          <label className={styles.hidden} htmlFor={switchId}>
            <Switch
              id={switchId}
              size="small"
              checked={showsHidden}
              onChange={(checked) => changeView({ showsHidden: checked })}
            />
            {counts.hidden > 0
              ? t('tracks.showHidden', { count: counts.hidden })
              : t('tracks.showLate', { count: counts.late })}
          </label>
        </Tooltip>
      )}
      {isExplained && <MileageDialog onClose={() => setIsExplained(false)} />}
    </div>
  )
}
