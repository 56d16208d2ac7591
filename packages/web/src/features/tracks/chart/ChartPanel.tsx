import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useReplay } from '../replay/replay-context.ts'
import { isReading, type SecondSeries, secondSeries } from '../replay/second-series.ts'
import { changeView, useReplayView } from '../replay/use-replay-view.ts'
import styles from './ChartPanel.module.css'
import { SelectionBar } from './SelectionBar.tsx'
import { SpeedChart } from './SpeedChart.tsx'
import { useSecondSeries } from './use-second-series.ts'

const none = 'none'

/** The chart with the choice of its second series, and what the chosen part amounts to. */
export function ChartPanel({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation()
  const { isShared } = useReplay()
  const series = useReplayView((view) => view.series)
  const { isEmpty } = useSecondSeries()
  const offered = secondSeries.filter((name) => !isShared || !isReading(name))
  return (
    <section className={styles.panel} aria-label={t('tracks.speedChart')}>
      {!isPhone && (
        <div className={styles.head}>
          <span className={styles.name}>{t('tracks.column.speedKmh')}</span>
          <Select<SecondSeries | typeof none>
            size="small"
            className={styles.series}
            popupMatchSelectWidth={false}
            aria-label={t('tracks.secondSeries')}
            value={series ?? none}
            options={[none, ...offered].map((value) => ({
              value,
              label: value === none ? t('tracks.noSecondSeries') : t(`tracks.series.${value}`),
            }))}
            onChange={(chosen) => changeView({ series: chosen === none ? null : chosen })}
          />
          {isEmpty && <span className={`tw-muted ${styles.note}`}>{t('tracks.noReadings')}</span>}
          <SelectionBar />
        </div>
      )}
      <SpeedChart />
    </section>
  )
}
