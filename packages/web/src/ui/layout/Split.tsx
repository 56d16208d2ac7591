import type { ReactNode } from 'react'
import styles from './Split.module.css'

/** A list with a panel beside it while there is one. On a phone the panel is a sheet of its own. */
export function Split({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={`${styles.split} tw-grid tw-gap-12`} data-split={Boolean(panel)}>
      {children}
      {panel}
    </div>
  )
}
