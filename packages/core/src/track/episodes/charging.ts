import type { Track } from '../columns.ts'
import type { Episode } from './episode.ts'
import { knownPlaceAt, plainEpisode } from './plain-episode.ts'

/** A charge that turns by less than this has not turned: readings tremble. */
const turnPercent = 3

interface Reading {
  time: number
  percent: number
  lat: number | null
  lon: number | null
}

/** The end of what rises or falls: where the value was reached first, and where it was seen last. */
interface Extreme {
  first: Reading
  last: Reading
}

/** How the charge has gone so far; plain data, stored while a track is processed page by page. */
export interface BatteryState {
  direction: 'unknown' | 'charging' | 'discharging'
  low: Extreme | null
  high: Extreme | null
}

export const newBatteryState: BatteryState = { direction: 'unknown', low: null, high: null }

/**
 * Rises and falls of the charge along a track, the one that goes on at its end included.
 * @param percents of each point, NaN where it is unknown; null: no point has it
 * @param at an index of the track: the state there is returned as `state`
 */
export function findCharging(
  track: Track,
  percents: Float32Array | null,
  before: BatteryState,
  at: number,
): { episodes: Episode[]; state: BatteryState } {
  const episodes: Episode[] = []
  let running = before
  let state = before
  for (let i = 0; i < track.length; i++) {
    const percent = percents?.[i] ?? Number.NaN
    if (!Number.isNaN(percent)) {
      const reading = { time: track.fixTime[i]!, percent, ...knownPlaceAt(track, i) }
      running = nextReading(running, reading, (episode) => episodes.push(episode))
    }
    if (i === at) state = running
  }
  const leg = openLeg(running)
  if (leg !== null) episodes.push(leg)
  return { episodes, state }
}

/**
 * Goes on with one more reading: the charge rises until it has fallen by `turnPercent` from its highest, and
 * the other way round. States are replaced, never changed.
 * @param ended is given what a turn has brought to its end
 */
function nextReading(state: BatteryState, reading: Reading, ended: (episode: Episode) => void): BatteryState {
  const low = lower(state.low, reading, -1)
  const high = lower(state.high, reading, 1)
  if (state.direction !== 'discharging' && high.first.percent - reading.percent >= turnPercent) {
    const leg = openLeg({ ...state, high })
    if (leg !== null) ended({ ...leg, ended: 'reading' })
    return { direction: 'discharging', high, low: { first: reading, last: reading } }
  }
  if (state.direction !== 'charging' && reading.percent - low.first.percent >= turnPercent) {
    const leg = openLeg({ ...state, low })
    if (leg !== null) ended({ ...leg, ended: 'reading' })
    return { direction: 'charging', low, high: { first: reading, last: reading } }
  }
  // The end it started from stays where it is.
  if (state.direction === 'charging') return { ...state, high }
  if (state.direction === 'discharging') return { ...state, low }
  return { direction: 'unknown', low, high }
}

/** The rise or fall that goes on; null: none does. */
function openLeg({ direction, low, high }: BatteryState): Episode | null {
  if (direction === 'unknown' || low === null || high === null) return null
  const [from, to] = direction === 'charging' ? [low.last, high.first] : [high.last, low.first]
  if (to.time <= from.time) return null
  const episode = plainEpisode(direction, { ...from, reason: 'reading' }, to, 'track')
  return { ...episode, fromValue: from.percent, toValue: to.percent }
}

function lower(extreme: Extreme | null, reading: Reading, sign: 1 | -1): Extreme {
  const difference = extreme === null ? 1 : (reading.percent - extreme.first.percent) * sign
  if (extreme === null || difference > 0) return { first: reading, last: reading }
  return difference === 0 ? { ...extreme, last: reading } : extreme
}
