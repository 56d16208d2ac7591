import { useState } from 'react'

export const leastPanelPx = 120
export const mostPanelPx = 260
const storageKey = 'trackPanelPx'

/** The height of chart and tables, as it was last dragged to. */
export function usePanelHeight() {
  const [height, setHeight] = useState(stored)
  const set = (px: number) => {
    const kept = Math.min(Math.max(px, leastPanelPx), mostPanelPx)
    setHeight(kept)
    try {
      localStorage.setItem(storageKey, String(kept))
    } catch {
      // A forbidden storage: the height then lasts as long as the page.
    }
  }
  const onDrag = (event: React.PointerEvent<HTMLElement>) => {
    const { currentTarget, pointerId, clientY } = event
    currentTarget.setPointerCapture(pointerId)
    const move = (moved: PointerEvent) => set(height + clientY - moved.clientY)
    const end = () => {
      currentTarget.removeEventListener('pointermove', move)
      currentTarget.removeEventListener('pointerup', end)
      currentTarget.removeEventListener('pointercancel', end)
    }
    currentTarget.addEventListener('pointermove', move)
    currentTarget.addEventListener('pointerup', end)
    currentTarget.addEventListener('pointercancel', end)
  }
  return { height, onDrag, changeBy: (px: number) => set(height + px) }
}

function stored(): number {
  try {
    const px = Number(localStorage.getItem(storageKey))
    return px >= leastPanelPx && px <= mostPanelPx ? px : 180
  } catch {
    return 180
  }
}
