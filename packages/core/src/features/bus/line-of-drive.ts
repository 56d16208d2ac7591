import type { Place } from '../../geo/area.ts'
import { distanceM } from '../../geo/distance.ts'
import { nearestOnLine } from './line-geometry.ts'

/** A fix of a drive that a line is taken from. */
export interface DriveFix extends Place {
  time: number
  /** Null: unknown. */
  speedKmh: number | null
}

/** Below this speed the vehicle counts as standing still. */
const haltedKmh = 4
/** Standing within so many metres for so long is a stop; traffic lights are shorter, or are removed by hand. */
const sameStopM = 40
const leastHaltMs = 12_000
/** From a device that reports rarely, a single fix at standstill does not show how long it lasted. */
const longestStepMs = 90_000
/** So far from its chord a place of the way is left out. */
const toleranceM = 4

/**
 * The way of a drive, without what no line needs, and the places where it stopped, with the first and the last one.
 * @param fixes trusted ones, in the order of time
 */
export function lineOfDrive(
  fixes: readonly DriveFix[],
  most: { places: number; stops: number },
): { shape: Place[]; stops: Place[] } {
  const moving = fixes.filter((fix, i) => {
    const before = fixes[i - 1]
    return before === undefined || distanceM(before.lat, before.lon, fix.lat, fix.lon) > 0
  })
  const shape = simplified(moving, most.places)
  if (shape.length < 2) return { shape, stops: [] }
  const ends = [shape[0]!, shape.at(-1)!]
  const between = haltsOf(fixes)
    .filter((halt) => ends.every((end) => distanceM(end.lat, end.lon, halt.lat, halt.lon) > 2 * sameStopM))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, Math.max(0, most.stops - 2))
    .toSorted((a, b) => a.time - b.time)
  return { shape, stops: [ends[0]!, ...between.map(({ lat, lon }) => ({ lat, lon })), ends[1]!] }
}

interface Halt extends Place {
  time: number
  ms: number
}

function haltsOf(fixes: readonly DriveFix[]): Halt[] {
  const halts: Halt[] = []
  for (let i = 0; i < fixes.length; ) {
    const first = fixes[i]!
    let end = i
    const isStanding = (fix: DriveFix) =>
      (fix.speedKmh === null || fix.speedKmh < haltedKmh) &&
      distanceM(first.lat, first.lon, fix.lat, fix.lon) <= sameStopM
    while (end + 1 < fixes.length && isStanding(fixes[end]!) && isStanding(fixes[end + 1]!)) end++
    // The halt ended somewhere between the last fix at standstill and the next one.
    const next = fixes[end + 1]
    const step = next ? Math.min(next.time - fixes[end]!.time, longestStepMs) / 2 : 0
    const ms = end > i ? fixes[end]!.time - first.time + step : 0
    const isSlow = first.speedKmh !== null || end > i + 1
    if (isStanding(first) && isSlow && ms >= leastHaltMs) {
      const part = fixes.slice(i, end + 1)
      const mean = (key: 'lat' | 'lon') => part.reduce((sum, fix) => sum + fix[key], 0) / part.length
      halts.push({ lat: round(mean('lat')), lon: round(mean('lon')), time: first.time, ms })
    }
    i = end + 1
  }
  return halts
}

/** Douglas and Peucker: what lies on the chord of its neighbours is left out; coarser until it is few enough. */
export function simplified(places: readonly Place[], most: number): Place[] {
  let kept: Place[] = []
  for (let tolerance = toleranceM; ; tolerance *= 2) {
    kept = within(places, tolerance)
    if (kept.length <= most || kept.length <= 2) break
  }
  return kept.map(({ lat, lon }) => ({ lat: round(lat), lon: round(lon) }))
}

function within(places: readonly Place[], tolerance: number): Place[] {
  if (places.length < 3) return [...places]
  const keeps = new Uint8Array(places.length)
  keeps[0] = 1
  keeps[places.length - 1] = 1
  const parts: [number, number][] = [[0, places.length - 1]]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [from, to] = part
    const [a, b] = [places[from]!, places[to]!]
    const chord = {
      places: [a, b],
      alongM: Float64Array.of(0, distanceM(a.lat, a.lon, b.lat, b.lon)),
      lengthM: distanceM(a.lat, a.lon, b.lat, b.lon),
    }
    let [furthest, most] = [-1, tolerance]
    for (let i = from + 1; i < to; i++) {
      const { asideM } = nearestOnLine(chord, places[i]!.lat, places[i]!.lon)
      if (asideM > most) [furthest, most] = [i, asideM]
    }
    if (furthest < 0) continue
    keeps[furthest] = 1
    parts.push([from, furthest], [furthest, to])
  }
  return places.filter((_, i) => keeps[i] === 1)
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
