import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { hasPlace, newTrack, setPoint, type Track } from '@trackway/core/track/columns.ts'

/** Why points are not part of the line, with how many there are of each. */
export type HiddenCounts = Record<'coarse' | 'jump' | 'drift' | 'future' | 'noFix', number>

/**
 * Splits a track into the points that are shown and the count of those that are not: fixes from cells, jumps,
 * drift of a parked vehicle, clocks ahead of time, reports without a place.
 */
export function shownPoints(track: Track): { track: Track; hidden: HiddenCounts } {
  const hidden: HiddenCounts = { coarse: 0, jump: 0, drift: 0, future: 0, noFix: 0 }
  const kept: number[] = []
  for (let i = 0; i < track.length; i++) {
    const quality = track.quality[i]!
    if (!hasPlace(track, i) || quality & qualityBits.noFix) hidden.noFix++
    else if ((quality & untrustedBits) === 0) kept.push(i)
    else if (quality & qualityBits.future) hidden.future++
    else if (quality & qualityBits.jump) hidden.jump++
    else if (quality & qualityBits.coarse) hidden.coarse++
    else hidden.drift++
  }
  return { track: kept.length === track.length ? track : pick(track, kept), hidden }
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
