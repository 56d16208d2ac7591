import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Track, toTrack } from './columns.ts'
import { cutTrack, mergeTracks } from './merge.ts'

const at = (times: readonly number[], speedKmh: number): Track =>
  toTrack(
    times.map((fixTime) => ({
      fixTime,
      latE7: fixTime,
      lonE7: null,
      speedKmh,
      courseDeg: null,
      altitudeM: null,
      satellites: null,
      accOn: null,
      odometerM: null,
      quality: 0,
    })),
  )
const times = fc.uniqueArray(fc.nat(60)).map((all) => all.toSorted((a, b) => a - b))

test('merged tracks have each instant of both once, in order, as the first has it', () => {
  fc.assert(
    fc.property(times, times, (first, second) => {
      const merged = mergeTracks(at(first, 1), at(second, 2))
      const expected = [...new Set([...first, ...second])].toSorted((a, b) => a - b)
      expect([...merged.fixTime]).toEqual(expected)
      expect([...merged.speedKmh]).toEqual(expected.map((time) => (first.includes(time) ? 1 : 2)))
    }),
  )
})

test('a cut has the points from one instant to another, both included', () => {
  fc.assert(
    fc.property(times, fc.nat(60), fc.nat(60), (all, from, to) => {
      const cut = cutTrack(at(all, 1), from, to)
      expect([...cut.fixTime]).toEqual(all.filter((time) => time >= from && time <= to))
      expect(cut.length).toBe(cut.speedKmh.length)
    }),
  )
})
