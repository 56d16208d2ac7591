import { cityNamed } from '../roads/cities.ts'
import { characterOf, type Vehicle } from './characters.ts'
import { type DayPlan, type Leg, planDay } from './day-plan.ts'
import { localDay } from './local-time.ts'
import { tripAt } from './trip.ts'

/** Where a vehicle truly is, whatever its device makes of it. */
export interface Moment {
  time: number
  latitude: number
  longitude: number
  courseDeg: number
  speedKmh: number
  accOn: boolean
  isDriving: boolean
  isTunnel: boolean
  /** Driven since the driver's starting time. */
  distanceM: number
}

export interface Driver {
  vehicle: Vehicle
  /** Any time, in any order; near times are quick. */
  at(time: number): Moment
  legAt(time: number): Leg
}

const keptDays = 3

/** @param since distances are counted from here */
export function createDriver(vehicle: Vehicle, since: number): Driver {
  const { timeZone } = cityNamed(vehicle.city)
  const { dayBeginsHour } = characterOf(vehicle)
  const plans: DayPlan[] = []
  // Metres driven before each day, relative to the first one computed.
  const startM = new Map<number, number>()

  const planOf = (day: number): DayPlan => {
    let plan = plans.find((one) => one.day === day)
    if (!plan) {
      plan = planDay(vehicle, day)
      plans.push(plan)
      if (plans.length > keptDays) plans.shift()
    }
    return plan
  }
  const planAt = (time: number): DayPlan => {
    const last = plans.at(-1)
    if (last && time >= last.startTime && time < last.endTime) return last
    return planOf(localDay(timeZone, time, dayBeginsHour))
  }
  const metresBefore = (day: number): number => {
    const known = startM.get(day)
    if (known !== undefined) return known
    if (startM.size === 0) {
      startM.set(day, 0)
      return 0
    }
    // Walk from the nearest known day, forwards or backwards.
    const days = [...startM.keys()]
    const from = days.reduce((best, one) => (Math.abs(one - day) < Math.abs(best - day) ? one : best))
    let metres = startM.get(from)!
    for (let n = from; n < day; n++) {
      metres += planOf(n).distanceM
      startM.set(n + 1, metres)
    }
    for (let n = from - 1; n >= day; n--) {
      metres -= planOf(n).distanceM
      startM.set(n, metres)
    }
    return metres
  }

  const driver = {
    vehicle,
    legAt: (time: number) => legIn(planAt(time), time),
    at(time: number): Moment {
      const plan = planAt(time)
      const leg = legIn(plan, time)
      const before = metresBefore(plan.day) + leg.startM - originM
      if (leg.kind === 'stay') {
        const accOn = time < leg.accOffTime || time >= leg.accOnTime
        const { latitude, longitude, courseDeg } = leg
        const standing = { speedKmh: 0, isDriving: false, isTunnel: false }
        return { time, latitude, longitude, courseDeg, ...standing, accOn, distanceM: before }
      }
      const { metres, ...on } = tripAt(leg.trip(), time)
      return { time, ...on, accOn: true, isDriving: true, distanceM: before + metres }
    },
  }
  let originM = 0
  originM = driver.at(since).distanceM
  return driver
}

function legIn(plan: DayPlan, time: number): Leg {
  const { legs } = plan
  let low = 0
  let high = legs.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (legs[middle]!.startTime <= time) low = middle
    else high = middle - 1
  }
  return legs[low]!
}
