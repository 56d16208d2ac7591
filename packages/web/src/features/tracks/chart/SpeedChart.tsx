import { useEffect, useMemo, useRef, useState } from 'react'
import { useIsDark } from '../../../base/theme/theme.ts'
import { useTexts } from '../../../base/use-texts.ts'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import { seriesText } from '../replay/second-series.ts'
import { columnsOf, extremesOf, ignitionColumns, tickStepMs, trackSeries } from '../replay/series.ts'
import { changeView, useReplayView } from '../replay/use-replay-view.ts'
import { type Axes, drawGrid, drawLabels, readColours, xOf } from './chart-axes.ts'
import { drawAlarms, drawIgnition, drawSecond, drawSpeed } from './chart-drawing.ts'
import { clampWindow, zoomed } from './chart-window.ts'
import styles from './SpeedChart.module.css'
import { useChartPointer } from './use-chart-pointer.ts'
import { useSecondSeries } from './use-second-series.ts'
import { useTicks } from './use-ticks.ts'

/**
 * Speed over time with the ignition and alarms beneath, one more series if chosen, and the cursor on top. A
 * click moves the cursor, a drag chooses a part (on a phone it scrubs), the wheel zooms, a double click shows
 * all again.
 */
export function SpeedChart() {
  const { t, format } = useTexts()
  const { player, active, range, alarms } = useReplay()
  const { track } = active
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<HTMLCanvasElement>(null)
  const cursor = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const chosen = useReplayView((state) => state.window)
  const selection = useReplayView((state) => state.selection)
  const pointedAt = useReplayView((state) => state.pointedAt)
  const isDark = useIsDark()
  const ticksOf = useTicks()
  const second = useSecondSeries()
  const view = useMemo(() => clampWindow(chosen ?? range, range), [chosen, range])
  const speedUnit = useMemo(() => format.shownUnit('km/h'), [format])
  const maxKmh = useMemo(() => speedAxisKmh(track.speedKmh, speedUnit.of), [track, speedUnit])
  const axes: Axes = useMemo(() => ({ width, height, ...view, maxKmh }), [width, height, view, maxKmh])
  const [drawn, setDrawn] = useState<Span | null>(null)
  const part = drawn ?? selection

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
    drawGrid(ctx, axes, colours)
    drawSpeed(ctx, axes, columnsOf(trackSeries(track, 'speedKmh'), view.from, view.to, width), colours)
    drawIgnition(ctx, axes, ignitionColumns(track, view.from, view.to, width), colours)
    const alarmTimes = alarms.map(({ fixTime }) => fixTime)
    drawAlarms(ctx, axes, alarmTimes, colours)
    const step = tickStepMs(view.to - view.from, width)
    drawLabels(ctx, axes, ticksOf(view.from, view.to, step), colours, speedUnit)
    if (!second.series) return
    const columns = columnsOf(second.series, view.from, view.to, width)
    const extremes = extremesOf(columns)
    if (!extremes) return
    const labels = {
      least: seriesText(second.name, extremes.least, format, t),
      greatest: seriesText(second.name, extremes.greatest, format, t),
    }
    drawSecond(ctx, axes, columns, extremes, labels, colours)
  }, [track, axes, view, width, height, alarms, second, ticksOf, isDark, format, speedUnit, t])

  useEffect(() => {
    const place = ({ time }: { time: number }) => {
      if (!cursor.current) return
      const x = xOf(time, axes)
      cursor.current.style.transform = `translateX(${x}px)`
      cursor.current.style.visibility = x < 0 || x > width ? 'hidden' : 'visible'
    }
    place(player.state)
    return player.subscribe(place)
  }, [player, axes, width])

  useChartPointer(box, {
    axes,
    player,
    onSelect: setDrawn,
    onSelected: (span) => {
      setDrawn(null)
      changeView({ selection: span })
    },
    onZoom: (at, factor) => changeView({ window: zoomed(view, at, factor, range) }),
    onPan: (part) => {
      const by = (view.to - view.from) * part
      changeView({ window: clampWindow({ from: view.from + by, to: view.to + by }, range) })
    },
    onReset: () => changeView({ window: null, selection: null }),
  })

  return (
    <div
      ref={box}
      className={`${styles.chart} tw-fill tw-relative tw-clip`}
      data-testid="track-chart"
      role="img"
      aria-label={t('tracks.speedChart')}
    >
      <canvas ref={plot} className="tw-block" style={{ width, height }} />
      {pointedAt && <div className={styles.pointed} style={band(pointedAt, axes)} />}
      {part && <div className={styles.selection} style={band(part, axes)} />}
      <div ref={cursor} className={styles.cursor} />
    </div>
  )
}

/** A part of the time on the chart, over its whole height. */
function band({ from, to }: Span, axes: Axes): React.CSSProperties {
  const left = Math.max(0, xOf(from, axes))
  const right = Math.min(axes.width, xOf(to, axes))
  return right > left ? { left, width: Math.max(1, right - left) } : { display: 'none' }
}

/** The highest speed in steps of 20 km/h or mph, for the axis; at least 60. What no vehicle drives does not count. */
function speedAxisKmh(speedKmh: Float32Array, shown: (kmh: number) => number): number {
  let highest = 0
  for (let i = 0; i < speedKmh.length; i++) {
    if (speedKmh[i]! > highest && speedKmh[i]! < 300) highest = speedKmh[i]!
  }
  return Math.max(60, Math.ceil(shown(highest) / 20) * 20) / shown(1)
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
