import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../../base/theme.ts'
import { useFormat } from '../../../base/use-format.ts'
import styles from './DayChart.module.css'
import type { DayChartDrawing } from './day-chart-drawing.ts'

export interface DayValue {
  day: string
  value: number | null
}

interface DayChartProps {
  days: readonly DayValue[]
  /** What is drawn. */
  label: string
  /** A value in words. */
  show: (value: number | null) => string
  /** In which unit the axis counts: a value is divided by it. */
  unit: { divisor: number; name: string; isWhole: boolean }
  onDay?: (day: string) => void
}

/** A bar for each day; a click on one narrows the period to it. The table says the same to those who see no bars. */
export function DayChart({ days, label, show, unit, onDay }: DayChartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isDark = useIsDark()
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<DayChartDrawing | null>(null)
  const latestOnDay = useRef(onDay)
  latestOnDay.current = onDay

  const picture = useMemo(
    () => ({
      days: days.map(({ day, value }) => ({
        day,
        label: format.day(day),
        value: value === null ? null : value / unit.divisor,
        shown: show(value),
      })),
      name: label,
      unit: unit.name,
      isWhole: unit.isWhole,
    }),
    [days, label, show, unit, format],
  )
  const latest = useRef(picture)
  latest.current = picture

  useEffect(() => {
    const element = box.current
    if (!element) return
    let isGone = false
    let observer: ResizeObserver | undefined
    // Charts are a large part that only these screens need.
    void import('./day-chart-drawing.ts').then(({ startDayChart }) => {
      if (isGone) return
      drawing.current = startDayChart(element, (day) => latestOnDay.current?.(day))
      drawing.current.draw(latest.current)
      observer = new ResizeObserver(() => drawing.current?.resize())
      observer.observe(element)
    })
    return () => {
      isGone = true
      observer?.disconnect()
      drawing.current?.stop()
      drawing.current = null
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of theme changes the colours on the root element
  useEffect(() => drawing.current?.draw(picture), [picture, isDark])

  const most = days.reduce<DayValue | null>(
    (best, day) => ((day.value ?? 0) > (best?.value ?? 0) ? day : best),
    null,
  )
  return (
    <figure className={styles.chart} data-testid="stat-chart">
      <figcaption className="tw-visually-hidden">
        {t('statistics.chart', { label })}
        {most && ` ${t('statistics.chartMost', { day: format.day(most.day), value: show(most.value) })}`}
      </figcaption>
      <div ref={box} className={styles.box} aria-hidden="true" />
    </figure>
  )
}
