import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Keeps what one looks at where it is while alarms come above it, and counts those. */
export function useSteadyScroll(
  rows: readonly AlarmEpisode[],
  rowPx: number,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const isPointed = useRef(false)
  /** The row at the upper edge, and how many were above it when the list was last at its top. */
  const anchor = useRef<{ id: number; index: number } | null>(null)
  const [added, setAdded] = useState(0)
  const noteAnchor = () => {
    const index = Math.floor((scroller.current?.scrollTop ?? 0) / rowPx)
    const row = rows[index]
    anchor.current = row ? { id: row.id, index } : null
  }
  useLayoutEffect(() => {
    const element = scroller.current
    const before = anchor.current
    if (element && before) {
      const index = rows.findIndex(({ id }) => id === before.id)
      const shift = index - before.index
      const isLookedAt = element.scrollTop > 0 || isPointed.current
      if (index >= 0 && shift > 0 && isLookedAt) {
        element.scrollTop += shift * rowPx
        setAdded((count) => count + shift)
      }
    }
    noteAnchor()
  })
  return { isPointed, added, setAdded, noteAnchor }
}
