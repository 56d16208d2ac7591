import { BarChartOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recall, remember } from '../../../base/stored.ts'
import { useFormat } from '../../../base/use-format.ts'
import type { Period } from '../../../ui/period/period.ts'
import { showValue } from '../columns/report-columns.tsx'
import { type EpisodesAnswer, type SumsAnswer, useIsSlow } from '../report-filter/use-statistics.ts'
import { Coverage } from './Coverage.tsx'
import { DayChart } from './DayChart.tsx'
import { type Metric, unitOf } from './metrics.ts'
import { type Total, Totals } from './Totals.tsx'
import styles from './TotalsStrip.module.css'

interface TotalsStripProps {
  metrics: readonly Metric[]
  period: Period
  /** Undefined while it is on its way. */
  sums: SumsAnswer | undefined
  /** The list below, where it knows its own totals. */
  list?: EpisodesAnswer | undefined
  /** The same list of the period before, where it was asked for. */
  previousList?: EpisodesAnswer | undefined
  /** The list leaves some out, which the days of the chart still contain: no chart then. */
  isNarrowed?: boolean
  onDay?: (day: string) => void
  /** What else can be done with them. */
  extra?: ReactNode
}

/** What the period amounts to: totals, of which the chosen one is drawn by day. */
export function TotalsStrip(props: TotalsStripProps) {
  const { metrics, period, sums, list, previousList, isNarrowed = false, onDay, extra } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [key, setKey] = useState<string>(metrics[0]!.key)
  const isSlow = useIsSlow()
  const [isChartShown, setIsChartShown] = useState(() => recall('statisticsChart') !== 'hidden')
  const metric = metrics.find((each) => each.key === key) ?? metrics[0]!
  const label = (each: Metric) => t(each.label ?? `reports.column.${each.key}`)
  const show = useMemo(
    () => (value: number | null) => showValue(value, metric.form, { t, format }),
    [metric.form, t, format],
  )
  const unit = useMemo(() => {
    const { name, ...parts } = unitOf(metric.form)
    return { ...parts, name: name ? t(`statistics.unit.${name}`) : '' }
  }, [metric.form, t])
  const days = useMemo(
    () => sums?.byDay.map((row) => ({ day: row.day, value: row[metric.key] })) ?? [],
    [sums, metric.key],
  )
  const toggleChart = () => {
    remember('statisticsChart', isChartShown ? 'hidden' : 'shown')
    setIsChartShown(!isChartShown)
  }

  /** Sums count an episode on the day it began; the list also has those that reach into the period. */
  const hintOfCut = ({ key, form, ofList }: Metric) => {
    const inSums = sums?.sum[key] ?? null
    if (form !== 'count' || !ofList || !list || inSums === null || isNarrowed) return undefined
    const count = (ofList(list) ?? 0) - inSums
    return count > 0 ? t('statistics.beganBefore', { count, shown: format.number(count) }) : undefined
  }
  const hintOf = (each: Metric, value: number | null | undefined) => {
    if (each.key === 'fuelL' && value === null) return t('statistics.noFuel')
    if (each.key === 'idleMs' && !each.isOfListOnly) return t('statistics.allIdling')
    return hintOfCut(each)
  }
  const totals = metrics.map((each): Total => {
    const value = each.ofList && list ? each.ofList(list) : sums?.sum[each.key]
    const before = each.ofList ? previousList && each.ofList(previousList) : sums?.previous?.[each.key]
    const inWords = (figure: number | null) => showValue(figure, each.form, { t, format })
    return {
      key: each.key,
      label: label(each),
      value,
      shown: value === undefined || (each.ofList && !list && !sums) ? undefined : inWords(value),
      previous: before,
      isShare: each.form === 'percent',
      previousShown: before === undefined || before === null ? undefined : inWords(before),
      hint: hintOf(each, value),
      hasDays: !each.isOfListOnly,
    }
  })
  const isEmpty = sums?.devicesWithData === 0
  // A single day is the total itself.
  const hasChart = !isNarrowed && !isEmpty && period.first !== period.last
  return (
    <div className={styles.figures}>
      <Totals totals={totals} chosen={hasChart && isChartShown ? metric.key : null} onChoose={setKey} />
      {hasChart && isChartShown && (
        <DayChart days={days} label={label(metric)} show={show} unit={unit} {...(onDay && { onDay })} />
      )}
      <div className={styles.below}>
        <Coverage answer={list ?? sums} period={period} />
        {isSlow && (
          <span className="tw-muted" role="status">
            <LoadingOutlined /> {t('statistics.slow')}
          </span>
        )}
        {hasChart && (
          <Button type="text" size="small" icon={<BarChartOutlined />} onClick={toggleChart}>
            {t(isChartShown ? 'statistics.hideChart' : 'statistics.showChart')}
          </Button>
        )}
        {extra}
      </div>
    </div>
  )
}
