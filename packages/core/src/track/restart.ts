import { newBatteryState } from './battery-legs.ts'
import type { Episode } from './episodes.ts'
import type { Carry } from './find-episodes.ts'
import { newTally } from './tally.ts'

/**
 * Where to look at a track again from the beginning of a stop that was found before: one that ended
 * `ignitionDebounceMs` or more before the last border of trips and stops that nothing changed up to, and is not
 * the one that the track begins with. Give `findEpisodes` the points from `stop.from` on, that one included.
 * @param ignition of the ignition that was on up to that instant at least
 * @param leg the last rise or fall of the battery that began before it; what trembled since is not known
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
