import type { Track } from '../columns.ts'

/**
 * How far a vehicle went between two fixes. The straight way cuts every corner; fixes with speed and course show
 * how it bends. Measured against the true way of made-up drives: `docs/BENCHMARKS.md`, mileage.
 */

const radians = Math.PI / 180
/** Slower, and a receiver's course is noise. */
const coursedKmh = 5
/** A leg that is driven so fast and turns so little shows whether course and speed are those of the way. */
const shownKmh = 15
/** Over a short leg the way turns once; over a longer one only those that hardly turn show it. */
const shownTurnDeg = { short: 100, long: 30 }
const shortS = 15
const shownM = 30
/** Least legs that must show it: two thirds of their courses within an error, and half of their speeds. */
const shownBy = {
  any: { legs: 3, mostErrorDeg: 15 },
  /** As long as the speeds say: of those, fewer and better ones are enough. */
  straight: { legs: 2, mostErrorDeg: 6 },
}
/** A course that is the same all along comes from no compass, even where it agrees with the way. */
const leastCourseSpreadDeg = 2
const speedShares = [0.75, 1.25] as const
/** Up to the one, course alone bends a leg; from the other on, the speed decides how far it swings out. */
const courseOnlyS = 5
const speedFromS = 30
/** In a longer leg, speed and course at the ends are no evidence of what lies between. */
const longestS = 120
/** A course that points so far back at an end was lost in a turn on the spot: the way is none beyond what speed allows. */
const backDeg = 150
/** Bounds of how much longer a bent leg is than the straight one. */
const mostShare = 1.5
const mostMoreM = 20
const steps = 12

/** A leg as these rules see it: metres along, both ends' speed in m/s and course in radians. */
interface Leg {
  straightM: number
  bearing: number
  seconds: number
  speedA: number
  speedB: number
  courseA: number
  courseB: number
}

/**
 * Bends the legs of a trip, in place, where its device's courses and speeds are shown to agree with its way.
 * @param points of the trip, as indices of the track
 * @param metres of the way that leads to each of them: straight ones, replaced by bent ones
 */
export function bendLegs(
  track: Track,
  points: readonly number[],
  metres: Float64Array,
  { a, b }: { a: number; b: number },
): void {
  if (!isShownRight(track, points, metres, a, b)) return
  for (let n = a + 1; n <= b; n++) {
    if (metres[n]! > 0) metres[n] = bentM(legTo(track, points, n, metres[n]!))
  }
}

function legTo(track: Track, points: readonly number[], n: number, straightM: number): Leg {
  const [a, b] = [points[n - 1]!, points[n]!]
  return {
    straightM,
    // Of legs this short the plane is enough.
    bearing: Math.atan2(
      (track.lonE7[b]! - track.lonE7[a]!) * Math.cos((track.latE7[a]! / 1e7) * radians),
      track.latE7[b]! - track.latE7[a]!,
    ),
    seconds: (track.fixTime[b]! - track.fixTime[a]!) / 1000,
    speedA: track.speedKmh[a]! / 3.6,
    speedB: track.speedKmh[b]! / 3.6,
    courseA: track.courseDeg[a]! < 0 ? Number.NaN : track.courseDeg[a]! * radians,
    courseB: track.courseDeg[b]! < 0 ? Number.NaN : track.courseDeg[b]! * radians,
  }
}

function isShownRight(
  track: Track,
  points: readonly number[],
  metres: Float64Array,
  a: number,
  b: number,
): boolean {
  const errors = { any: [] as number[], straight: [] as number[] }
  const shares: number[] = []
  const courses: number[] = []
  for (let n = a + 1; n <= b; n++) {
    const isFast = Math.min(track.speedKmh[points[n - 1]!]!, track.speedKmh[points[n]!]!) >= shownKmh
    if (!isFast || metres[n]! < shownM) continue
    courses.push(track.courseDeg[points[n]!]!)
    const leg = legTo(track, points, n, metres[n]!)
    const turn = angleBetween(leg.courseA, leg.courseB)
    const mostTurnDeg = leg.seconds <= shortS ? shownTurnDeg.short : shownTurnDeg.long
    // Of a course that is not known the comparison is false.
    if (!(Math.abs(turn) <= mostTurnDeg * radians) || leg.seconds > longestS) continue
    const share = saidM(leg) / leg.straightM
    shares.push(share)
    const error = Math.abs(angleBetween(leg.courseA + turn / 2, leg.bearing))
    errors.any.push(error)
    if (share >= speedShares[0] && share <= speedShares[1]) errors.straight.push(error)
  }
  const isCourseShown = (['any', 'straight'] as const).some((which) => {
    const { legs, mostErrorDeg } = shownBy[which]
    return errors[which].length >= legs && quantile(errors[which], 2 / 3) <= mostErrorDeg * radians
  })
  if (!isCourseShown) return false
  // On both sides of north it spreads over all degrees, and so it does where it turns.
  if (Math.max(...courses) - Math.min(...courses) < leastCourseSpreadDeg) return false
  const share = quantile(shares, 0.5)
  return share >= speedShares[0] && share <= speedShares[1]
}

/** How far it went by the speeds at both ends. */
const saidM = ({ speedA, speedB, seconds }: Leg) => ((speedA + speedB) / 2) * seconds

/** The length of a cubic through both ends that leaves and arrives as speed and course say, within bounds. */
function bentM(leg: Leg): number {
  const { straightM, bearing, seconds, speedA, speedB, courseA, courseB } = leg
  const isKnown = !Number.isNaN(speedA + speedB)
  if (!isKnown || seconds > longestS || seconds <= 0) return straightM
  const bySpeed = Math.min(1, Math.max(0, (seconds - courseOnlyS) / (speedFromS - courseOnlyS)))
  const swingOf = (speed: number, course: number) =>
    speed * 3.6 < coursedKmh || Number.isNaN(course) ? 0 : straightM + (speed * seconds - straightM) * bySpeed
  // Along the straight way and across it.
  const [swingA, swingB] = [swingOf(speedA, courseA), swingOf(speedB, courseB)]
  const [turnA, turnB] = [
    swingA === 0 ? 0 : angleBetween(bearing, courseA),
    swingB === 0 ? 0 : angleBetween(bearing, courseB),
  ]
  const [alongA, acrossA] = [swingA * Math.cos(turnA), swingA * Math.sin(turnA)]
  const [alongB, acrossB] = [swingB * Math.cos(turnB), swingB * Math.sin(turnB)]
  let [length, x, y] = [0, 0, 0]
  for (let k = 1; k <= steps; k++) {
    const t = k / steps
    const leaving = t * (1 - t) ** 2
    const arriving = t ** 2 * (t - 1)
    const nextX = leaving * alongA + t ** 2 * (3 - 2 * t) * straightM + arriving * alongB
    const nextY = leaving * acrossA + arriving * acrossB
    length += Math.sqrt((nextX - x) ** 2 + (nextY - y) ** 2)
    x = nextX
    y = nextY
  }
  const isTurnedBack = Math.max(Math.abs(turnA), Math.abs(turnB)) > backDeg * radians
  const mostM = Math.min(straightM * mostShare + mostMoreM, isTurnedBack ? saidM(leg) : Infinity)
  return Math.max(straightM, Math.min(length, mostM))
}

/** From one direction to another, -π to π. */
function angleBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}

function quantile(values: readonly number[], q: number): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * q)]!
}
