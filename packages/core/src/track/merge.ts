import { indexAt, joinTracks, newTrack, type Track } from './columns.ts'

const columnNames = Object.keys(newTrack(0)).filter((name) => name !== 'length') as Exclude<
  keyof Track,
  'length'
>[]

/** The points of two instants and all between them, both included; shares the memory of the track. */
export function cutTrack(track: Track, from: number, to: number): Track {
  const start = indexAt(track, from)
  const end = Math.max(start, indexAt(track, to + 1))
  if (start === 0 && end === track.length) return track
  const cut = { length: end - start } as Track
  for (const name of columnNames) cut[name] = track[name].subarray(start, end) as never
  return cut
}

/**
 * How two ascending runs of instants make one: places in the first followed by the second. An instant that
 * both have is taken from the first.
 */
export function mergeOrder(first: Float64Array, second: Float64Array): Uint32Array {
  const order = new Uint32Array(first.length + second.length)
  let count = 0
  let a = 0
  let b = 0
  while (a < first.length || b < second.length) {
    if (b === second.length || first[a]! <= second[b]!) {
      if (first[a] === second[b]) b++
      order[count++] = a++
    } else order[count++] = first.length + b++
  }
  return order.subarray(0, count)
}

/** The points of both tracks in order of time, each instant once: as the first has it. */
export function mergeTracks(first: Track, second: Track): Track {
  if (second.length === 0) return first
  if (first.length === 0) return second
  const order = mergeOrder(first.fixTime, second.fixTime)
  if (order.length === first.length) return first
  const both = joinTracks([first, second])
  const merged = newTrack(order.length)
  for (const name of columnNames) {
    const [from, to] = [both[name], merged[name]]
    for (let i = 0; i < order.length; i++) to[i] = from[order[i]!]!
  }
  return merged
}
