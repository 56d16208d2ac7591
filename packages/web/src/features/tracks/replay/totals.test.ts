import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { expect, test } from 'vitest'
import { totalsOf } from './totals.ts'

const episode = (kind: Episode['kind'], hours: number, distanceM: number, maxSpeedKmh: number | null) =>
  ({ kind, from: 0, to: hours * 3_600_000, distanceM, maxSpeedKmh }) as Episode

test('trips are added up, stops counted, overspeed is neither', () =>
  expect(
    totalsOf([
      episode('trip', 1, 40_000, 80),
      episode('stop', 2, 30, null),
      episode('overspeed', 1, 20_000, 130),
      episode('trip', 2, 10_000, 95),
    ]),
  ).toEqual({ distanceM: 50_000, drivingMs: 3 * 3_600_000, maxSpeedKmh: 95, trips: 2, stops: 1 }))

test('of trips without a speed the highest is unknown', () =>
  expect(totalsOf([episode('trip', 1, 1, null)]).maxSpeedKmh).toBeNull())
