import { Tooltip } from 'antd'
import type { CSSProperties } from 'react'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Panel } from '../layout/Panel.tsx'
import styles from './DayChart.module.css'

interface DayValue {
  day: string
  value: number | null
}

interface DayChartProps {
  days: readonly DayValue[]
  /** What is drawn. */
  label: string
  /** Nothing beside it says what is drawn. */
  isTitled?: boolean
  /** A value in words. */
  show: (value: number | null) => string
  /** In which unit the axis counts: a value is divided by it. There are no halves of what is whole, as of trips. */
  unit: { divisor: number; name: string; isWhole: boolean }
  onDay?: ((day: string) => void) | undefined
}

/** A bar for each day; a click on one narrows the period to it. The table has the same values for those who see no bars. */
export function DayChart({ days, label, isTitled = false, show, unit, onDay }: DayChartProps) {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const most = days.reduce<DayValue | null>(
    (best, day) => ((day.value ?? 0) > (best?.value ?? 0) ? day : best),
    null,
  )
  const lines = linesUpTo((most?.value ?? 0) / unit.divisor, unit.isWhole)
  const top = lines.at(-1)!
  /** As many dates as fit side by side. */
  const every = Math.ceil(days.length / (isPhone ? 6 : 16))
  return (
    <Panel {...(isTitled && { title: label })}>
      <figure data-testid="stat-chart">
        <figcaption className="tw-visually-hidden">
          {t('ui.chart.label', { label })}
          {most && ` ${t('ui.chart.most', { day: format.day(most.day), value: show(most.value) })}`}
        </figcaption>
        <div className={`${styles.box} tw-flex tw-gap-0 tw-muted tw-tiny tw-relative`} aria-hidden="true">
          {lines.map((value) => (
            <span
              key={value}
              className={`${styles.line} tw-row tw-nowrap tw-gap-4`}
              style={{ '--part': value / top } as CSSProperties}
            >
              {format.unit(value, '', 2)} {value === top && unit.name}
            </span>
          ))}
          {days.map(({ day, value }, index) => (
            <div key={day} className={`${styles.column} tw-grow tw-relative`}>
              {/* Anywhere above or in the bar: a short bar is hard to hit. */}
              <Tooltip title={`${format.day(day)}: ${show(value)}`}>
                <button
                  type="button"
                  tabIndex={-1}
                  className={`${styles.day} tw-full-width`}
                  onClick={() => onDay?.(day)}
                >
                  <span
                    className={styles.bar}
                    style={{ '--part': (value ?? 0) / unit.divisor / top } as CSSProperties}
                  />
                </button>
              </Tooltip>
              {/* The year is above the chart. */}
              <span className={`${styles.date} tw-nowrap`}>
                {index % every === 0 && format.shortDay(day)}
              </span>
            </div>
          ))}
        </div>
      </figure>
    </Panel>
  )
}

/** Lines from 0 to a number or just above it, four above 0 at most: 1, 2 or 5 times a power of ten apart. */
function linesUpTo(most: number, isWhole: boolean): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4 || 1))
  const step = Math.max([1, 2, 5, 10].find((factor) => factor * power * 4 >= most)! * power, isWhole ? 1 : 0)
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, n) => n * step)
}
