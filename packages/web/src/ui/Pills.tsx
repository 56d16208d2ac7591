import type { ReactNode } from 'react'
import styles from './Pills.module.css'

interface Pill<K> {
  key: K
  label: ReactNode
  /** How many there are of it. */
  count?: ReactNode
}

interface PillsProps<K> {
  /** What is chosen between, for assistive technology. */
  label: string
  pills: readonly Pill<K>[]
  chosen: K | null
  onChoose: (key: K) => void
  /** Smaller, for many in a narrow column. */
  isDense?: boolean
}

/** A few choices side by side, one of them pressed. */
export function Pills<K extends string | number>({ label, pills, chosen, onChoose, isDense }: PillsProps<K>) {
  return (
    <fieldset className={`${styles.pills} tw-wrap tw-gap-6`} data-dense={isDense} aria-label={label}>
      {pills.map((pill) => (
        <button
          key={pill.key}
          type="button"
          className={`${styles.pill} tw-inline tw-nowrap tw-surface tw-text`}
          aria-pressed={pill.key === chosen}
          onClick={() => onChoose(pill.key)}
        >
          {pill.label}
          {pill.count !== undefined && <span className="tw-muted tw-number">{pill.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
