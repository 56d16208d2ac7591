import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { GrowingTrack } from './growing-track.ts'

const day = (from: number, count: number) =>
  toTrack(
    Array.from({ length: count }, (_, n) => ({
      fixTime: from + n,
      latE7: from + n,
      lonE7: 7,
      speedKmh: n,
      courseDeg: null,
      altitudeM: null,
      satellites: null,
      accOn: true,
      odometerM: null,
      quality: 0,
    })),
  )

test('days that arrive newest first make one track, oldest first', () => {
  const growing = new GrowingTrack()
  for (const from of [300_000, 200_000, 100_000]) growing.prepend(day(from, 9_000))
  const { track } = growing
  expect(track.length).toBe(27_000)
  expect([track.fixTime[0], track.fixTime[9_000], track.fixTime[26_999]]).toEqual([100_000, 200_000, 308_999])
  expect(track.latE7[9_001]).toBe(200_001)
  expect(track.altitudeM[5]).toBe(day(0, 1).altitudeM[0])
})

test('what was shown before stays as it was', () => {
  const growing = new GrowingTrack()
  growing.prepend(day(200, 3))
  const { track } = growing
  growing.prepend(day(100, 2))
  expect([...track.fixTime]).toEqual([200, 201, 202])
  expect([...growing.track.fixTime]).toEqual([100, 101, 200, 201, 202])
})
