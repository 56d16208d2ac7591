import { expect, test } from 'vitest'
import { contentPx, rowWindow, scrollTopFor, tallestPx } from './virtual-rows.ts'

test('a short table is as tall as its rows', () => {
  expect(contentPx(10, 28)).toBe(280)
  expect(rowWindow(10, 28, 0, 100)).toEqual({ first: 0, last: 5, topPx: 0 })
  expect(rowWindow(10, 28, 42, 100)).toMatchObject({ first: 1, topPx: 28 })
})

test('the last of 777,600 rows can be reached', () => {
  const count = 777_600
  const bottom = contentPx(count, 28) - 200
  expect(contentPx(count, 28)).toBe(tallestPx)
  expect(rowWindow(count, 28, bottom, 200).last).toBe(count)
})

test.each([0, 1, 400_000, 777_599])('row %d is in view after scrolling to it', (index) => {
  const count = 777_600
  const top = scrollTopFor(index, count, 28, index === 0 ? 5_000 : 0, 200) ?? 0
  const { first, last } = rowWindow(count, 28, top, 200)
  expect(index).toBeGreaterThanOrEqual(first)
  expect(index).toBeLessThan(last)
})

test('a row in view is not scrolled to', () => expect(scrollTopFor(3, 100, 28, 0, 200)).toBeNull())
