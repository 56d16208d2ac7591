import { lonDifference } from '../../geo/area.ts'

/** Places in order of time, WGS-84 in 10^-7 degree. */
export interface LinePlaces {
  fixTime: ArrayLike<number>
  latE7: Int32Array
  lonE7: Int32Array
}

/** How far from the truth a trusted fix may lie, metres. Devices do not say it; the open sky gives 3 to 10. */
export const accuracyM = 8

const passes = 4
const metresPerE7 = 111_195 / 1e7

/**
 * The line through a track with less of the jitter of its fixes: each point is drawn, across the way, towards the
 * straight way between its neighbours, and never leaves the circle of `accuracyM` around its fix. A point that lies
 * further off than three such circles explain is a turn, and stays. Points keep their number and order. Both ends of
 * every run stay, too; where no fix came for longer than `gapMs` a new run begins, so that lines that are smoothed
 * part by part meet.
 * @returns new columns; those given are left alone
 */
export function smoothLine(
  { fixTime, latE7, lonE7 }: LinePlaces,
  gapMs: number,
): { latE7: Int32Array; lonE7: Int32Array } {
  const { length } = latE7
  /** How far each point is moved east and north, metres. */
  let east = new Float64Array(length)
  let north = new Float64Array(length)
  /** The present place of a neighbour, relative to the fix of a point, metres. */
  const seen = (i: number, n: number): Place => [
    lonDifference(lonE7[i]! / 1e7, lonE7[n]! / 1e7) * 1e7 * metresPerLonE7(latE7[i]!) + east[n]!,
    (latE7[n]! - latE7[i]!) * metresPerE7 + north[n]!,
  ]
  const moving: number[] = []
  for (let i = 1; i < length - 1; i++) {
    const isEnd = fixTime[i]! - fixTime[i - 1]! > gapMs || fixTime[i + 1]! - fixTime[i]! > gapMs
    if (isEnd) continue
    const offM = Math.hypot(...nearestOn(seen(i, i - 1), seen(i, i + 1), [0, 0]))
    if (offM <= 2 * accuracyM) moving.push(i)
  }
  for (let pass = 0; pass < passes; pass++) {
    const nextEast = new Float64Array(length)
    const nextNorth = new Float64Array(length)
    for (const i of moving) {
      const [x, y] = nearestOn(seen(i, i - 1), seen(i, i + 1), [east[i]!, north[i]!])
      const e = (east[i]! + x) / 2
      const n = (north[i]! + y) / 2
      const farM = Math.hypot(e, n)
      const part = farM > accuracyM ? accuracyM / farM : 1
      nextEast[i] = e * part
      nextNorth[i] = n * part
    }
    east = nextEast
    north = nextNorth
  }
  const smoothed = { latE7: latE7.slice(), lonE7: lonE7.slice() }
  for (const i of moving) {
    // Towards the fix, so that rounding leads nowhere out of the circle.
    smoothed.latE7[i] = latE7[i]! + Math.trunc(north[i]! / metresPerE7)
    smoothed.lonE7[i] = aroundWorld(lonE7[i]! + Math.trunc(east[i]! / metresPerLonE7(latE7[i]!)))
  }
  return smoothed
}

function metresPerLonE7(latE7: number): number {
  return metresPerE7 * Math.cos(((latE7 / 1e7) * Math.PI) / 180)
}

type Place = readonly [x: number, y: number]

/** The place of the way between two that lies nearest to a third. */
function nearestOn([ax, ay]: Place, [bx, by]: Place, [x, y]: Place): Place {
  const dx = bx - ax
  const dy = by - ay
  const lengthSquared = dx * dx + dy * dy
  const along = lengthSquared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / lengthSquared
  const part = Math.min(1, Math.max(0, along))
  return [ax + part * dx, ay + part * dy]
}

const halfWorldE7 = 1_800_000_000

function aroundWorld(lonE7: number): number {
  if (lonE7 > halfWorldE7) return lonE7 - 2 * halfWorldE7
  return lonE7 < -halfWorldE7 ? lonE7 + 2 * halfWorldE7 : lonE7
}
