import { expect, test } from 'vitest'
import { ticksIn } from './use-ticks.ts'

test('marks of the time axis are at whole local hours', () => {
  const ticks = ticksIn('en-GB', 'Asia/Kolkata')
  const from = Date.parse('2026-07-13T18:30:00Z')
  expect(ticks(from, from + 7_200_000, 3_600_000).map(({ label }) => label)).toEqual([
    '14 Jul',
    '01:00',
    '02:00',
  ])
})
