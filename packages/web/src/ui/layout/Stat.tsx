import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import styles from './Stat.module.css'

interface StatProps {
  label: string
  /** In words; undefined while it is on its way. */
  value: string | undefined
  /** What is to be known of it, such as why it is unknown. */
  hint?: string | undefined
  /** A line below, such as the change. */
  note?: ReactNode
  /** It is one of several to choose between: is it the chosen one? */
  isChosen?: boolean
  onChoose?: (() => void) | undefined
}

/** A figure under its name. */
export function Stat({ label, value, hint, note, isChosen = false, onChoose }: StatProps) {
  const face = (
    <>
      <span className="tw-small tw-muted">{label}</span>
      <Tooltip title={hint}>
        <span className={`${styles.value} tw-row tw-bold`} data-testid="stat-value">
          {value ?? <span className="tw-skeleton tw-width-72" />}
        </span>
      </Tooltip>
      {note}
    </>
  )
  if (!onChoose) return <div className={`${styles.stat} tw-surface tw-grid tw-gap-2 tw-text`}>{face}</div>
  return (
    <button
      type="button"
      className={`${styles.stat} tw-surface tw-grid tw-gap-2 tw-text`}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {face}
    </button>
  )
}

/** Figures side by side, as many in a row as there is room for; two on a phone. */
export function Stats({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={`${styles.stats} tw-grid tw-clip`} aria-label={label}>
      {children}
    </section>
  )
}
