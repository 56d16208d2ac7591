import type { ReactNode } from 'react'
import styles from './Figures.module.css'

interface FiguresProps {
  figures: readonly { label: string; value: string; action?: ReactNode }[]
  /** On a phone all of them are in one row. */
  isDense?: boolean
}

/** Figures under their names, three in a row. */
export function Figures({ figures, isDense = false }: FiguresProps) {
  return (
    <dl className={`${styles.figures} tw-grid`} data-dense={isDense}>
      {figures.map(({ label, value, action }) => (
        <div key={label}>
          <dt className="tw-row tw-gap-2 tw-muted tw-tiny">
            {label}
            {action}
          </dt>
          <dd className="tw-number tw-size-15 tw-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
