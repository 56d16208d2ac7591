import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { earthRadiusM } from '@trackway/core/geo/distance.ts'
import { noPlace, type Track } from '@trackway/core/track/columns.ts'

const metresPerE7 = (earthRadiusM * Math.PI) / 180e7
const radiansPerE7 = Math.PI / 180e7
const notCounted = untrustedBits | qualityBits.late
const most = 2 ** 31 - 1

/**
 * Decimetres that each point is expected to add to the mileage: the straight way from the last trusted place, as
 * `ingest/rules/odometer.ts` counts it. It is part of the format, and so made of sums, products and roots alone,
 * which are the same on every machine.
 */
export function expectedDecimetres({ length, latE7, lonE7, quality }: Track): Int32Array {
  const expected = new Int32Array(length)
  let last = -1
  for (let i = 0; i < length; i++) {
    if (latE7[i] === noPlace || lonE7[i] === noPlace || quality[i]! & notCounted) continue
    if (last >= 0) {
      const north = (latE7[i]! - latE7[last]!) * metresPerE7
      let steps = Math.abs(lonE7[i]! - lonE7[last]!)
      if (steps > 1_800_000_000) steps = 3_600_000_000 - steps
      const east = steps * metresPerE7 * cosine(((latE7[i]! + latE7[last]!) / 2) * radiansPerE7)
      expected[i] = Math.min(most, Math.round(Math.sqrt(north * north + east * east) * 10))
    }
    last = i
  }
  return expected
}

/** Of -π/2 to π/2, by its series: right to 10^-11. */
function cosine(angle: number): number {
  const square = angle * angle
  let sum = 1
  for (let n = 18; n >= 2; n -= 2) sum = 1 - (square / (n * (n - 1))) * sum
  return sum
}
