import { lonDifference, type Place, wrappedLon } from '../../geo/area.ts'
import { distanceM, earthRadiusM } from '../../geo/distance.ts'

/** The way of a bus line made ready for many questions: where on it a vehicle is, and how far beside it. */
export interface LineGeometry {
  places: readonly Place[]
  /** Metres from the start to each place. */
  alongM: Float64Array
  lengthM: number
  /** Metres from the start to each stop, in their order, never falling. */
  stopsM: readonly number[]
  /** How far beside the way each stop lies, metres. */
  stopsAsideM: readonly number[]
}

/** A place of the way, and how far something is beside it, metres. */
export interface PlaceOnLine {
  alongM: number
  asideM: number
}

const radians = Math.PI / 180
/** Candidate places of a stop on the way may be so many metres farther off than the nearest one. */
const otherPassM = 60
/** A stop that lies on a line twice, and a few wrong turns of a noisy way. */
const maxPasses = 12

/** @param shape at least two places, WGS-84, in the order of the drive */
export function lineGeometry(shape: readonly Place[], stops: readonly Place[]): LineGeometry {
  const alongM = new Float64Array(shape.length)
  for (let i = 1; i < shape.length; i++) {
    const [a, b] = [shape[i - 1]!, shape[i]!]
    alongM[i] = alongM[i - 1]! + distanceM(a.lat, a.lon, b.lat, b.lon)
  }
  const line = { places: shape, alongM, lengthM: alongM.at(-1) ?? 0 }
  const placed = placeStops(line, stops)
  return {
    ...line,
    stopsM: placed.map((stop) => stop.alongM),
    stopsAsideM: placed.map((stop) => stop.asideM),
  }
}

type Way = Pick<LineGeometry, 'places' | 'alongM' | 'lengthM'>

/**
 * The nearest place of the way, between two metres of it.
 * @returns `asideM` Infinity where nothing of the way lies between them
 */
export function nearestOnLine(
  line: Way,
  lat: number,
  lon: number,
  fromM = 0,
  toM = line.lengthM,
): PlaceOnLine {
  let best: PlaceOnLine = { alongM: fromM, asideM: Number.POSITIVE_INFINITY }
  eachSegment(line, lat, lon, fromM, toM, (alongM, asideM) => {
    if (asideM < best.asideM) best = { alongM, asideM }
  })
  return best
}

/** Every time that the way comes within some metres of a place, in the order of the drive. */
export function passesOfLine(
  line: Way,
  lat: number,
  lon: number,
  withinM: number,
  fromM = 0,
  toM = line.lengthM,
): PlaceOnLine[] {
  const passes: PlaceOnLine[] = []
  let open: PlaceOnLine | null = null
  eachSegment(line, lat, lon, fromM, toM, (alongM, asideM) => {
    if (asideM > withinM) {
      if (open) passes.push(open)
      open = null
    } else if (open === null || asideM < open.asideM) open = { alongM, asideM }
  })
  if (open) passes.push(open)
  return passes
}

/** The place so many metres from the start. */
export function placeOnLine({ places, alongM, lengthM }: Way, metres: number): Place {
  const at = Math.max(0, Math.min(lengthM, metres))
  const next = Math.min(places.length - 1, Math.max(1, firstNotBelow(alongM, at)))
  const [a, b] = [places[next - 1]!, places[next]!]
  const lengthOfPart = alongM[next]! - alongM[next - 1]!
  const part = lengthOfPart > 0 ? (at - alongM[next - 1]!) / lengthOfPart : 0
  return {
    lat: a.lat + (b.lat - a.lat) * part,
    lon: wrappedLon(a.lon + lonDifference(a.lon, b.lon) * part),
  }
}

/** Calls back with the nearest place of each straight piece, on a plane around the given place. */
function eachSegment(
  { places, alongM }: Way,
  lat: number,
  lon: number,
  fromM: number,
  toM: number,
  onPiece: (alongM: number, asideM: number) => void,
): void {
  const perDegree = earthRadiusM * radians
  const perDegreeEast = perDegree * Math.cos(lat * radians)
  const first = Math.max(1, firstNotBelow(alongM, fromM))
  for (let i = first; i < places.length && alongM[i - 1]! <= toM; i++) {
    const [a, b] = [places[i - 1]!, places[i]!]
    const ax = lonDifference(lon, a.lon) * perDegreeEast
    const ay = (a.lat - lat) * perDegree
    const dx = lonDifference(a.lon, b.lon) * perDegreeEast
    const dy = (b.lat - a.lat) * perDegree
    const square = dx * dx + dy * dy
    const lengthOfPart = alongM[i]! - alongM[i - 1]!
    const least = lengthOfPart > 0 ? Math.max(0, (fromM - alongM[i - 1]!) / lengthOfPart) : 0
    const most = lengthOfPart > 0 ? Math.min(1, (toM - alongM[i - 1]!) / lengthOfPart) : 1
    const foot = square > 0 ? -(ax * dx + ay * dy) / square : 0
    const part = Math.max(least, Math.min(most, foot))
    // Not `hypot`, which takes ten times as long: a line has a million of these.
    const [x, y] = [ax + dx * part, ay + dy * part]
    onPiece(alongM[i - 1]! + lengthOfPart * part, Math.sqrt(x * x + y * y))
  }
}

/**
 * Places the stops on the way: in their order, and together as near as can be. A street that a line drives twice
 * has two places for a stop; the order decides which.
 */
function placeStops(line: Way, stops: readonly Place[]): PlaceOnLine[] {
  let known: { stop: PlaceOnLine; cost: number; before: PlaceOnLine[] }[] = []
  for (const { lat, lon } of stops) {
    const nearest = nearestOnLine(line, lat, lon)
    const passes = passesOfLine(line, lat, lon, nearest.asideM + otherPassM)
      .toSorted((a, b) => a.asideM - b.asideM)
      .slice(0, maxPasses)
    const next = passes.flatMap((stop) => {
      const from = known.filter(({ stop: { alongM } }) => alongM <= stop.alongM)
      if (known.length > 0 && from.length === 0) return []
      const best = from.reduce<(typeof known)[number] | null>(
        (least, each) => (least === null || each.cost < least.cost ? each : least),
        null,
      )
      return {
        stop,
        cost: (best?.cost ?? 0) + stop.asideM,
        before: best ? [...best.before, best.stop] : [],
      }
    })
    if (next.length > 0) known = next
    else {
      // None of them comes after the previous stop: take the nearest place from there on, however far off it is.
      known = known.map(({ stop, cost, before }) => {
        const forced = nearestOnLine(line, lat, lon, stop.alongM)
        return { stop: forced, cost: cost + forced.asideM, before: [...before, stop] }
      })
    }
  }
  const best = known.reduce<(typeof known)[number] | null>(
    (least, each) => (least === null || each.cost < least.cost ? each : least),
    null,
  )
  return best ? [...best.before, best.stop] : []
}

function firstNotBelow(alongM: Float64Array, metres: number): number {
  let [low, high] = [0, alongM.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (alongM[middle]! < metres) low = middle + 1
    else high = middle
  }
  return low
}
