import { chance } from '../random.ts'
import { type Path, placeAt, stretchAt } from '../roads/path.ts'
import { type Character, characterOf, type Vehicle } from './characters.ts'
import { onPlan, planSpeeds, type Section, type SpeedPlan } from './speed-plan.ts'

/** One drive from a place to another. */
export interface Trip {
  startTime: number
  endTime: number
  path: Path
  plan: SpeedPlan
}

/** Sharper turns than this are slowed down for. */
const bendDeg = 15
const slowestTurnKmh = 12

/**
 * @param hour local hour of departure: streets are slower when everyone drives
 * @param isWorkday no rush hour on other days
 */
export function planTrip(
  vehicle: Vehicle,
  path: Path,
  startTime: number,
  hour: number,
  isWorkday: boolean,
): Trip {
  const character = characterOf(vehicle)
  const [slowest, fastest] = character.pace
  const pace = slowest + (fastest - slowest) * chance(vehicle.seed, 3)
  const crowd = isWorkday ? crowding(hour) : 1 - (1 - crowding(hour)) * 0.4
  const sections: Section[] = path.stretches.map((stretch, n) => {
    const isLast = n === path.stretches.length - 1
    const luck = chance(vehicle.seed, startTime, stretch.id, n)
    const { limitKmh } = stretch
    // Traffic thins out on the motorway, and a stretch has a mood of its own.
    const flow = stretch.road === 'motorway' ? 1 - (1 - crowd) * 0.25 : crowd
    const mood = stretch.road === 'motorway' ? 0.93 + 0.09 * luck : 0.78 + 0.27 * luck
    const kmh = Math.min(character.topKmh, limitKmh * pace * flow * mood)
    const waitS = !isLast && stretch.hasLightAtEnd && luck < 0.42 ? 6 + luck * 110 : 0
    return {
      lengthM: Math.max(1, stretch.lengthM),
      limitMs: Math.max(character.topKmh < 10 ? 0.6 : 2.5, kmh / 3.6),
      endLimitMs: turnSpeedMs(stretch.turnDeg),
      waitS,
    }
  })
  const plan = planSpeeds(sections, limitsOf(character))
  return { startTime, endTime: startTime + Math.ceil(plan.durationS) * 1000, path, plan }
}

function limitsOf(character: Character) {
  return { accelerationMs2: character.accelerationMs2, brakingMs2: character.brakingMs2 }
}

function turnSpeedMs(turn: number): number {
  if (turn < bendDeg) return Number.POSITIVE_INFINITY
  return Math.max(slowestTurnKmh, 1000 / turn) / 3.6
}

/** Share of the free speed that streets of a city allow by the hour of a working day. */
const crowdingByHour = [
  1, 1, 1, 1, 1, 0.98, 0.9, 0.68, 0.58, 0.7, 0.82, 0.8, 0.76, 0.8, 0.82, 0.8, 0.72, 0.56, 0.52, 0.66, 0.82,
  0.9, 0.95, 1,
]

function crowding(hour: number): number {
  const at = Math.floor(hour) % 24
  const share = hour - Math.floor(hour)
  return crowdingByHour[at]! * (1 - share) + crowdingByHour[(at + 1) % 24]! * share
}

export interface OnTrip {
  latitude: number
  longitude: number
  courseDeg: number
  speedKmh: number
  metres: number
  isTunnel: boolean
}

/** Where a trip is at a time within it. */
export function tripAt(trip: Trip, time: number): OnTrip {
  const { metres, speedMs } = onPlan(trip.plan, (time - trip.startTime) / 1000)
  const bounded = Math.min(metres, trip.path.lengthM)
  return {
    ...placeAt(trip.path, bounded),
    speedKmh: speedMs * 3.6,
    metres: bounded,
    isTunnel: stretchAt(trip.path, bounded).isTunnel,
  }
}

/** Times at which the trip turns into another street: devices report there besides their interval. */
export function turnTimes(trip: Trip): number[] {
  const times: number[] = []
  trip.path.stretches.forEach((stretch, n) => {
    if (stretch.turnDeg >= 30) times.push(trip.startTime + Math.round(trip.plan.sectionEndS[n]!) * 1000)
  })
  return times
}
