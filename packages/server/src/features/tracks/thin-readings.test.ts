import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Readings, thinReadings } from './thin-readings.ts'

const anyReadings = fc
  .uniqueArray(fc.tuple(fc.nat(1_000_000), fc.double({ noNaN: true })), { selector: ([time]) => time })
  .map((pairs) => pairs.toSorted(([a], [b]) => a - b))
  .map((pairs): Readings => ({ times: pairs.map(([time]) => time), values: pairs.map(([, value]) => value) }))
const pairsOf = ({ times, values }: Readings) => times.map((time, i) => [time, values[i]])

test('keeps some of the values, in order, and never more than asked for', () => {
  fc.assert(
    fc.property(anyReadings, fc.integer({ min: 4, max: 40 }), (readings, most) => {
      const thin = thinReadings(readings, most)
      expect(thin.times.length).toBeLessThanOrEqual(most)
      expect(thin.times).toEqual(thin.times.toSorted((a, b) => a - b))
      expect(new Set(thin.times).size).toBe(thin.times.length)
      const all = new Map(pairsOf(readings) as [number, number][])
      for (const [i, time] of thin.times.entries()) expect(thin.values[i]).toBe(all.get(time))
    }),
  )
})

test('the ends, the least and the greatest stay', () => {
  fc.assert(
    fc.property(anyReadings, fc.integer({ min: 4, max: 40 }), (readings, most) => {
      const thin = thinReadings(readings, most)
      expect([thin.times[0], thin.times.at(-1)]).toEqual([readings.times[0], readings.times.at(-1)])
      expect([Math.min(...thin.values), Math.max(...thin.values)]).toEqual([
        Math.min(...readings.values),
        Math.max(...readings.values),
      ])
    }),
  )
})

test('few values stay all', () => {
  const few = { times: [1, 2, 3], values: [5, 5, 5] }
  expect(thinReadings(few, 3)).toEqual(few)
})
