import { newBatteryState } from './charging.ts'
import type { Episode } from './episode.ts'
import type { Carry } from './find-episodes.ts'
import { newTally } from './quarter-hour-sums.ts'

/**
 * Begins anew in the middle of a track, where a stop found before begins. The stop must not be the one that the
 * track begins with, and must have ended `ignitionDebounceMs` or more before the last border between trips and stops
 * up to which nothing has changed. Give `findEpisodes` the points from `stop.from` on, that one included.
 * @param ignition the episode of the ignition being on at that instant, if it was
 * @param leg the last rise or fall of the battery that began before it; readings since its end are forgotten
 */
export function restartAt(stop: Episode, ignition: Episode | null, leg: Episode | null): Carry {
  const place = { lat: stop.fromLat ?? 0, lon: stop.fromLon ?? 0 }
  return {
    point: null,
    stop: { tally: newTally(stop.from), began: stop.began, ...place, wasOff: false },
    odometerM: null,
    ignition: ignition === null ? 0 : 1,
    ignitionOn: ignition && {
      time: ignition.from,
      lat: ignition.fromLat,
      lon: ignition.fromLon,
      reason: ignition.began,
    },
    idle: null,
    battery: leg === null ? newBatteryState : batteryAfter(leg, stop.from),
  }
}

function batteryAfter(leg: Episode, time: number): Carry['battery'] {
  const start = reading(leg.from, leg.fromValue, leg.fromLat, leg.fromLon)
  const isOver = leg.to <= time
  const end = isOver ? reading(leg.to, leg.toValue, leg.toLat, leg.toLon) : start
  const direction = leg.kind === 'charging' ? 'charging' : 'discharging'
  return direction === 'charging'
    ? { direction, low: start, high: end }
    : { direction, low: end, high: start }
}

function reading(time: number, percent: number | null, lat: number | null, lon: number | null) {
  const one = { time, percent: percent ?? 0, lat, lon }
  return { first: one, last: one }
}
