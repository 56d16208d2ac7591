import { Tooltip } from 'antd'
import type { ReactElement } from 'react'

/** A disabled action says why: on hover, on focus, and to screen readers. */
export function DisabledReason({ reason, children }: { reason: string | null; children: ReactElement }) {
  if (!reason) return children
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      {/* A disabled button gets no focus and no pointer; what holds it does. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the reason is out of the keyboard's reach */}
      <span role="note" tabIndex={0} aria-label={reason}>
        {children}
      </span>
    </Tooltip>
  )
}
