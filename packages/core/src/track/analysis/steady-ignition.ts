import type { Track } from '../columns.ts'

/** The ignition along a track, flickers left out. */
export interface Ignition {
  /** 1 on, 0 off at each point; -1 where it is not reported. */
  on: Int8Array
  /** What counts at each point, also where it is not reported: 1 on, 0 off or unknown. */
  state: Int8Array
  /** From this point on it may yet turn out to have changed: the last run is still too short to decide. */
  pendingFrom: number
}

/**
 * Takes runs of one value shorter than `debounceMs` for what was before them: a wire that flickers has not
 * changed. A run lasts until a point reports otherwise; after a pause of `offlineMs` the ignition counts as off
 * until it is reported on.
 * @param before what it was before the track: 1 on, 0 off or unknown
 */
export function debounceIgnition(track: Track, debounceMs: number, offlineMs: number, before = 0): Ignition {
  const { accOn, fixTime, length } = track
  const on = new Int8Array(length).fill(-1)
  const states = new Int8Array(length)
  let state = before
  let start = -1
  let decided = 0
  let pendingFrom = length
  /** Decides on the run from `start` to before `end`, which is known to last until `time`. */
  const decide = (end: number, time: number) => {
    states.fill(state, decided, end)
    decided = end
    if (start < 0) return
    const value = accOn[start]!
    if (time - fixTime[start]! >= debounceMs) state = value
    else if (end === length && value !== state) pendingFrom = start
    states.fill(state, start, end)
    for (let i = start; i < end; i++) if (accOn[i] !== -1) on[i] = state
    start = -1
  }
  for (let i = 0; i < length; i++) {
    if (i > 0 && fixTime[i]! - fixTime[i - 1]! > offlineMs) {
      decide(i, fixTime[i - 1]!)
      state = 0
    }
    if (accOn[i] === -1 || (start >= 0 && accOn[i] === accOn[start])) continue
    decide(i, fixTime[i]!)
    start = i
  }
  if (length > 0) decide(length, fixTime[length - 1]!)
  return { on, state: states, pendingFrom }
}
