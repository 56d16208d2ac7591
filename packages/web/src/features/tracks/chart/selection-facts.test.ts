import { toTrack } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { expect, test } from 'vitest'
import { selectionFacts } from './selection-facts.ts'

const minute = 60_000
/** North along a meridian at one minute a point; 111.2 m a step. */
const track = toTrack(
  Array.from({ length: 11 }, (_, n) => ({
    fixTime: n * minute,
    latE7: n * 10_000,
    lonE7: 0,
    speedKmh: n,
    courseDeg: 0,
    altitudeM: null,
    satellites: null,
    accOn: true,
    odometerM: null,
    quality: 0,
  })),
)
const trip = { kind: 'trip', from: 0, to: 10 * minute, distanceM: 1_200 } as Episode

test('a whole trip counts as the list says, whatever its points add up to', () => {
  const facts = selectionFacts(track, [trip], { from: 0, to: 20 * minute })
  expect(facts).toMatchObject({ distanceM: 1_200, durationMs: 20 * minute, maxSpeedKmh: 10 })
  expect(facts.meanSpeedKmh).toBeCloseTo(7.2)
})

test('of a trip that is cut counts the part driven in it', () => {
  const facts = selectionFacts(track, [trip], { from: 5 * minute, to: 10 * minute })
  expect(facts.distanceM).toBeCloseTo(600)
  expect(facts.maxSpeedKmh).toBe(10)
})

test('an end between two points counts its share of the way between them, and parts add up', () => {
  const metresOf = (from: number, to: number) =>
    selectionFacts(track, [trip], { from: from * minute, to: to * minute }).distanceM
  expect(metresOf(5.5, 7)).toBeCloseTo(180)
  expect(metresOf(6.25, 6.5)).toBeCloseTo(30)
  expect(metresOf(-2, 3)).toBeCloseTo(360)
  expect(metresOf(0, 3.3) + metresOf(3.3, 3.9) + metresOf(3.9, 10)).toBeCloseTo(1_200)
})

test('where nothing is driven there is no mean speed', () => {
  expect(selectionFacts(track, [], { from: 0, to: minute })).toMatchObject({
    distanceM: 0,
    meanSpeedKmh: null,
  })
})
