import type { Track } from '@trackway/core/track/columns.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../app/theme.ts'
import { drawGrid, drawIgnition, drawLabels, drawSpeed, readColours, xOf } from './chart-drawing.ts'
import type { Player } from './player.ts'
import { speedAxisKmh, speedColumns, tickStepMs } from './series.ts'
import { useTickLabel } from './use-tick-label.ts'

/** Closer than this the wheel does not zoom. */
const shortestViewMs = 60_000

interface Props {
  track: Track
  player: Player
  /** What the replay covers; the wheel zooms within it. */
  from: number
  to: number
}

/**
 * Speed over time with the ignition beneath and the replay's cursor on top. Press or drag to move the cursor,
 * wheel to zoom, double-click to see all again.
 */
export function SpeedChart({ track, player, from, to }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<HTMLCanvasElement>(null)
  const cursor = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const [view, setView] = useState({ from, to })
  const isDark = useIsDark()
  const tickLabel = useTickLabel()
  const maxKmh = useMemo(() => speedAxisKmh(track), [track])

  useEffect(() => setView({ from, to }), [from, to])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of theme changes the colours on the root element
  useEffect(() => {
    const canvas = plot.current
    if (!canvas || width === 0) return
    const ratio = devicePixelRatio
    canvas.width = width * ratio
    canvas.height = height * ratio
    const ctx = canvas.getContext('2d')
    if (!ctx) return
    ctx.scale(ratio, ratio)
    const colours = readColours(document.documentElement)
    const axes = { width, height, ...view, maxKmh }
    const step = tickStepMs(view.to - view.from, width)
    drawGrid(ctx, axes, colours)
    const columns = speedColumns(track, view.from, view.to, width)
    drawSpeed(ctx, axes, columns, colours)
    drawIgnition(ctx, axes, columns, colours)
    drawLabels(ctx, axes, tickLabel.ticks(view.from, view.to, step), colours)
  }, [track, view, width, height, maxKmh, tickLabel, isDark])

  useEffect(() => {
    const place = ({ time }: { time: number }) => {
      const x = xOf(time, { width, height, ...view, maxKmh })
      if (cursor.current) cursor.current.style.transform = `translateX(${x}px)`
      if (cursor.current) cursor.current.style.visibility = x < 0 || x > width ? 'hidden' : 'visible'
    }
    place(player.state)
    return player.subscribe(place)
  }, [player, view, width, height, maxKmh])

  useWheelZoom(box, (x, factor) => {
    setView((now) => zoomed(now, x / width, factor, { from, to }))
  })

  const seekTo = (event: React.PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    player.seek(view.from + ((event.clientX - left) / width) * (view.to - view.from))
  }
  return (
    <div
      ref={box}
      className="track-chart"
      role="img"
      aria-label={t('track.speedChart')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) seekTo(event)
      }}
      onDoubleClick={() => setView({ from, to })}
    >
      <canvas ref={plot} style={{ width, height }} />
      <div ref={cursor} className="track-chart-cursor" />
    </div>
  )
}

/** Zooms so that the instant under the pointer stays under it. @param at part of the width, 0 to 1 */
function zoomed(
  view: { from: number; to: number },
  at: number,
  factor: number,
  all: { from: number; to: number },
): { from: number; to: number } {
  const span = Math.min(Math.max((view.to - view.from) * factor, shortestViewMs), all.to - all.from)
  const middle = view.from + (view.to - view.from) * at
  const from = Math.min(Math.max(middle - span * at, all.from), all.to - span)
  return { from, to: from + span }
}

function useSize(box: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return size
}

/** React listens to the wheel passively; only an own listener may keep the page from scrolling. */
function useWheelZoom(
  box: React.RefObject<HTMLElement | null>,
  zoom: (x: number, factor: number) => void,
): void {
  const latest = useRef(zoom)
  latest.current = zoom
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const left = element.getBoundingClientRect().left
      latest.current(event.clientX - left, event.deltaY > 0 ? 1.25 : 0.8)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box])
}
