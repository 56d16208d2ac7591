import { expect, test } from 'vitest'
import type { EpisodeRow } from '../replay/episode-rows.ts'
import { headingOf, rowsToDraw } from './sticky-headings.ts'

const day = { kind: 'day', date: '2026-11-18', distanceM: 0 } as EpisodeRow
const trip = { kind: 'episode' } as EpisodeRow
const rows = [day, trip, trip, trip, day, trip]

test('a row is under the day before it', () => {
  expect(headingOf(rows, 3)).toBe(0)
  expect(headingOf(rows, 4)).toBe(4)
  expect(headingOf([trip], 0)).toBe(-1)
})

test('the day of the first row in view is drawn, too, and none twice', () => {
  const range = { startIndex: 2, endIndex: 4, overscan: 0, count: rows.length }
  expect(rowsToDraw(rows, range)).toEqual([0, 2, 3, 4])
  expect(rowsToDraw(rows, { ...range, startIndex: 0 })).toEqual([0, 1, 2, 3, 4])
})
