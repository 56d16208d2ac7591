import type { TrackPointValues } from '@trackway/core/track/columns.ts'

/** A point at so many seconds, driving eastwards at 36 km/h; values not given are unknown. */
export function aPoint(
  seconds: number,
  lat: number,
  lon: number,
  more: Partial<TrackPointValues> = {},
): TrackPointValues {
  return {
    fixTime: seconds * 1000,
    latE7: Math.round(lat * 1e7),
    lonE7: Math.round(lon * 1e7),
    speedKmh: 36,
    courseDeg: 90,
    altitudeM: null,
    satellites: null,
    accOn: null,
    odometerM: null,
    quality: 0,
    ...more,
  }
}
