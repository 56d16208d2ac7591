import { type PointerEvent, useState } from 'react'
import { recall, remember } from '../../../base/stored.ts'

const narrowest = 320
const widest = 560
const usual = 384

interface ColumnState {
  width: number
  isOpen: boolean
  isRich: boolean
}

/** Width, fold and density of the list column, as the user left them. */
export function useColumn() {
  const [state, setState] = useState<ColumnState>(() => readColumn(recall('homeColumn')))
  const change = (part: Partial<ColumnState>) => {
    const next = { ...state, ...part }
    setState(next)
    remember('homeColumn', next)
  }
  /** For the handle at the column's edge. */
  const onResize = (down: PointerEvent<HTMLElement>) => {
    const handle = down.currentTarget
    handle.setPointerCapture(down.pointerId)
    const begin = state.width - down.clientX
    const move = (event: globalThis.PointerEvent) =>
      setState((now) => ({ ...now, width: bounded(begin + event.clientX) }))
    const up = (event: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move)
      change({ width: bounded(begin + event.clientX) })
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', up, { once: true })
  }
  const resizeBy = (delta: number) => change({ width: bounded(state.width + delta) })
  return { ...state, change, onResize, resizeBy, narrowest, widest }
}

function bounded(width: number): number {
  return Math.max(narrowest, Math.min(widest, width))
}

export function readColumn(stored: unknown): ColumnState {
  const { width, isOpen, isRich } = (stored ?? {}) as Record<string, unknown>
  return {
    width: typeof width === 'number' && Number.isFinite(width) ? bounded(width) : usual,
    isOpen: isOpen !== false,
    isRich: isRich !== false,
  }
}
