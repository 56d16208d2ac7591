import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import styles from './Totals.module.css'

export interface Total {
  key: string
  label: string
  /** In words; undefined while it is on its way. */
  shown: string | undefined
  value: number | null | undefined
  /** The same of the period before, where it was asked for. */
  previous?: number | null | undefined
  previousShown?: string | undefined
  /** It is a share itself: percents of percents would be mistaken for points. */
  isShare?: boolean
  /** What is to be known of it, such as why it is unknown. */
  hint?: string | undefined
  /** It can be drawn by day. */
  hasDays?: boolean
}

interface TotalsProps {
  totals: readonly Total[]
  /** Which of them the chart shows; null: they are not chosen between. */
  chosen?: string | null
  onChoose?: (key: string) => void
}

/** What the period amounts to, with the change against the period before. */
export function Totals({ totals, chosen = null, onChoose }: TotalsProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.totals} aria-label={t('statistics.totals')}>
      {totals.map((total) => {
        const face = (
          <>
            <span className={styles.label}>{total.label}</span>
            <Tooltip title={total.hint}>
              <span className={`${styles.value} tw-number`} data-testid="stat-total-value">
                {total.shown ?? <span className="tw-skeleton" style={{ width: 72 }} />}
              </span>
            </Tooltip>
            <Change total={total} />
          </>
        )
        return onChoose && total.hasDays !== false ? (
          <button
            key={total.key}
            type="button"
            className={styles.total}
            aria-pressed={total.key === chosen}
            onClick={() => onChoose(total.key)}
          >
            {face}
          </button>
        ) : (
          <div key={total.key} className={styles.total}>
            {face}
          </div>
        )
      })}
    </section>
  )
}

function Change({ total: { value, previous, previousShown, isShare = false } }: { total: Total }) {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = isShare ? null : changePercent(value, previous)
  if (previousShown === undefined) return null
  return (
    <Tooltip title={t('statistics.before', { value: previousShown })}>
      <span className={`${styles.change} tw-number`}>
        {percent === null
          ? t('statistics.before', { value: previousShown })
          : `${percent > 0 ? '+' : ''}${format.percent(percent)}`}
      </span>
    </Tooltip>
  )
}

/** In whole percents. @returns null where there is nothing to compare with */
export function changePercent(
  value: number | null | undefined,
  previous: number | null | undefined,
): number | null {
  if (value === null || value === undefined || !previous) return null
  // A little less is 0, not minus 0.
  return Math.round(((value - previous) / previous) * 100) || 0
}
