import type { Track } from '../columns.ts'
import { blockColumns, maxOffset } from './block.ts'

/**
 * What of a track its block did not keep: the first column and point that is not within half a unit of the
 * format's precision, or is known on one side only. Null: the block holds what the track held.
 */
export function lostIn(block: Track, track: Track): string | null {
  if (block.length !== track.length) return `${block.length} of ${track.length} points`
  for (const { name, unit, unknown } of blockColumns) {
    const [is, was] = [block[name], track[name]]
    // Half a unit, and what a Float32 of a speed is off besides.
    const tolerance = name === 'fixTime' ? 0 : unit / 2 + unit / 100
    let first = Number.NaN
    for (let i = 0; i < track.length; i++) {
      const value = was[i]!
      if (Object.is(is[i], value)) {
        if (!Object.is(value, unknown) && Number.isNaN(first)) first = value
        continue
      }
      if (Number.isNaN(first)) first = value
      const isBeyond = Object.is(is[i], unknown) && !(Math.abs(value - first) / unit <= maxOffset)
      if (isBeyond || Math.abs(is[i]! - value) <= tolerance) continue
      return `${name} of point ${i}: ${value} became ${is[i]}`
    }
  }
  return null
}
