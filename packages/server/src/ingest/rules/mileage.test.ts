import { expect, test } from 'vitest'
import { drive, driveStart, type Leg } from '../../testing/drive.ts'

const hour = 3600
/** An hour's drive of about 50 km from `at` on. */
const hourFrom = (at: number, north: number): Leg[] => [
  { at, north },
  { at: at + hour, north: north + 450 },
]

test('begins anew at midnight of the owner', () => {
  // 08:00 UTC is 16:00 in Shanghai: midnight there is 8 hours away.
  const legs = [...hourFrom(0, 0), { at: 7.9 * hour, north: 450 }, ...hourFrom(8.1 * hour, 450)]
  const { state } = drive(legs, 'Asia/Shanghai')
  expect(state.day_start_time).toBe(Date.UTC(2026, 0, 15, 16))
  expect(state.day_m).toBeCloseTo(50_040, -2)
  expect(drive(legs, 'UTC').state.day_m).toBeCloseTo(100_080, -2)
})

test('what was held back since yesterday does not count today', () => {
  const { state } = drive([
    { at: 0, north: 0 },
    { at: 17 * hour, north: 0 },
    { at: 10 * hour, north: 200, delay: 8 * hour, isBuffered: true },
  ])
  expect(state.day_m).toBe(0)
})

test('a new time zone moves the start of the day and keeps the metres', () => {
  const { state } = drive(hourFrom(0, 0), 'Asia/Shanghai')
  drive([{ at: 1.5 * hour, north: 450 }], 'Asia/Kolkata', state)
  expect(state.day_start_time).toBe(Date.UTC(2026, 0, 14, 18, 30))
  expect(state.day_m).toBeCloseTo(50_040, -2)
  expect(driveStart).toBeGreaterThan(state.day_start_time!)
})
