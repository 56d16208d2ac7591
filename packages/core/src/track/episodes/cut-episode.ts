import { atLeastMean, type StoredEpisode } from './episode.ts'
import { quarterMs } from './quarter-hour-sums.ts'
import { fastestIn, type QuarterTrace, shareOf } from './quarter-trace.ts'

/** What the points of a track say of the quarter of an hour that begins at an instant; undefined: not looked up. */
export type TraceAt = (quarterTime: number) => QuarterTrace | undefined

const noTrace: TraceAt = () => undefined

/** What an episode has come to at some instant within. */
interface Sums {
  decimetres: number
  idleMs: number
}

/**
 * The part of an episode between two instants; null where they have no time in common. Parts of any division
 * add up to the whole: in distance to the decimetre, in time exactly. At quarters of an hour of UTC, on which
 * every midnight lies, they are the track's own figures; in between, the points of the quarter say how it is divided.
 * @param traceAt of the device; without one a quarter is taken to be even
 */
export function cutEpisode<E extends StoredEpisode>(
  episode: E,
  from: number,
  to: number,
  traceAt = noTrace,
): E | null {
  if (from <= episode.from && to >= episode.to) return episode
  const [start, end] = [Math.max(from, episode.from), Math.min(to, episode.to)]
  // An instant is a part only of what is itself an instant.
  if (start >= end) return null
  const [before, until] = [sumsAt(episode, start, traceAt), sumsAt(episode, end, traceAt)]
  const isBegun = start > episode.from
  const isEnded = end < episode.to
  const distanceM = (until.decimetres - before.decimetres) / 10
  const isStop = episode.kind === 'stop' || episode.kind === 'idling'
  return {
    ...episode,
    from: start,
    to: end,
    distanceM,
    idleMs: until.idleMs - before.idleMs,
    maxSpeedKmh: atLeastMean(fastestBetween(episode, start, end, traceAt), distanceM, end - start),
    began: isBegun ? 'range' : episode.began,
    ended: isEnded ? 'range' : episode.ended,
    ...(isBegun && !isStop ? { fromLat: null, fromLon: null } : {}),
    ...(isEnded && !isStop ? { toLat: null, toLon: null } : {}),
    fromValue: valueAt(episode, start),
    toValue: valueAt(episode, end),
    quarterHours: null,
  }
}

function sumsAt(episode: StoredEpisode, time: number, traceAt: TraceAt): Sums {
  const whole = { decimetres: Math.round(episode.distanceM * 10), idleMs: episode.idleMs }
  if (time <= episode.from) return { decimetres: 0, idleMs: 0 }
  if (time >= episode.to) return whole
  const { quarterHours } = episode
  const quarterTime = Math.floor(time / quarterMs) * quarterMs
  const isWithinOne = quarterTime <= episode.from && quarterTime + quarterMs >= episode.to
  if (quarterHours === null && !isWithinOne)
    return partOf(whole, evenly((time - episode.from) / (episode.to - episode.from)))
  const quarter = (quarterTime - Math.floor(episode.from / quarterMs) * quarterMs) / quarterMs
  const sums = { decimetres: 0, idleMs: 0 }
  for (let q = 0; q < quarter; q++) {
    sums.decimetres += quarterHours?.[q * 3] ?? 0
    sums.idleMs += (quarterHours?.[q * 3 + 1] ?? 0) * 1000
  }
  const start = Math.max(episode.from, quarterTime)
  const end = Math.min(episode.to, quarterTime + quarterMs)
  const rest = {
    decimetres: quarterHours === null ? whole.decimetres : (quarterHours[quarter * 3] ?? 0),
    idleMs: quarterHours === null ? whole.idleMs : (quarterHours[quarter * 3 + 1] ?? 0) * 1000,
  }
  const trace = traceAt(quarterTime)
  const shares = trace && shareOf(trace, { start, end, time, metres: rest.decimetres / 10 })
  const part = partOf(rest, shares ?? evenly((time - start) / (end - start)))
  return {
    decimetres: sums.decimetres + part.decimetres,
    idleMs: Math.min(episode.idleMs, sums.idleMs + part.idleMs),
  }
}

const evenly = (share: number) => ({ distance: share, idle: share })

const partOf = (
  { decimetres, idleMs }: Sums,
  { distance, idle }: { distance: number; idle: number },
): Sums => ({
  decimetres: Math.round(decimetres * distance),
  idleMs: Math.round(idleMs * idle),
})

/** Where neither points nor quarters have it, that of the whole. */
function fastestBetween(episode: StoredEpisode, start: number, end: number, traceAt: TraceAt) {
  const { from, kind, quarterHours, maxSpeedKmh } = episode
  if (kind !== 'trip') return maxSpeedKmh
  let fastest = -1
  const first = Math.floor(from / quarterMs)
  for (let q = Math.floor(start / quarterMs); q <= Math.floor((end - 1) / quarterMs); q++) {
    const [partStart, partEnd] = [Math.max(start, q * quarterMs), Math.min(end, (q + 1) * quarterMs)]
    const isCut =
      partStart > Math.max(from, q * quarterMs) || partEnd < Math.min(episode.to, (q + 1) * quarterMs)
    const trace = isCut ? traceAt(q * quarterMs) : undefined
    if (trace) fastest = Math.max(fastest, Math.round(fastestIn(trace, partStart, partEnd) * 10))
    else if (quarterHours === null) return maxSpeedKmh
    else fastest = Math.max(fastest, quarterHours[(q - first) * 3 + 2] ?? -1)
  }
  return fastest < 0 ? null : fastest / 10
}

/** Weighed, not added to one end: a reading that falls to 0 must not end at the -0 of a lost last bit. */
function valueAt({ kind, from, to, fromValue, toValue }: StoredEpisode, time: number): number | null {
  if (fromValue === null || toValue === null) return null
  if (kind === 'overspeed') return fromValue
  return Math.round(((fromValue * (to - time) + toValue * (time - from)) / (to - from)) * 10) / 10
}
