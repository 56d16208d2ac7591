import { expect, test } from 'vitest'
import { clampWindow, zoomed } from './chart-window.ts'

const hour = 3_600_000
const all = { from: 0, to: 24 * hour }

test('zooming keeps the instant under the pointer where it is', () => {
  expect(zoomed(all, 0.5, 0.5, all)).toEqual({ from: 6 * hour, to: 18 * hour })
  expect(zoomed({ from: 6 * hour, to: 18 * hour }, 0, 0.5, all)).toEqual({ from: 6 * hour, to: 12 * hour })
})

test('zooming out ends at all there is', () => {
  expect(zoomed({ from: hour, to: 20 * hour }, 0.9, 2, all)).toEqual(all)
})

test('zooming in ends at a minute', () => {
  const { from, to } = zoomed({ from: hour, to: hour + 60_000 }, 0.3, 0.5, all)
  expect(to - from).toBe(60_000)
})

test('a window over an end is moved, not cut', () => {
  expect(clampWindow({ from: 23 * hour, to: 25 * hour }, all)).toEqual({ from: 22 * hour, to: 24 * hour })
  expect(clampWindow({ from: -hour, to: hour }, all)).toEqual({ from: 0, to: 2 * hour })
  expect(clampWindow({ from: -hour, to: 30 * hour }, all)).toEqual(all)
})
