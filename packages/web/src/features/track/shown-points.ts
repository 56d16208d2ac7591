import { untrustedBits } from '@trackway/core/codes/states.ts'
import { hasPlace, newTrack, setPoint, type Track } from '@trackway/core/track/columns.ts'

/** The points that are on the line: those with a place that nothing speaks against. */
export function shownPoints(track: Track): Track {
  const kept: number[] = []
  for (let i = 0; i < track.length; i++) {
    if (hasPlace(track, i) && (track.quality[i]! & untrustedBits) === 0) kept.push(i)
  }
  return kept.length === track.length ? track : pick(track, kept)
}

function pick(track: Track, indices: readonly number[]): Track {
  const picked = newTrack(indices.length)
  for (const [to, from] of indices.entries()) {
    setPoint(picked, to, {
      fixTime: track.fixTime[from]!,
      latE7: track.latE7[from]!,
      lonE7: track.lonE7[from]!,
      speedKmh: known(track.speedKmh[from]!),
      courseDeg: track.courseDeg[from]! < 0 ? null : track.courseDeg[from]!,
      altitudeM: null,
      satellites: track.satellites[from]! < 0 ? null : track.satellites[from]!,
      accOn: track.accOn[from]! < 0 ? null : track.accOn[from] === 1,
      odometerM: known(track.odometerM[from]!),
      quality: track.quality[from]!,
    })
  }
  return picked
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)
