import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { expect, test } from 'vitest'
import { episodeRows } from './episode-rows.ts'

const episode = (kind: string, from: string, distanceM = 0) =>
  ({ kind, from: Date.parse(from), to: Date.parse(from) + 1, distanceM }) as Episode
const episodes = [
  episode('stop', '2026-03-01T10:00:00Z'),
  episode('trip', '2026-03-01T15:00:00Z', 5_000),
  episode('overspeed', '2026-03-01T15:10:00Z', 300),
  episode('stop', '2026-03-01T16:30:00Z'),
]

test('is listed under the days of the zone, stops numbered, nothing but trips and stops', () => {
  const rows = episodeRows(episodes, 'Asia/Shanghai', new Map())
  expect(rows.map((row) => (row.kind === 'day' ? `${row.date} ${row.distanceM}` : row.number))).toEqual([
    '2026-03-01 5000',
    1,
    null,
    '2026-03-02 0',
    2,
  ])
})

test('a heading says what the day is known to have, not what begins on it', () => {
  const days = new Map([
    ['2026-03-01', 4_000],
    ['2026-03-02', null],
  ])
  const headings = episodeRows(episodes, 'Asia/Shanghai', days).filter((row) => row.kind === 'day')
  expect(headings.map(({ distanceM }) => distanceM)).toEqual([4_000, 0])
})

test('the newest day comes first where that is chosen, in itself in the order of time', () => {
  const rows = episodeRows(episodes, 'Asia/Shanghai', new Map(), 'newest')
  expect(rows.map((row) => (row.kind === 'day' ? row.date : row.number))).toEqual([
    '2026-03-02',
    2,
    '2026-03-01',
    1,
    null,
  ])
})

test('stops by their length have no days', () => {
  const longer = { ...episodes[3]!, to: episodes[3]!.from + 60_000 }
  const rows = episodeRows([episodes[0]!, episodes[1]!, longer], 'Asia/Shanghai', new Map(), 'longest')
  expect(rows.map((row) => row.kind === 'episode' && row.number)).toEqual([2, 1])
})
