import type { CSSProperties, ReactNode } from 'react'

/** As much room, of the kind, as what is tested has on its screen. */
export function Box({ children, ...style }: CSSProperties & { children?: ReactNode }) {
  return <div style={style}>{children}</div>
}
