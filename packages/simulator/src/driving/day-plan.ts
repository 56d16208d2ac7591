import { chance, createRandom, hash } from '../random.ts'
import { cityNamed } from '../roads/cities.ts'
import { networkOf } from '../roads/network.ts'
import { type Path, placeAt } from '../roads/path.ts'
import { characterOf, type Vehicle } from './characters.ts'
import { busPlaces, itineraryOf, type Visit } from './itineraries.ts'
import { hourOfDay, localHour, weekday } from './local-time.ts'
import { cityPlace, corridorPath, sitePath, streetPath } from './places.ts'
import { planTrip, type Trip } from './trip.ts'

/** All a vehicle does from the hour its day begins to the same hour of the next: drives and stays in turn. */
export interface DayPlan {
  day: number
  startTime: number
  endTime: number
  legs: Leg[]
  distanceM: number
}

export type Leg = Drive | Stay

export interface Drive {
  kind: 'drive'
  startTime: number
  endTime: number
  /** Metres of the day before it. */
  startM: number
  /** Computed when needed, and only the last one of the day is kept: the lines of a fleet's whole days would fill the memory. */
  trip(): Trip
}

export interface Stay {
  kind: 'stay'
  startTime: number
  endTime: number
  startM: number
  latitude: number
  longitude: number
  courseDeg: number
  /** The engine is off from the first to the second; both the end where it keeps running. */
  accOffTime: number
  accOnTime: number
}

const hourMs = 3_600_000
/** A stay shorter than this is not worth switching the engine off. */
const shortStayMs = 100_000
/** What a drive within a city takes at most, and an outing on the motorway with what follows it. */
const cityDriveMs = 1.4 * hourMs
const outingMs = 9.5 * hourMs

/** The plan of a local day; pure, and the same in any order of calls. Every day begins and ends at home. */
export function planDay(vehicle: Vehicle, day: number): DayPlan {
  const { timeZone } = cityNamed(vehicle.city)
  const { dayBeginsHour } = characterOf(vehicle)
  const startTime = localHour(timeZone, day, dayBeginsHour)
  const endTime = localHour(timeZone, day + 1, dayBeginsHour)
  const midnight = localHour(timeZone, day, 0)
  const isWorkday = weekday(day) >= 1 && weekday(day) <= 5
  const visits = itineraryOf(vehicle.character, {
    random: createRandom(hash(vehicle.seed, day)),
    own: [1, 2, 3, 4].map((n) => hash(vehicle.seed, n) % 90),
    isWorkday,
    day,
  })

  const legs: Leg[] = []
  let where: Whereabouts = homeOf(vehicle)
  let time = startTime
  let metres = 0
  let last: Visit | null = null
  const keep = keepLast<Trip>()

  const stay = (until: number) => {
    const isLast = until === endTime
    const isRunning = !isLast && (last?.isIdling === true || until - time < shortStayMs)
    const off = last === null ? time : time + 15_000 + 60_000 * chance(vehicle.seed, time)
    const on = isLast ? endTime : until - 20_000 - 30_000 * chance(vehicle.seed, until)
    legs.push({
      kind: 'stay',
      startTime: time,
      endTime: until,
      startM: metres,
      latitude: where.latitude,
      longitude: where.longitude,
      courseDeg: where.courseDeg,
      accOffTime: isRunning ? until : Math.min(off, until),
      accOnTime: isRunning ? until : Math.max(on, Math.min(off, until)),
    })
    time = until
  }
  const leavesAt = (next: Visit) =>
    Math.max(time + (last?.stayMinutes ?? 0) * 60_000, midnight + (next.departHour ?? 0) * hourMs)
  const visit = (next: Visit) => {
    const from = where
    const drawPath = () => pathTo(vehicle, from, next, departure)
    const departure = Math.ceil(leavesAt(next) / 1000) * 1000
    const path = drawPath()
    if (path.stretches.length > 0) {
      stay(departure)
      const drive = (way: Path) =>
        planTrip(vehicle, way, departure, hourOfDay(timeZone, departure), isWorkday)
      const { endTime: arrival } = drive(path)
      const trip = () => keep(departure, () => drive(drawPath()))
      legs.push({ kind: 'drive', startTime: departure, endTime: arrival, startM: metres, trip })
      time = arrival
      metres += path.lengthM
      where = whereAfter(vehicle, next, where, path)
    }
    last = next
  }

  for (const next of visits) {
    const leaves = leavesAt(next)
    const needed = next.to === 'far' ? outingMs : next.to === 'home' ? 0 : 2 * cityDriveMs
    const isOver = next.notAfterHour !== undefined && leaves > midnight + next.notAfterHour * hourMs
    // Too late for this one: what is left of the day is the way home.
    if (isOver || leaves + needed > endTime) {
      if (where.node !== homeOf(vehicle).node || where.isFar) visit({ to: 'home', stayMinutes: 0 })
      break
    }
    visit(next)
  }
  stay(endTime)
  return { day, startTime, endTime, legs, distanceM: metres }
}

/** Remembers one value, the latest. */
function keepLast<T>(): (key: number, make: () => T) => T {
  let kept: { key: number; value: T } | null = null
  return (key, make) => {
    if (kept?.key !== key) kept = { key, value: make() }
    return kept.value
  }
}

interface Whereabouts {
  node: number
  /** At the far end of the motorway; `node` is then the one the motorway was reached from. */
  isFar: boolean
  latitude: number
  longitude: number
  courseDeg: number
}

function homeOf(vehicle: Vehicle): Whereabouts {
  const isBus = vehicle.character === 'bus' || vehicle.character === 'strayBus'
  const node = cityPlace(vehicle.city, isBus ? busPlaces[0] : hash(vehicle.seed, 0) % 90)
  const network = networkOf(cityNamed(vehicle.city))
  const place = { latitude: network.latitude[node]!, longitude: network.longitude[node]! }
  // It is parked in its own bay, the same way round every night.
  return { node, isFar: false, ...place, courseDeg: Math.floor(360 * chance(vehicle.seed, 5)) }
}

function pathTo(vehicle: Vehicle, from: Whereabouts, visit: Visit, time: number): Path {
  const { city, seed } = vehicle
  const farShare = 0.55 + 0.45 * chance(seed, 6)
  if (visit.to === 'round') return sitePath(city, from.node, hash(seed, time))
  if (visit.to === 'far') return corridorPath(city, from.node, farShare, false)
  const node = visit.to === 'home' ? homeOf(vehicle).node : cityPlace(city, visit.to)
  return from.isFar ? corridorPath(city, node, farShare, true) : streetPath(city, from.node, node)
}

function whereAfter(vehicle: Vehicle, visit: Visit, before: Whereabouts, path: Path): Whereabouts {
  if (visit.to === 'home') return homeOf(vehicle)
  const end = placeAt(path, path.lengthM)
  if (visit.to === 'round') return { ...before, ...end }
  if (visit.to === 'far') return { ...before, ...end, isFar: true }
  return { ...end, node: cityPlace(vehicle.city, visit.to), isFar: false }
}
