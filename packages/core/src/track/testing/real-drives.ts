import { distanceM } from '../../geo/distance.ts'
import type { TrackPointValues } from '../columns.ts'
import { startTime } from './drives.ts'

/**
 * Real drives through Denver, a place each second: the sample traces of mappymatch 0.7.1 (`real-drives/LICENSE`). Their
 * speed and course are those between the seconds around each place, and their true length is the sum of the seconds.
 */
export const realDriveNames = ['denver-1', 'denver-2', 'denver-3'] as const

export interface RealDrive {
  /** One a second. */
  points: TrackPointValues[]
  lengthM: number
}

/** @param csv a line of names, then latitude and longitude in degrees, a line a second */
export function toRealDrive(csv: string): RealDrive {
  const places = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number) as [lat: number, lon: number])
  const points = places.map(([lat, lon], second) => {
    const before = places[Math.max(0, second - 1)]!
    const after = places[Math.min(places.length - 1, second + 1)]!
    const east = (after[1] - before[1]) * Math.cos((lat * Math.PI) / 180)
    const courseDeg = (Math.atan2(east, after[0] - before[0]) * 180) / Math.PI
    return {
      fixTime: startTime + second * 1000,
      latE7: Math.round(lat * 1e7),
      lonE7: Math.round(lon * 1e7),
      speedKmh: Math.round(distanceM(...before, ...after) * 18) / 10,
      courseDeg: (Math.round(courseDeg) + 360) % 360,
      altitudeM: null,
      satellites: null,
      accOn: null,
      odometerM: null,
      quality: 0,
    }
  })
  const lengthM = places.reduce(
    (sum, place, n) => sum + (n > 0 ? distanceM(...places[n - 1]!, ...place) : 0),
    0,
  )
  return { points, lengthM }
}

/** What a device reports that began `firstS` into the drive, with its first and last place. */
export function everySo(
  points: readonly TrackPointValues[],
  intervalS: number,
  firstS = 0,
): TrackPointValues[] {
  return points.filter(
    (_, second) => second === 0 || second === points.length - 1 || second % intervalS === firstS,
  )
}
