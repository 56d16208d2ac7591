import { useTexts } from '../../base/use-texts.ts'
import { Panel } from '../layout/Panel.tsx'
import styles from './YieldBars.module.css'

export interface YieldBar {
  key: string
  label: string
  tested: number
  passed: number
}

interface YieldBarsProps {
  /** What is drawn. */
  label: string
  bars: readonly YieldBar[]
}

/** Which share of what was tested passed, a bar each. The table has the same values for those who see no bars. */
export function YieldBars({ label, bars }: YieldBarsProps) {
  const { format } = useTexts()
  if (bars.length === 0) return null
  return (
    <Panel label={label}>
      <figure className={`${styles.bars} tw-grid`}>
        <figcaption className="tw-visually-hidden">{label}</figcaption>
        {bars.map(({ key, label, tested, passed }) => {
          const percent = tested === 0 ? 0 : (passed * 100) / tested
          return (
            <div key={key} className={styles.row} aria-hidden="true">
              <span className="tw-ellipsis" title={label}>
                {label}
              </span>
              <span className={styles.track}>
                <span className={styles.passed} style={{ width: `${percent}%` }} />
              </span>
              <span className="tw-number tw-bold">{format.share(percent)}</span>
              <span className="tw-number tw-muted">
                {format.number(passed)} / {format.number(tested)}
              </span>
            </div>
          )
        })}
      </figure>
    </Panel>
  )
}
