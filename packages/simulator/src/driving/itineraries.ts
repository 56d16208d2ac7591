import type { Random } from '../random.ts'
import type { CharacterName } from './characters.ts'

/** What a vehicle sets out to do on a day. Hours count from the local midnight of the day, beyond 24 too. */
export interface Visit {
  /** `home`; a destination of the city by number; the far end of the motorway; a round about the site. */
  to: 'home' | 'far' | 'round' | number
  /** Not before this hour. */
  departHour?: number
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
  if (random.next() < 0.25) return commute(facts)
  const leave = random.between(5.5, 11)
  return [
    { to: 'far', departHour: leave, stayMinutes: random.between(60, 300) },
    { to: 'home', stayMinutes: random.between(20, 60) },
    { to: random.pick(facts.own), stayMinutes: random.between(20, 60) },
    home(),
  ]
}

const rides =
  (startHour: number, rideCount: [number, number]): Plan =>
  ({ random }) => {
    if (random.next() < 0.07) return []
    const count = random.whole(...rideCount)
    const start = startHour + random.between(-0.5, 1.5)
    const visits: Visit[] = []
    for (let n = 0; n < count; n++) {
      const isMeal = n === Math.floor(count / 2)
      visits.push({
        to: random.whole(0, 89),
        departHour: n === 0 ? start : undefined,
        stayMinutes: isMeal ? random.between(35, 70) : random.between(1.5, 14),
        isIdling: !isMeal,
      })
    }
    return [...visits, home()]
  }

const round =
  (startHour: number, stops: [number, number], stay: [number, number], idling: number): Plan =>
  ({ random, isWorkday, day }) => {
    // One day off in a week.
    if (!isWorkday && day % 7 === 3) return []
    const count = random.whole(...stops)
    const visits: Visit[] = []
    for (let n = 0; n < count; n++) {
      visits.push({
        to: random.whole(0, 89),
        departHour: n === 0 ? startHour + random.between(-0.7, 0.7) : undefined,
        stayMinutes: n === Math.floor(count / 2) ? random.between(30, 60) : random.between(...stay),
        isIdling: random.next() < idling,
      })
    }
    return [...visits, home()]
  }

const haul =
  (startHour: number): Plan =>
  ({ random }) => {
    if (random.next() < 0.08) return []
    return [
      { to: 'far', departHour: startHour + random.between(-1, 1.5), stayMinutes: random.between(50, 130) },
      { to: 'home', stayMinutes: random.between(30, 60), isIdling: true },
      { to: random.whole(0, 89), stayMinutes: random.between(30, 90) },
      home(),
    ]
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

const plans: Record<CharacterName, Plan> = {
  car: commute,
  speeder: outAndBack,
  taxi: rides(5.5, [18, 27]),
  nightTaxi: rides(16.5, [17, 24]),
  van: round(8, [12, 20], [3, 17], 0.2),
  coldVan: round(6, [9, 15], [8, 25], 0.6),
  truck: haul(6),
  nightTruck: haul(19.5),
  machine: siteWork,
  motorcycle: round(10, [16, 26], [2, 9], 0.1),
  asset: seldom,
}

export function itineraryOf(character: CharacterName, facts: DayFacts): Visit[] {
  return plans[character](facts)
}
