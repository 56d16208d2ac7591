import { atLeastMean, type StoredEpisode } from './episode.ts'
import { quarterMs } from './quarter-hour-sums.ts'

/** What an episode has come to at some instant within. */
interface Sums {
  decimetres: number
  idleMs: number
}

/**
 * The part of an episode between two instants; null where they have no time in common. Parts of any division
 * add up to the whole: in distance to the decimetre, in time exactly. At quarters of an hour of UTC, on which
 * every midnight lies, they are the track's own figures; in between, the quarter is taken to be even.
 */
export function cutEpisode<E extends StoredEpisode>(episode: E, from: number, to: number): E | null {
  if (from <= episode.from && to >= episode.to) return episode
  const [start, end] = [Math.max(from, episode.from), Math.min(to, episode.to)]
  // An instant is a part only of what is itself an instant.
  if (start >= end) return null
  const [before, until] = [sumsAt(episode, start), sumsAt(episode, end)]
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
    maxSpeedKmh: atLeastMean(fastestBetween(episode, start, end), distanceM, end - start),
    began: isBegun ? 'range' : episode.began,
    ended: isEnded ? 'range' : episode.ended,
    ...(isBegun && !isStop ? { fromLat: null, fromLon: null } : {}),
    ...(isEnded && !isStop ? { toLat: null, toLon: null } : {}),
    fromValue: valueAt(episode, start),
    toValue: valueAt(episode, end),
    quarterHours: null,
  }
}

function sumsAt(episode: StoredEpisode, time: number): Sums {
  const whole = { decimetres: Math.round(episode.distanceM * 10), idleMs: episode.idleMs }
  if (time <= episode.from) return { decimetres: 0, idleMs: 0 }
  if (time >= episode.to) return whole
  const { quarterHours } = episode
  if (quarterHours === null) return partOf(whole, (time - episode.from) / (episode.to - episode.from))
  const first = Math.floor(episode.from / quarterMs)
  const quarter = Math.floor(time / quarterMs) - first
  const sums = { decimetres: 0, idleMs: 0 }
  for (let q = 0; q < quarter; q++) {
    sums.decimetres += quarterHours[q * 3] ?? 0
    sums.idleMs += (quarterHours[q * 3 + 1] ?? 0) * 1000
  }
  const start = Math.max(episode.from, (first + quarter) * quarterMs)
  const end = Math.min(episode.to, (first + quarter + 1) * quarterMs)
  const rest = {
    decimetres: quarterHours[quarter * 3] ?? 0,
    idleMs: (quarterHours[quarter * 3 + 1] ?? 0) * 1000,
  }
  const part = partOf(rest, (time - start) / (end - start))
  return {
    decimetres: sums.decimetres + part.decimetres,
    idleMs: Math.min(episode.idleMs, sums.idleMs + part.idleMs),
  }
}

const partOf = ({ decimetres, idleMs }: Sums, share: number): Sums => ({
  decimetres: Math.round(decimetres * share),
  idleMs: Math.round(idleMs * share),
})

/** Where the quarters do not have it, that of the whole. */
function fastestBetween(
  { from, kind, quarterHours, maxSpeedKmh }: StoredEpisode,
  start: number,
  end: number,
) {
  if (quarterHours === null || kind !== 'trip') return maxSpeedKmh
  const first = Math.floor(from / quarterMs)
  let fastest = -1
  for (let q = Math.floor(start / quarterMs) - first; q <= Math.floor((end - 1) / quarterMs) - first; q++) {
    fastest = Math.max(fastest, quarterHours[q * 3 + 2] ?? -1)
  }
  return fastest < 0 ? null : fastest / 10
}

/** Weighed, not added to one end: a reading that falls to 0 must not end at the -0 of a lost last bit. */
function valueAt({ kind, from, to, fromValue, toValue }: StoredEpisode, time: number): number | null {
  if (fromValue === null || toValue === null) return null
  if (kind === 'overspeed') return fromValue
  return Math.round(((fromValue * (to - time) + toValue * (time - from)) / (to - from)) * 10) / 10
}
