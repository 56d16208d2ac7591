import type { Random } from '../random.ts'
import type { CharacterName } from './characters.ts'

/** What a vehicle sets out to do on a day. Hours count from the local midnight of the day, beyond 24 too. */
export interface Visit {
  /** `home`; a destination of the city by number; the far end of the motorway; a round about the site. */
  to: 'home' | 'far' | 'round' | number
  /** Not before this hour. */
  departHour?: number
  /** Work is over: instead of leaving for this one after this hour, it goes home. */
  notAfterHour?: number
  stayMinutes: number
  /** The engine runs while it stays. */
  isIdling?: boolean
}

interface DayFacts {
  random: Random
  /** Numbers of its own places: work first, then where it often goes. */
  own: number[]
  isWorkday: boolean
  day: number
}

type Plan = (facts: DayFacts) => Visit[]

const home = (departHour?: number): Visit => ({ to: 'home', stayMinutes: 0, departHour })

const commute: Plan = ({ random, own, isWorkday }) => {
  if (random.next() < 0.05) return []
  if (!isWorkday) {
    if (random.next() < 0.3) return []
    const first = random.between(9, 13)
    const trips: Visit[] = [{ to: random.pick(own), departHour: first, stayMinutes: random.between(30, 200) }]
    if (random.next() < 0.6) trips.push({ to: random.whole(0, 89), stayMinutes: random.between(15, 120) })
    return [...trips, home()]
  }
  const leave = random.between(6.8, 8.6)
  const visits: Visit[] = [{ to: own[0]!, departHour: leave, stayMinutes: random.between(470, 560) }]
  if (random.next() < 0.25) {
    visits[0]!.stayMinutes = random.between(200, 250)
    visits.push({ to: random.whole(0, 89), stayMinutes: random.between(35, 70) })
    visits.push({ to: own[0]!, stayMinutes: random.between(240, 300) })
  }
  if (random.next() < 0.4) visits.push({ to: random.pick(own), stayMinutes: random.between(10, 90) })
  visits.push(home())
  if (random.next() < 0.2) {
    visits.push({
      to: random.pick(own),
      departHour: random.between(19.5, 20.5),
      stayMinutes: random.between(40, 110),
    })
    visits.push(home())
  }
  return visits
}

const outAndBack: Plan = (facts) => {
  const { random } = facts
  if (random.next() < 0.2) return commute(facts)
  const outing = (departHour: number): Visit[] => [
    { to: 'far', departHour, stayMinutes: random.between(40, 150) },
    { to: 'home', stayMinutes: random.between(20, 60) },
  ]
  return [...outing(random.between(5.5, 10)), ...outing(random.between(14, 16)), home()]
}

/** More visits than any day has room for: the hour ends the work. */
const manyVisits = 80

const rides =
  (startHour: number, endHour: number): Plan =>
  ({ random }) => {
    if (random.next() < 0.07) return []
    const departHour = startHour + random.between(-0.5, 1.5)
    const notAfterHour = endHour + random.between(-1, 1)
    const meal = random.whole(10, 16)
    return visitsOf(departHour, notAfterHour, (n) => ({
      to: random.whole(0, 89),
      stayMinutes: n === meal ? random.between(35, 70) : random.between(1.5, 9),
      isIdling: n !== meal,
    }))
  }

const round =
  (startHour: number, endHour: number, stay: [number, number], idling: number): Plan =>
  ({ random, isWorkday, day }) => {
    // One day off in a week.
    if (!isWorkday && day % 7 === 3) return []
    const departHour = startHour + random.between(-0.7, 0.7)
    const notAfterHour = endHour + random.between(-1, 1)
    const lunch = random.whole(7, 10)
    return visitsOf(departHour, notAfterHour, (n) => ({
      to: random.whole(0, 89),
      stayMinutes: n === lunch ? random.between(30, 60) : random.between(...stay),
      isIdling: random.next() < idling,
    }))
  }

function visitsOf(departHour: number, notAfterHour: number, visit: (n: number) => Visit): Visit[] {
  const visits = Array.from({ length: manyVisits }, (_, n) => ({ ...visit(n), notAfterHour }))
  visits[0] = { ...visits[0]!, departHour } as (typeof visits)[number]
  return [...visits, home()]
}

/** Twice there and back, with the city's yards in between if the day is long enough. */
const haul =
  (startHour: number): Plan =>
  ({ random }) => {
    if (random.next() < 0.06) return []
    const outing = (departHour?: number): Visit[] => [
      { to: 'far', departHour, stayMinutes: random.between(35, 90) },
      { to: 'home', stayMinutes: random.between(25, 60), isIdling: random.next() < 0.3 },
    ]
    return [...outing(startHour + random.between(-1, 1.5)), ...outing(), home()]
  }

const siteWork: Plan = ({ random, isWorkday }) => {
  if (!isWorkday && random.next() < 0.6) return []
  const visits: Visit[] = []
  const start = 7 + random.between(-0.3, 0.5)
  for (let hour = start; hour < 17.2; hour += random.between(0.35, 0.8)) {
    if (hour > 12 && hour < 13) continue
    visits.push({
      to: 'round',
      departHour: hour,
      stayMinutes: random.between(4, 18),
      isIdling: random.next() < 0.7,
    })
  }
  return visits
}

/** Moved from yard to yard every eleven days or so, and back the same day. */
const seldom: Plan = ({ random, day, own }) =>
  (day + own[0]!) % 11 === 0
    ? [{ to: random.pick(own), departHour: random.between(8, 12), stayMinutes: 240 }, home()]
    : []

/** Numbers of the places that a bus line of a city calls at, from one end, where its buses are parked at night, to the other. */
export const busPlaces = [11, 24, 37, 52] as const
/** Where a bus ends up that leaves its line. */
const strayPlace = 71
/** A round trip, when it goes back, and buses in a row: as their timetable has it. */
const [roundHours, turnHours, headwayHours] = [2, 0.75, 0.5]

const busRounds =
  (isStray: boolean): Plan =>
  ({ own, day }) => {
    const others = busPlaces.slice(1)
    // Some begin in the morning and some in the afternoon: at every hour there is one on the road.
    const begin = (isStray ? 16.5 : 4.5) + (own[0]! % 4) * headwayHours
    const rounds = Array.from({ length: 11 }, (_, n) => {
      const halts = [...others, ...busPlaces.toReversed().slice(1)]
      const strays = isStray && (n + day) % 2 === 0 ? [1] : []
      return halts.flatMap((to, i): Visit[] => {
        const halt = { to, stayMinutes: to === others.at(-1) ? 6 : 0.6, isIdling: true }
        const leaves = { 0: 0, [others.length]: turnHours }[i]
        const departHour = leaves === undefined ? undefined : begin + n * roundHours + leaves
        const stray: Visit = { to: strayPlace, stayMinutes: 0.2, isIdling: true }
        return strays.includes(i) ? [stray, halt] : [{ ...halt, departHour }]
      })
    })
    return [...rounds.flat(), home()]
  }

const plans: Record<CharacterName, Plan> = {
  car: commute,
  speeder: outAndBack,
  taxi: rides(5.5, 18.5),
  nightTaxi: rides(16.5, 27.5),
  van: round(8, 18.5, [3, 14], 0.2),
  coldVan: round(6, 17.5, [6, 18], 0.6),
  truck: haul(6),
  nightTruck: haul(19.5),
  machine: siteWork,
  motorcycle: round(9.5, 21.5, [2, 9], 0.1),
  asset: seldom,
  bus: busRounds(false),
  strayBus: busRounds(true),
}

export function itineraryOf(character: CharacterName, facts: DayFacts): Visit[] {
  return plans[character](facts)
}
