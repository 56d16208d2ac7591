import { type RefObject, useEffect, useRef } from 'react'
import type { Player, Span } from '../replay/player.ts'
import { type Axes, axisHeight, ribbonHeight, xOf } from './chart-axes.ts'

/** Pressed this near to it, the cursor is taken along. */
const cursorReachPx = 7
/** A shorter drag is a click. */
const leastDragPx = 4

interface Parts {
  axes: Axes
  player: Player
  /** While a part is being chosen. */
  onSelect(span: Span): void
  /** It is chosen; null: none. */
  onSelected(span: Span | null): void
  onZoom(at: number, factor: number): void
  /** @param part of the width */
  onPan(part: number): void
  onReset(): void
}

/**
 * What pointer and wheel do on the chart. A finger always scrubs: there is no hover on a phone, and a scrubber
 * is how the chart works there. A mouse scrubs at the cursor and on the axis, and chooses a part elsewhere.
 */
export function useChartPointer(box: RefObject<HTMLElement | null>, parts: Parts): void {
  const latest = useRef(parts)
  latest.current = parts
  useEffect(() => {
    const element = box.current
    if (!element) return
    const timeAt = (clientX: number) => {
      const { from, to, width } = latest.current.axes
      const x = clientX - element.getBoundingClientRect().left
      return from + (Math.min(Math.max(x, 0), width) / width) * (to - from)
    }
    const isScrub = ({ clientX, clientY, pointerType }: PointerEvent) => {
      const { axes, player } = latest.current
      const { left, top } = element.getBoundingClientRect()
      const isOnAxis = clientY - top > axes.height - axisHeight(axes) - ribbonHeight
      const isAtCursor = Math.abs(clientX - left - xOf(player.state.time, axes)) <= cursorReachPx
      return pointerType !== 'mouse' || isOnAxis || isAtCursor
    }

    let drag: { pointerId: number; startX: number; isScrub: boolean; isMoved: boolean } | null = null
    const spanTo = (clientX: number, startX: number): Span => {
      const [a, b] = [timeAt(startX), timeAt(clientX)]
      return { from: Math.min(a, b), to: Math.max(a, b) }
    }
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      drag = { pointerId: event.pointerId, startX: event.clientX, isScrub: isScrub(event), isMoved: false }
      if (drag.isScrub) latest.current.player.seek(timeAt(event.clientX))
    }
    const onMove = (event: PointerEvent) => {
      if (!drag) {
        element.style.cursor = isScrub(event) ? 'col-resize' : 'crosshair'
        return
      }
      if (Math.abs(event.clientX - drag.startX) >= leastDragPx) drag.isMoved = true
      if (drag.isScrub) latest.current.player.seek(timeAt(event.clientX))
      else if (drag.isMoved) latest.current.onSelect(spanTo(event.clientX, drag.startX))
    }
    const onUp = (event: PointerEvent) => {
      if (drag && !drag.isScrub) {
        if (drag.isMoved) latest.current.onSelected(spanTo(event.clientX, drag.startX))
        else latest.current.player.seek(timeAt(event.clientX))
      }
      drag = null
    }
    const onCancel = () => {
      drag = null
    }
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { width } = latest.current.axes
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (isSideways) return latest.current.onPan((event.deltaX || event.deltaY) / width)
      const x = event.clientX - element.getBoundingClientRect().left
      latest.current.onZoom(x / width, event.deltaY > 0 ? 1.25 : 0.8)
    }
    const onDouble = () => latest.current.onReset()
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', onDown, { signal })
    element.addEventListener('pointermove', onMove, { signal })
    element.addEventListener('pointerup', onUp, { signal })
    element.addEventListener('pointercancel', onCancel, { signal })
    element.addEventListener('dblclick', onDouble, { signal })
    // React listens to the wheel passively; only an own listener may keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false, signal })
    return () => listening.abort()
  }, [box])
}
