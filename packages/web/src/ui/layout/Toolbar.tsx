import type { ReactNode } from 'react'

interface ToolbarProps {
  children: ReactNode
  /** Shown at the other end of the row. */
  end?: ReactNode
}

/** Controls in a row, which wrap where the row is too short. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className="tw-row tw-wrap tw-gap-12 tw-inset-on-phone">
      {children}
      {end && <div className="tw-row tw-wrap tw-gap-12 tw-push">{end}</div>}
    </div>
  )
}
