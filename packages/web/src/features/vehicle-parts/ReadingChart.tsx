import { useTexts } from '../../base/use-texts.ts'
import styles from './ReadingChart.module.css'

export interface ChartLine {
  label: string
  times: readonly number[]
  values: readonly number[]
}

interface ReadingChartProps {
  label: string
  lines: readonly ChartLine[]
  /** The instants between which it is drawn. */
  from: number
  to: number
  /** A value in words. */
  show: (value: number) => string
  /** Values of dashed lines across the chart. */
  limits?: readonly number[]
}

const width = 1_000
const height = 200
/** Lines are interrupted where nothing was reported for so long. */
const gapPart = 0.08
const colours = ['#1f77b4', '#d95f02', '#1b9e77', '#a6418f', '#7a6fce', '#8c6d1f', '#d0312d', '#5b8c00']

/** A reading over time, a line for each wheel or pack, with its limits. The list below has the same in words. */
export function ReadingChart({ label, lines, from, to, show, limits = [] }: ReadingChartProps) {
  const { t, format } = useTexts()
  const all = lines.flatMap(({ values }) => values)
  if (all.length === 0) return <p className="tw-muted">{t('ui.readings.none')}</p>
  const [least, most] = [Math.min(...all, ...limits), Math.max(...all, ...limits)]
  const margin = Math.max((most - least) * 0.08, Math.abs(most) * 0.01, 0.5)
  const [low, high] = [least - margin, most + margin]
  const x = (time: number) => ((time - from) / (to - from)) * width
  const y = (value: number) => height - ((value - low) / (high - low)) * height
  const steps = [0.15, 0.5, 0.85].map((part) => low + (high - low) * part)
  return (
    <figure className="tw-grid tw-gap-4">
      <figcaption className="tw-small tw-muted">{label}</figcaption>
      <div className={`${styles.plot} tw-relative`}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className={`${styles.svg} tw-full-width tw-block`}
          aria-hidden="true"
        >
          {steps.map((value) => (
            <line key={value} className={styles.grid} x1={0} x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {limits.map((value) => (
            <line key={value} className={styles.limit} x1={0} x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {lines.map((line, i) => (
            <path
              key={line.label}
              className={styles.line}
              stroke={colours[i % colours.length]}
              strokeDasharray={i < colours.length ? undefined : '6 3'}
              d={pathOf(line, x, y)}
            />
          ))}
        </svg>
        {steps.map((value) => (
          <span
            key={value}
            className={`${styles.scale} tw-small tw-muted tw-number tw-end`}
            style={{ top: `${(y(value) / height) * 100}%` }}
          >
            {show(value)}
          </span>
        ))}
      </div>
      <div className={`${styles.times} tw-flex tw-small tw-muted tw-number tw-spread`}>
        <span>{format.minute(from)}</span>
        <span>{format.minute(to)}</span>
      </div>
      <ul className={`${styles.legend} tw-wrap`}>
        {lines.map((line, i) => (
          <li key={line.label} className="tw-inline tw-small tw-gap-6">
            <span className="tw-swatch" style={{ background: colours[i % colours.length] }} />
            {line.label}
            <span className="tw-muted tw-number">
              {show(Math.min(...line.values))} – {show(Math.max(...line.values))}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function pathOf(
  { times, values }: ChartLine,
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let path = ''
  let before = Number.NEGATIVE_INFINITY
  for (const [i, time] of times.entries()) {
    const at = x(time)
    path += `${at - before > width * gapPart ? 'M' : 'L'}${at.toFixed(1)} ${y(values[i]!).toFixed(1)}`
    before = at
  }
  return path
}
