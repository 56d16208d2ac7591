import { BarChartOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { recall, remember } from '../../../base/stored.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { DayChart } from '../../../ui/chart/DayChart.tsx'
import { Stat, Stats } from '../../../ui/layout/Stat.tsx'
import { valueText } from '../../../ui/list/ListCell.tsx'
import type { Period } from '../../../ui/period/period.ts'
import { type EpisodesAnswer, type SumsAnswer, useIsSlow } from '../report-filter/use-statistics.ts'
import { Change } from './Change.tsx'
import { type Metric, unitOf } from './metrics.ts'
import styles from './TotalsStrip.module.css'

/** An answer with the totals of all rows and of each day. */
type Totals<Key extends string> = Omit<
  SumsAnswer,
  'list' | 'total' | 'sum' | 'previous' | 'byDay' | 'pendingDevices'
> & {
  sum: Figures<Key>
  previous: Figures<Key> | null
  byDay: readonly (Figures<Key> & { day: string })[]
  pendingDevices?: number
}
type Figures<Key extends string> = Readonly<Record<Key, number | null>>

interface TotalsStripProps<Key extends string> {
  metrics: readonly Metric<Key>[]
  period: Period
  /** Undefined while it is on its way. */
  sums: Totals<Key> | undefined
  /** The list below, where it knows its own totals. */
  list?: EpisodesAnswer | undefined
  /** The same list of the previous period, where the comparison is on. */
  previousList?: EpisodesAnswer | undefined
  /** The list leaves some out, which the days of the chart still contain: no chart then. */
  isNarrowed?: boolean
  onDay?: (day: string) => void
  /** What else can be done with them. */
  extra?: ReactNode
}

/** What the period amounts to: totals, of which the chosen one is drawn by day. */
export function TotalsStrip<Key extends string>(props: TotalsStripProps<Key>) {
  const { metrics, period, sums, list, previousList, isNarrowed = false, onDay, extra } = props
  const { t, format } = useTexts()
  const [key, setKey] = useState<string>(metrics[0]!.key)
  const isSlow = useIsSlow()
  const [isChartShown, setIsChartShown] = useState(() => recall('statisticsChart') !== 'hidden')
  const metric = metrics.find((each) => each.key === key) ?? metrics[0]!
  const label = (each: Metric<Key>) => t(each.label ?? `reports.column.${each.key}`)
  const unit = unitOf(metric.form, format)
  const toggleChart = () => {
    remember('statisticsChart', isChartShown ? 'hidden' : 'shown')
    setIsChartShown(!isChartShown)
  }

  /** Figures count an episode on the day it began; the rows also have those that reach into the period. */
  const hintOfCut = ({ form, ofList }: Metric<Key>) => {
    if (form !== 'count' || !ofList || !list) return undefined
    const count = list.total - list.sum.begun
    return count > 0 ? t('statistics.beganBefore', { count, shown: format.number(count) }) : undefined
  }
  const hintOf = (each: Metric<Key>, value: number | null | undefined) => {
    if (each.key === 'fuelL' && value === null) return t('statistics.noFuel')
    if (each.key === 'idleMs' && !each.isOfListOnly) return t('statistics.allIdling')
    return hintOfCut(each)
  }
  const isEmpty = sums?.devicesWithData === 0
  // A single day is the total itself.
  const hasChart = !isNarrowed && !isEmpty && period.first !== period.last
  return (
    <div
      className={`${styles.strip} tw-edge-on-phone tw-rigid tw-grid`}
      data-chart={hasChart && isChartShown}
    >
      <Stats label={t('statistics.totals')}>
        {metrics.map((each) => {
          const { key, form, ofList, isOfListOnly } = each
          const inWords = (figure: number | null) => valueText(figure, form, { t, format })
          const value = ofList && list ? ofList(list) : sums?.sum[key]
          const previous = ofList ? previousList && ofList(previousList) : sums?.previous?.[key]
          return (
            <Stat
              key={key}
              label={label(each)}
              value={value === undefined || (ofList && !list && !sums) ? undefined : inWords(value)}
              hint={hintOf(each, value)}
              note={
                previous != null && (
                  <Change
                    value={value}
                    previous={previous}
                    shown={inWords(previous)}
                    isShare={form === 'percent'}
                  />
                )
              }
              isChosen={hasChart && isChartShown && key === metric.key}
              onChoose={isOfListOnly ? undefined : () => setKey(key)}
            />
          )
        })}
      </Stats>
      {hasChart && isChartShown && (
        <DayChart
          days={sums?.byDay.map((row) => ({ day: row.day, value: row[metric.key] })) ?? []}
          label={label(metric)}
          show={(value) => valueText(value, metric.form, { t, format })}
          unit={{ ...unit, name: unit.name === 'h' ? t('statistics.hours') : unit.name }}
          onDay={onDay}
        />
      )}
      <div className={`${styles.foot} tw-surface tw-row tw-wrap tw-gap-12`}>
        <Coverage answer={list ?? sums} period={period} />
        {isSlow && (
          <span className="tw-muted" role="status">
            <LoadingOutlined /> {t('statistics.slow')}
          </span>
        )}
        {hasChart && (
          <Button
            type="text"
            size="small"
            icon={<BarChartOutlined />}
            className="tw-push"
            onClick={toggleChart}
          >
            {t(isChartShown ? 'statistics.hideChart' : 'statistics.showChart')}
          </Button>
        )}
        {extra}
      </div>
    </div>
  )
}

interface CoverageProps {
  /** Absent while the first answer is on its way. */
  answer: { timeZone: string; devices: number; devicesWithData: number; pendingDevices?: number } | undefined
  period: { first: string; last: string }
}

/** The time zone of the days, how many devices had data, and how many are still being computed. */
function Coverage({ answer, period }: CoverageProps) {
  const { t, format } = useTexts()
  if (!answer) return null
  const { pendingDevices = 0 } = answer
  const days =
    period.first === period.last
      ? format.day(period.first)
      : `${format.day(period.first)} – ${format.day(period.last)}`
  return (
    <p className="tw-dotted tw-wrap tw-muted tw-small" role="status">
      <span>{days}</span>
      <span>{answer.timeZone}</span>
      <span>
        {t('reports.withData', {
          n: format.number(answer.devicesWithData),
          m: format.number(answer.devices),
        })}
      </span>
      {pendingDevices > 0 && (
        <span>
          <LoadingOutlined className="tw-accent" />{' '}
          {t('statistics.pending', {
            count: pendingDevices,
            shown: format.number(pendingDevices),
          })}
        </span>
      )}
    </p>
  )
}
