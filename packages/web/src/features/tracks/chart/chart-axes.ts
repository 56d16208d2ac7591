import type { ShownUnit } from '@trackway/core/readings/units.ts'

/** Pixel geometry of the chart: the plot on top, the ignition ribbon, the time axis beneath. */
export const ribbonHeight = 6
/** So low that every pixel is needed for the curve. */
const isLow = ({ height }: Pick<Axes, 'height'>) => height < 80
export const axisHeight = (axes: Pick<Axes, 'height'>) => (isLow(axes) ? 16 : 22)
export const plotTop = (axes: Pick<Axes, 'height'>) => (isLow(axes) ? 3 : 12)

/** What is drawn has a colour of the theme; the name of its token. */
const tokens = {
  surface: 'surface',
  line: 'line',
  text: 'muted',
  accent: 'accent',
  accentSoft: 'accent-soft',
  success: 'success',
  second: 'warning',
  danger: 'danger',
}
export type ChartColours = typeof tokens

export function readColours(element: Element): ChartColours {
  const style = getComputedStyle(element)
  const read = Object.entries(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(`--tw-${token}`).trim(),
  ])
  return Object.fromEntries(read)
}

export interface Axes {
  width: number
  height: number
  from: number
  to: number
  maxKmh: number
}

export const plotBottom = (axes: Axes) =>
  axes.height - axisHeight(axes) - ribbonHeight - (isLow(axes) ? 3 : 6)

export function xOf(time: number, { from, to, width }: Axes): number {
  return ((time - from) / (to - from)) * width
}

export function yOf(speedKmh: number, axes: Axes): number {
  return plotBottom(axes) - (speedKmh / axes.maxKmh) * (plotBottom(axes) - plotTop(axes))
}

/** Horizontal lines, drawn before the speed. */
export function drawGrid(ctx: CanvasRenderingContext2D, axes: Axes, colours: ChartColours): void {
  ctx.strokeStyle = colours.line
  ctx.lineWidth = 1
  for (const speed of marks(axes)) {
    const y = Math.round(yOf(speed, axes)) + 0.5
    ctx.beginPath()
    ctx.moveTo(0, y)
    ctx.lineTo(axes.width, y)
    ctx.stroke()
  }
}

/** What the lines mean, and the time axis: drawn over the speed, on a rim that keeps them readable. */
export function drawLabels(
  ctx: CanvasRenderingContext2D,
  axes: Axes,
  ticks: readonly { time: number; label: string }[],
  colours: ChartColours,
  speedUnit: ShownUnit,
): void {
  const write = labelWriter(ctx, colours.text, colours.surface)
  ctx.textBaseline = 'bottom'
  ctx.textAlign = 'left'
  const speeds = isLow(axes) ? [] : marks(axes)
  for (const [index, speed] of speeds.entries()) {
    const shown = Math.round(speedUnit.of(speed))
    if (shown > 0)
      write(
        index === speeds.length - 1 ? `${shown} ${speedUnit.name}` : String(shown),
        4,
        yOf(speed, axes) + 12,
      )
  }
  ctx.textAlign = 'center'
  for (const { time, label } of ticks) {
    const x = xOf(time, axes)
    // A label cut at the edge would be misread, so it is left out.
    if (x > 20 && x < axes.width - 20) write(label, x, axes.height - (isLow(axes) ? 1 : 4))
  }
}

/** Speeds that get a line; a low chart has room for fewer. */
function marks({ height, maxKmh }: Axes): number[] {
  const steps = height > 100 ? 2 : 1
  return Array.from({ length: steps + 1 }, (_, index) => (maxKmh / steps) * index)
}

/** Writes over what is drawn, on a rim that keeps it readable. */
export function labelWriter(ctx: CanvasRenderingContext2D, colour: string, rim: string) {
  ctx.font = '11px system-ui, sans-serif'
  ctx.fillStyle = colour
  ctx.strokeStyle = rim
  ctx.lineWidth = 4
  ctx.lineJoin = 'round'
  return (text: string, x: number, y: number): void => {
    ctx.strokeText(text, x, y)
    ctx.fillText(text, x, y)
  }
}
