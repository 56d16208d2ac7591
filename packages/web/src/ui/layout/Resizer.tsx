import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './Resizer.module.css'

interface ResizerProps {
  /** What it makes larger, for assistive technology. */
  label: string
  /** The edge of that part at which it lies; the part grows beyond it. */
  edge: 'right' | 'top'
  px: number
  min: number
  max: number
  /** Called while it is dragged and when a key was pressed, with a size within the bounds. */
  onResize: (px: number) => void
}

const keyPx = 16

/** A line to drag, or to move by the arrow keys; it lies on an edge of the element around it. */
export function Resizer({ label, edge, px, min, max, onResize }: ResizerProps) {
  const isWidth = edge === 'right'
  const bounded = (value: number) => Math.max(min, Math.min(max, value))
  const at = (event: { clientX: number; clientY: number }) => (isWidth ? event.clientX : -event.clientY)

  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    const handle = down.currentTarget
    handle.setPointerCapture(down.pointerId)
    const move = (event: globalThis.PointerEvent) => onResize(bounded(px + at(event) - at(down)))
    handle.addEventListener('pointermove', move)
    // However the drag ends, also by a phone call that takes over the screen.
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = isWidth ? ['ArrowLeft', 'ArrowRight'] : ['ArrowDown', 'ArrowUp']
    if (event.key !== less && event.key !== more) return
    event.stopPropagation()
    onResize(bounded(px + (event.key === more ? keyPx : -keyPx)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter has no element of its own
    <div
      className={styles.resizer}
      data-edge={edge}
      role="separator"
      aria-orientation={isWidth ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={px}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
