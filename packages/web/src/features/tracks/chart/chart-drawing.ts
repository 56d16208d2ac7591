import type { ChartColumns } from '../replay/series.ts'
import {
  type Axes,
  axisHeight,
  type ChartColours,
  labelWriter,
  plotBottom,
  plotTop,
  ribbonHeight,
  xOf,
  yOf,
} from './chart-axes.ts'

/** The speed as a filled line: every pixel column spans from its lowest to its highest value. */
export function drawSpeed(
  ctx: CanvasRenderingContext2D,
  axes: Axes,
  columns: ChartColumns,
  colours: ChartColours,
): void {
  ctx.fillStyle = colours.accentSoft
  ctx.strokeStyle = colours.accent
  ctx.lineWidth = 1.25
  ctx.lineJoin = 'round'
  for (const { start, end } of runs(columns.high, gapColumns(axes))) {
    const path = new Path2D()
    let isFirst = true
    for (let x = start; x <= end; x++) {
      const high = columns.high[x]!
      if (Number.isNaN(high)) continue
      if (isFirst) path.moveTo(x, yOf(high, axes))
      else path.lineTo(x, yOf(high, axes))
      path.lineTo(x, yOf(columns.low[x]!, axes))
      isFirst = false
    }
    const area = new Path2D(path)
    area.lineTo(end, yOf(0, axes))
    area.lineTo(start, yOf(0, axes))
    area.closePath()
    ctx.fill(area)
    ctx.stroke(path)
  }
}

/** How many empty columns still belong to one line: five minutes without a report are a gap. */
function gapColumns({ from, to, width }: Axes): number {
  return Math.max(2, Math.ceil((300_000 / (to - from)) * width))
}

function* runs(values: Float32Array, gap: number): Generator<{ start: number; end: number }> {
  let start = -1
  let last = -1
  for (let x = 0; x < values.length; x++) {
    if (Number.isNaN(values[x]!)) continue
    if (start >= 0 && x - last > gap) {
      yield { start, end: last }
      start = x
    } else if (start < 0) start = x
    last = x
  }
  if (start >= 0) yield { start, end: last }
}

/** A second series over the speed, on a scale of its own from its least to its greatest value. */
export function drawSecond(
  ctx: CanvasRenderingContext2D,
  axes: Axes,
  { low, high }: ChartColumns,
  { least, greatest }: { least: number; greatest: number },
  labels: { least: string; greatest: string },
  colours: ChartColours,
): void {
  const top = plotTop(axes) + 4
  const yAt = (value: number) => {
    const part = greatest > least ? (value - least) / (greatest - least) : 0.5
    return plotBottom(axes) - 4 - part * (plotBottom(axes) - 4 - top)
  }
  ctx.strokeStyle = colours.second
  ctx.lineWidth = 1.5
  ctx.lineJoin = 'round'
  // Readings come less often than positions: only a long silence breaks their line.
  for (const { start, end } of runs(high, gapColumns(axes) * 6)) {
    ctx.beginPath()
    for (let x = start; x <= end; x++) {
      if (Number.isNaN(high[x]!)) continue
      ctx.lineTo(x, yAt(high[x]!))
      if (low[x] !== high[x]) ctx.lineTo(x, yAt(low[x]!))
    }
    ctx.stroke()
  }
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  const write = labelWriter(ctx, colours.second, colours.surface)
  write(labels.greatest, axes.width - 4, top + 2)
  if (greatest > least) write(labels.least, axes.width - 4, plotBottom(axes) - 8)
}

/** Ticks on the ribbon where an alarm was raised; those within a pixel are one. */
export function drawAlarms(
  ctx: CanvasRenderingContext2D,
  axes: Axes,
  times: readonly number[],
  colours: ChartColours,
): void {
  ctx.fillStyle = colours.danger
  let last = Number.NEGATIVE_INFINITY
  for (const time of times) {
    const x = Math.round(xOf(time, axes))
    if (x < 0 || x > axes.width || x - last < 2) continue
    ctx.fillRect(x - 1, axes.height - axisHeight(axes) - ribbonHeight - 5, 2, ribbonHeight + 7)
    last = x
  }
}

/** Where the ignition was on, as a ribbon above the axis. @param ignition by column: 1 on, 0 off, -1 no point */
export function drawIgnition(
  ctx: CanvasRenderingContext2D,
  axes: Axes,
  ignition: Int8Array,
  colours: ChartColours,
): void {
  const y = axes.height - axisHeight(axes) - ribbonHeight
  ctx.fillStyle = colours.line
  ctx.fillRect(0, y, axes.width, ribbonHeight)
  ctx.fillStyle = colours.success
  const gap = gapColumns(axes)
  let isOn = false
  let since = 0
  for (let x = 0; x < axes.width; x++) {
    if (ignition[x]! >= 0) {
      isOn = ignition[x] === 1
      since = x
    }
    if (isOn && x - since <= gap) ctx.fillRect(x, y, 1, ribbonHeight)
  }
}
