import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import gripStyles from '../layout/Grip.module.css'
import styles from './PhoneSheet.module.css'
import { type SheetHeight, sheetHeights } from './sheet-heights.ts'

interface PhoneSheetProps {
  height: SheetHeight
  onHeight: (height: SheetHeight) => void
  children: ReactNode
}

/** Share of the screen at each height; `peek` shows the search and the pills. */
const shares: Record<SheetHeight, number> = { peek: 0.23, half: 0.52, full: 0.94 }

/** How much of the map the sheet hides; a sheet drawn up whole hides the map, not a part of it. */
export function coveredShare(height: SheetHeight): number {
  return height === 'full' ? shares.half : shares[height]
}

/** A sheet at the bottom of a phone, drawn up and down by its handle. */
export function PhoneSheet({ height, onHeight, children }: PhoneSheetProps) {
  const { t } = useTranslation()
  const sheet = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)

  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    const room = sheet.current!.parentElement!.clientHeight
    const begin = down.clientY
    const target = down.currentTarget
    target.setPointerCapture(down.pointerId)
    const shareAt = (y: number) => Math.max(0.1, Math.min(0.95, shares[height] + (begin - y) / room))
    const move = (event: globalThis.PointerEvent) => setDragged(shareAt(event.clientY))
    const up = (event: globalThis.PointerEvent) => {
      target.removeEventListener('pointermove', move)
      setDragged(null)
      // A tap goes one step up, and from the top down again.
      const isTap = Math.abs(event.clientY - begin) < 6
      onHeight(isTap ? nextHeight(height) : nearestHeight(shareAt(event.clientY)))
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('pointerup', up, { once: true })
  }

  return (
    <div
      ref={sheet}
      className={`${styles.sheet} tw-column tw-surface`}
      data-testid="tw-sheet"
      data-dragged={dragged !== null}
      style={{ height: `${(dragged ?? shares[height]) * 100}%` }}
    >
      <button
        type="button"
        className={`${gripStyles.grip} tw-rigid tw-relative tw-full-width`}
        aria-label={t('ui.layout.sheet')}
        onPointerDown={onPointerDown}
        onKeyDown={(event) => event.key === 'Enter' && onHeight(nextHeight(height))}
      />
      {children}
    </div>
  )
}

function nextHeight(height: SheetHeight): SheetHeight {
  return sheetHeights[(sheetHeights.indexOf(height) + 1) % sheetHeights.length]!
}

export function nearestHeight(share: number): SheetHeight {
  return [...sheetHeights].sort((a, b) => Math.abs(shares[a] - share) - Math.abs(shares[b] - share))[0]!
}
