import { lostIn } from '@trackway/core/track/format/same-track.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPositions, aPosition, type PositionRow, trackOfPositions } from '../../testing/position-rows.ts'
import { type DayRows, mergeDays, packDay, unpackDay } from './packed-day.ts'

const midnight = Date.UTC(2026, 10, 18)
const dayOf = (rows: readonly PositionRow[]): DayRows => {
  const sorted = rows.toSorted((a, b) => a.fix_time - b.fix_time)
  return {
    track: trackOfPositions(sorted),
    serverTimes: Float64Array.from(sorted, (row) => row.server_time),
    distancesM: Float32Array.from(sorted, (row) => row.distance_m),
    extras: sorted.map((row) => (row.extra === null ? '' : JSON.stringify(row.extra))),
  }
}
const anyDay = anyPositions(midnight, midnight + 86_399_999).filter((rows) => rows.length > 0)

test('a day comes back whole, whatever was in it', () => {
  fc.assert(
    fc.property(anyDay.map(dayOf), (day) => {
      const unpacked = unpackDay(packDay(day))
      expect(lostIn(unpacked.track, day.track)).toBeNull()
      expect(unpacked.extras).toEqual(day.extras)
      for (const [i, metres] of day.distancesM.entries()) {
        expect(Math.abs(unpacked.distancesM[i]! - metres)).toBeLessThan(1)
        expect(Math.abs(unpacked.serverTimes[i]! - day.serverTimes[i]!)).toBeLessThanOrEqual(1_500)
      }
    }),
  )
})

test('a day packed again and again stays as it was packed first', () => {
  fc.assert(
    fc.property(anyDay.map(dayOf), (day) => {
      const once = packDay(day)
      const again = packDay(mergeDays(unpackDay(once), day))
      expect(again.block).toEqual(once.block)
      expect(again.readings).toEqual(once.readings)
      expect(again.distanceM).toBe(once.distanceM)
    }),
  )
})

test('what arrives now sooner, now later, stays as it was packed first', () => {
  const delays = fc.array(fc.integer({ min: -500, max: 4_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(delays, (any) => {
      const rows = any.map((delay, i) =>
        aPosition({ fix_time: midnight + i * 10_000, server_time: midnight + i * 10_000 + delay }),
      )
      const once = packDay(dayOf(rows))
      const unpacked = unpackDay(once)
      for (const [i, time] of unpacked.serverTimes.entries()) {
        expect(Math.abs(time - rows[i]!.server_time)).toBeLessThanOrEqual(1_500)
      }
      expect(packDay(unpacked).readings).toEqual(once.readings)
    }),
  )
})

test('the metres of a day are those of its points, however many tenths each is off', () => {
  const rows = Array.from({ length: 8_640 }, (_, i) =>
    aPosition({ fix_time: midnight + i * 10_000, distance_m: 0.04 }),
  )
  const packed = packDay(dayOf(rows))
  expect(packed.distanceM).toBeCloseTo(345.6, 1)
  expect(unpackDay(packed).distancesM.reduce((sum, metres) => sum + metres)).toBeCloseTo(345.6, 1)
})

test('positions that came months late, or before their time, are known to have', () => {
  const delays = [-3_600_000, 0, 90 * 86_400_000, 400 * 86_400_000, 20]
  const rows = delays.map((delay, i) =>
    aPosition({ fix_time: midnight + i * 10, server_time: midnight + i * 10 + delay }),
  )
  for (const [i, time] of unpackDay(packDay(dayOf(rows))).serverTimes.entries()) {
    expect(Math.abs(time - rows[i]!.server_time)).toBeLessThanOrEqual(1_500)
  }
})

test('its box holds the places it has', () => {
  const at = (second: number, latitude_e7: number | null, longitude_e7: number | null) =>
    aPosition({ fix_time: midnight + second, latitude_e7, longitude_e7 })
  expect(packDay(dayOf([at(1, null, null), at(2, -50, 70), at(3, 90, -30)])).box).toEqual({
    minLatE7: -50,
    maxLatE7: 90,
    minLonE7: -30,
    maxLonE7: 70,
  })
  expect(packDay(dayOf([at(1, null, null)])).box).toBeNull()
})

test('what the format does not hold is refused, not lost', () => {
  const day = dayOf([aPosition({ fix_time: midnight }), aPosition({ fix_time: midnight + 1 })])
  day.track.courseDeg[1] = 400
  expect(() => packDay(day)).toThrow('courseDeg of point 1: 400 became 40')
  const twice = dayOf([aPosition({ fix_time: midnight }), aPosition({ fix_time: midnight })])
  expect(() => packDay(twice)).toThrow('not in order of time')
})
