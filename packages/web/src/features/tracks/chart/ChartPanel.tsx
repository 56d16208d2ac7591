import { mayHaveSensor } from '@trackway/core/codes/device-abilities.ts'
import { readingRow, seriesNames } from '@trackway/core/readings/readings.ts'
import { type ReadingGroup, readingGroups } from '@trackway/core/readings/rows.ts'
import { Flex, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useModelOf } from '../../../ui/pickers/use-device-types.ts'
import { useReplay } from '../replay/replay-context.ts'
import { perOf, type SecondSeries, seriesName, trackSecondSeries } from '../replay/second-series.ts'
import { changeView, useReplayView } from '../replay/use-replay-view.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SpeedChart } from './SpeedChart.tsx'
import { useSecondSeries } from './use-second-series.ts'

const none = 'none'

/** The chart with the choice of its second series, and what the chosen part amounts to; where it is low, bare. */
export function ChartPanel({ isBare }: { isBare: boolean }) {
  const { t } = useTranslation()
  const { active, isShared } = useReplay()
  const type = useModelOf(isShared ? null : active.terminalID)
  const series = useReplayView((view) => view.series)
  const place = useReplayView((view) => view.place)
  const { isEmpty, places } = useSecondSeries()
  const option = (value: SecondSeries) => ({ value, label: seriesName(value, t) })
  const inGroup = (group: ReadingGroup) =>
    seriesNames.filter((name) => {
      const row = readingRow(name)
      return row.group === group && (name === series || mayHaveSensor(type, row.sensor))
    })
  const groups = isShared ? [] : readingGroups.filter((group) => inGroup(group).length > 0)
  const per = series === null ? undefined : perOf(series)
  return (
    <Flex component="section" vertical flex={1} className="tw-shrink" aria-label={t('tracks.speedChart')}>
      {!isBare && (
        <Flex align="center" gap={10} className="tw-small tw-number">
          <b className="tw-accent">{t('tracks.column.speedKmh')}</b>
          <Select<SecondSeries | typeof none>
            size="small"
            className="tw-width-130"
            popupMatchSelectWidth={false}
            aria-label={t('tracks.secondSeries')}
            value={series ?? none}
            options={[
              { value: none, label: t('tracks.noSecondSeries') },
              ...trackSecondSeries.map(option),
              ...groups.map((group) => ({
                label: t(`readings.group.${group}`),
                options: inGroup(group).map(option),
              })),
            ]}
            onChange={(chosen) => changeView({ series: chosen === none ? null : chosen, place: 1 })}
          />
          {per !== undefined && (places > 1 || place > 1) && (
            <Select<number>
              size="small"
              popupMatchSelectWidth={false}
              aria-label={t('tracks.seriesPlace')}
              value={place}
              options={Array.from({ length: Math.max(places, place) }, (_, i) => ({
                value: i + 1,
                label: t(`readings.place.${per}`, { place: i + 1 }),
              }))}
              onChange={(chosen) => changeView({ place: chosen })}
            />
          )}
          {isEmpty && <span className="tw-muted tw-ellipsis">{t('tracks.noReadings')}</span>}
          <SelectionBar />
        </Flex>
      )}
      <SpeedChart />
    </Flex>
  )
}
