import { expect, test } from 'vitest'
import { incomeByDay } from './income-by-day.ts'

test('each day has the sum of its currencies, and those without orders nothing', () => {
  const rows = [
    { day: '2026-11-03', usdAmount: 250 },
    { day: '2026-11-01', usdAmount: 1_000 },
    { day: '2026-11-03', usdAmount: 50 },
  ]
  expect(incomeByDay(rows, { first: '2026-11-01', last: '2026-11-04' })).toEqual([
    { day: '2026-11-01', value: 1_000 },
    { day: '2026-11-02', value: 0 },
    { day: '2026-11-03', value: 300 },
    { day: '2026-11-04', value: 0 },
  ])
})
