import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renewTerm, type Term } from './renewal.ts'

const now = Date.parse('2026-01-10T12:00:00Z')
const ends = (end: string, months: number, timeZone = 'UTC', anchorDay: number | null = null) => {
  const term = { expireTime: Date.parse(end), monthsFromActivation: null }
  const { expireTime } = renewTerm(term, months, { now, timeZone, anchorDay })!
  return new Date(expireTime!).toISOString().slice(0, 16)
}

test.each([
  ['2026-01-31T00:00Z', 1, '2026-02-28T00:00'],
  ['2028-01-31T00:00Z', 1, '2028-02-29T00:00'],
  ['2026-01-31T00:00Z', 2, '2026-03-31T00:00'],
  ['2026-01-31T00:00Z', 12, '2027-01-31T00:00'],
  ['2028-02-29T00:00Z', 12, '2029-02-28T00:00'],
  ['2096-02-29T00:00Z', 48, '2100-02-28T00:00'],
  ['2026-08-31T00:00Z', 6, '2027-02-28T00:00'],
])('%s and %d months end %s', (end, months, expected) => expect(ends(end, months)).toBe(expected))

test('months are those of the account’s zone', () => {
  expect(ends('2026-01-30T20:00Z', 1, 'America/New_York')).toBe('2026-02-28T20:00')
  expect(ends('2026-01-30T20:00Z', 1, 'Asia/Shanghai')).toBe('2026-02-27T20:00')
  // The clocks of Berlin skip that half hour.
  expect(ends('2026-01-29T01:30Z', 2, 'Europe/Berlin')).toBe('2026-03-29T01:30')
})

test('month by month keeps the day of the first end', () => {
  let term: Term = { expireTime: Date.parse('2026-01-31T09:00Z'), monthsFromActivation: null }
  let anchorDay: number | null = null
  const days = Array.from({ length: 12 }, () => {
    const renewed = renewTerm(term, 1, { now, timeZone: 'UTC', anchorDay })!
    term = renewed
    anchorDay = renewed.anchorDay
    return new Date(renewed.expireTime!).getUTCDate()
  })
  expect(days).toEqual([28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31])
})

test('what is over goes on from now', () => {
  expect(ends('2025-03-31T00:00Z', 1, 'UTC', 31)).toBe('2026-02-10T12:00')
})

test('a term that has not begun gets longer, one that has ends at an instant', () => {
  const context = { now, timeZone: 'UTC', anchorDay: null }
  expect(renewTerm({ expireTime: null, monthsFromActivation: 12 }, 6, context)).toMatchObject({
    expireTime: null,
    monthsFromActivation: 18,
  })
  expect(renewTerm({ expireTime: now + 1, monthsFromActivation: 12 }, 1, context)?.monthsFromActivation).toBe(
    null,
  )
})

test('a term that has not begun gets no longer than any, and costs nothing then', () => {
  const context = { now, timeZone: 'UTC', anchorDay: null }
  expect(renewTerm({ expireTime: null, monthsFromActivation: 1195 }, 6, context)).toBeNull()
})

test('for life ends nothing any more, and there is nothing to renew then', () => {
  const context = { now, timeZone: 'UTC', anchorDay: null }
  const forLife = renewTerm({ expireTime: now, monthsFromActivation: null }, null, context)!
  expect(forLife).toMatchObject({ expireTime: null, monthsFromActivation: null })
  expect(renewTerm(forLife, 12, context)).toBeNull()
})

test('no renewal takes a day away, and each adds at least 28 for a month', () => {
  const times = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') })
  fc.assert(
    fc.property(times, times, fc.constantFrom(1, 6, 12, 24, 36), (expireTime, at, months) => {
      const term = { expireTime, monthsFromActivation: null }
      const context = { now: at, timeZone: 'Asia/Kathmandu', anchorDay: null }
      const after = renewTerm(term, months, context)!.expireTime!
      expect(after - Math.max(at, expireTime)).toBeGreaterThanOrEqual(28 * 86_400_000)
      expect(after - Math.max(at, expireTime)).toBeLessThanOrEqual(months * 31 * 86_400_000)
    }),
  )
})
