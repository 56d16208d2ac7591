/** Every midnight of the world lies on a quarter of an hour. */
export const quarterMs = 900_000

/**
 * The sums of an episode while it is being found, by quarters of an hour of UTC, so that it can be cut at any
 * midnight without its track. Plain data: it is stored while a track is processed page by page.
 */
export interface QuarterHourSums {
  from: number
  to: number
  maxSpeedKmh: number | null
  /** By quarter from the one `from` lies in; what is not there is 0. */
  metres: number[]
  idleMs: number[]
  /** The fastest in tenths of km/h, -1: none known. */
  fastest: number[]
}

export function newSums(from: number): QuarterHourSums {
  return { from, to: from, maxSpeedKmh: null, metres: [], idleMs: [], fastest: [] }
}

export function copySums(sums: QuarterHourSums): QuarterHourSums {
  const { metres, idleMs, fastest } = sums
  return { ...sums, metres: [...metres], idleMs: [...idleMs], fastest: [...fastest] }
}

/** Adds the way from one point to the next; it is taken to be even in time. */
export function addWay(
  sums: QuarterHourSums,
  from: number,
  to: number,
  metres: number,
  idleMs: number,
): void {
  sums.to = to
  if (metres === 0 && idleMs === 0) return
  for (let start = from; start < to || start === from; ) {
    const end = Math.min(to, (Math.floor(start / quarterMs) + 1) * quarterMs)
    const share = to > from ? (end - start) / (to - from) : 1
    const quarter = quarterOf(sums, start)
    if (metres > 0) addAt(sums.metres, quarter, metres * share)
    if (idleMs > 0) addAt(sums.idleMs, quarter, idleMs * share)
    if (end === start) return
    start = end
  }
}

/** @param isKept by quarter too: of trips */
export function addSpeed(sums: QuarterHourSums, time: number, speedKmh: number, isKept: boolean): void {
  if (speedKmh > (sums.maxSpeedKmh ?? -1)) sums.maxSpeedKmh = speedKmh
  if (!isKept) return
  const quarter = quarterOf(sums, time)
  while (sums.fastest.length <= quarter) sums.fastest.push(-1)
  sums.fastest[quarter] = Math.max(sums.fastest[quarter]!, Math.round(speedKmh * 10))
}

export interface EpisodeTotals {
  /** To decimetres. */
  distanceM: number
  idleMs: number
  /**
   * Three numbers a quarter: decimetres, seconds of idling, the fastest in tenths of km/h (-1: unknown). Null
   * where it lies within one quarter, or nothing happened. What is left off at the end is empty.
   */
  quarterHours: number[] | null
}

/** The sums, rounded so that the parts of any division add up to them. */
export function totalsOf(sums: QuarterHourSums): EpisodeTotals {
  const decimetres = roundedParts(sums.metres, 10)
  const seconds = roundedParts(sums.idleMs, 1 / 1000)
  const distanceM = sum(decimetres) / 10
  const idleMs = Math.round(sum(sums.idleMs))
  const quarters = Math.max(decimetres.length, seconds.length, sums.fastest.length)
  const isWithinOne = quarterOf(sums, sums.to) === 0
  if (isWithinOne || (distanceM === 0 && idleMs === 0)) return { distanceM, idleMs, quarterHours: null }
  const quarterHours: number[] = []
  for (let q = 0; q < quarters; q++)
    quarterHours.push(decimetres[q] ?? 0, seconds[q] ?? 0, sums.fastest[q] ?? -1)
  return { distanceM, idleMs, quarterHours }
}

const quarterOf = ({ from }: QuarterHourSums, time: number) =>
  Math.floor(time / quarterMs) - Math.floor(from / quarterMs)

function addAt(values: number[], index: number, value: number): void {
  while (values.length <= index) values.push(0)
  values[index]! += value
}

/** Parts in whole units whose running sums are the rounded running sums. */
function roundedParts(values: readonly number[], unitsPer: number): number[] {
  let running = 0
  let counted = 0
  return values.map((value) => {
    running += value
    const part = Math.round(running * unitsPer) - counted
    counted += part
    return part
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
