import { QuestionCircleOutlined } from '@ant-design/icons'
import { Switch, Tooltip } from 'antd'
import { useId, useMemo } from 'react'
import { unknown } from '../../../base/format.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Figures } from '../../../ui/layout/Figures.tsx'
import { countExcluded, exclusionReasons, jumpKmh } from '../replay/mileage-exclusion.ts'
import { useReplay } from '../replay/replay-context.ts'
import { openDialog } from '../replay/use-replay-dialog.ts'
import { changeView, useReplayView } from '../replay/use-replay-view.ts'
import { useTotals } from '../replay/use-totals.ts'
import { ToolButton } from '../ToolButton.tsx'
import styles from './Summary.module.css'

/** What the days amount to, and how many points are left out of the line and why. */
export function Summary() {
  const { t, format } = useTexts()
  const { active, episodes, isShared } = useReplay()
  const showsHidden = useReplayView((view) => view.showsHidden)
  const switchId = useId()
  const counts = useMemo(() => countExcluded(active.track), [active.track])
  const totals = useTotals(episodes.episodes)
  const isFound = !episodes.isLoading && episodes.error === null
  const hasTrips = episodes.episodes.some(({ kind }) => kind === 'trip')
  return (
    <div className={`${styles.summary} tw-line-below`} data-testid="track-summary">
      <Figures
        isDense
        figures={[
          ...totals.map(({ key, name, value }) => ({
            label: name,
            // A zero would say that it has not moved.
            value: isFound ? value : unknown,
            action: key === 'distance' && !isShared && hasTrips && (
              <ToolButton
                label={t('tracks.explainMileage')}
                icon={<QuestionCircleOutlined />}
                size="small"
                className={`${styles.explain} tw-not-on-phone`}
                onClick={() => openDialog('mileage')}
              />
            ),
          })),
          {
            label: t('tracks.points'),
            value: active.isComplete ? format.number(active.track.length) : unknown,
          },
        ]}
      />
      {counts.hidden + counts.late > 0 && (
        <Tooltip
          placement="right"
          title={
            <>
              {exclusionReasons
                .filter((reason) => counts.reasons[reason] > 0)
                .map((reason) => (
                  <div key={reason}>
                    {t(`tracks.reason.${reason}`, {
                      count: counts.reasons[reason],
                      speed: format.speed(jumpKmh),
                    })}
                  </div>
                ))}
              {counts.late > 0 && <div>{t('tracks.reason.late', { count: counts.late })}</div>}
            </>
          }
        >
          <label className={`${styles.hidden} tw-small tw-muted tw-row`} htmlFor={switchId}>
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
    </div>
  )
}
