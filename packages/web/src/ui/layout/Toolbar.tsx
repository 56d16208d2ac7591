import type { ReactNode } from 'react'
import styles from './Toolbar.module.css'

interface ToolbarProps {
  children: ReactNode
  /** Stands at the other end of the row. */
  end?: ReactNode
}

/** Controls in a row, which wrap where the row is too short. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {children}
      {end && <div className={`${styles.end} tw-push`}>{end}</div>}
    </div>
  )
}
