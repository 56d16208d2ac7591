import type { Place } from '../../../geo/area.ts'
import { lineGeometry } from '../line-geometry.ts'
import type { BusFix, CompiledLine } from '../progress.ts'
import type { BusService } from '../timetable.ts'

/** Metres of a degree of latitude, and of longitude where these lines are: at the equator. */
const metresPerDegree = 111_194.9

/** A place by metres east and north of 0, 0. */
export function at(eastM: number, northM = 0): Place {
  return { lat: northM / metresPerDegree, lon: eastM / metresPerDegree }
}

/** A Thursday, 08:00 in UTC. */
export const start = Date.UTC(2026, 0, 15, 8)

/** A line through these places, with stops at so many metres east of the start. */
export function aLine(
  shape: readonly Place[],
  stops: readonly Place[],
  { lineId = 1, timetable = [] as BusService[], radiusM = 30 } = {},
): CompiledLine {
  return {
    lineId,
    geometry: lineGeometry(shape, stops),
    stops: stops.map((_, i) => ({ id: i + 1, name: `stop ${i + 1}`, radiusM })),
    timetable,
    timeZone: 'UTC',
    nearM: 100,
  }
}

/** Fixes of a vehicle that goes through places at seconds after the start, one each so many seconds. */
export function drive(
  way: readonly { s: number; to: Place }[],
  { everyS = 10, jitterM = 0, seed = 1 } = {},
): BusFix[] {
  const random = noise(seed)
  const fixes: BusFix[] = []
  const last = way.at(-1)!.s
  for (let s = way[0]!.s; s <= last; s += everyS) {
    const next = Math.max(
      1,
      way.findIndex((each) => each.s >= s),
    )
    const [a, b] = [way[next - 1]!, way[next]!]
    const part = b.s === a.s ? 1 : (s - a.s) / (b.s - a.s)
    const aside = () => ((random() * 2 - 1) * jitterM) / metresPerDegree
    fixes.push({
      time: start + s * 1000,
      lat: a.to.lat + (b.to.lat - a.to.lat) * part + aside(),
      lon: a.to.lon + (b.to.lon - a.to.lon) * part + aside(),
    })
  }
  return fixes
}

/** The same numbers each time: a linear congruential generator (Numerical Recipes). */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
