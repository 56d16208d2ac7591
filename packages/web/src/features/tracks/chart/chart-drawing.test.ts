import { shownUnit } from '@trackway/core/readings/units.ts'
import { describe, expect, test } from 'vitest'
import { type Axes, drawGrid, drawLabels, xOf } from './chart-axes.ts'
import { drawAlarms, drawIgnition, drawSecond } from './chart-drawing.ts'

const axes: Axes = { width: 1000, height: 150, from: 0, to: 1_000_000, maxKmh: 120 }
const colours = {
  surface: 'surface',
  line: 'line',
  text: 'text',
  accent: 'accent',
  accentSoft: 'accentSoft',
  success: 'success',
  second: 'second',
  danger: 'danger',
}

/** Writes down each call with the colour it was made in. */
function aContext() {
  const calls: { name: string; args: unknown[]; colour: string }[] = []
  const context = new Proxy({ fillStyle: '' } as Record<string, unknown>, {
    get: (target, name: string) =>
      name in target
        ? target[name]
        : (...args: unknown[]) => calls.push({ name, args, colour: String(target.fillStyle) }),
    set: (target, name: string, value) => {
      target[name] = value
      return true
    },
  })
  const of = (name: string) => calls.filter((call) => call.name === name)
  return { ctx: context as unknown as CanvasRenderingContext2D, of }
}

test('an instant is at its share of the width', () => {
  expect(xOf(250_000, axes)).toBe(250)
  expect(xOf(-100_000, axes)).toBe(-100)
})

describe('grid and labels', () => {
  test.each([
    [150, 3],
    [90, 2],
  ])('%i px high has %i lines', (height, lines) => {
    const { ctx, of } = aContext()
    drawGrid(ctx, { ...axes, height }, colours)
    expect(of('stroke')).toHaveLength(lines)
  })
  test('the highest speed has its unit, and a mark that would be cut off is left out', () => {
    const { ctx, of } = aContext()
    const ticks = [
      { time: 5_000, label: 'cut' },
      { time: 500_000, label: 'noon' },
    ]
    drawLabels(ctx, axes, ticks, colours, shownUnit('metric', 'km/h'))
    expect(of('fillText').map(({ args }) => args[0])).toEqual(['60', '120 km/h', 'noon'])
  })
  test('speeds are in the unit of the account', () => {
    const { ctx, of } = aContext()
    drawLabels(ctx, { ...axes, maxKmh: 80 * 1.609344 }, [], colours, shownUnit('imperial', 'km/h'))
    expect(of('fillText').map(({ args }) => args[0])).toEqual(['40', '80 mph'])
  })
})

describe('alarms', () => {
  test('within a pixel they are one tick, and those out of view none', () => {
    const { ctx, of } = aContext()
    drawAlarms(ctx, axes, [-5_000, 100_000, 100_400, 200_000, 2_000_000], colours)
    expect(of('fillRect').map(({ args }) => args[0])).toEqual([99, 199])
  })
})

describe('the ribbon of the ignition', () => {
  const widthOn = (ignition: Int8Array) => {
    const { ctx, of } = aContext()
    drawIgnition(ctx, axes, ignition, colours)
    return of('fillRect').filter(({ colour }) => colour === 'success').length
  }
  test('lasts until the next point, but not over a silence of five minutes', () => {
    const ignition = new Int8Array(1000).fill(-1)
    ignition[100] = 1
    ignition[150] = 1
    ignition[200] = 0
    expect(widthOn(ignition)).toBe(100)
    ignition[200] = -1
    // 300 s are 300 columns after the last point.
    expect(widthOn(ignition)).toBe(351)
  })
})

test('a second series has its own scale; one that never changes is a line in the middle with one label', () => {
  const { ctx, of } = aContext()
  const flat = new Float32Array(1000).fill(7)
  drawSecond(
    ctx,
    axes,
    { low: flat, high: flat },
    { least: 7, greatest: 7 },
    { least: '7 V', greatest: '7 V' },
    colours,
  )
  expect(of('fillText')).toHaveLength(1)
  expect(new Set(of('lineTo').map(({ args }) => args[1])).size).toBe(1)
})
