import type { Report } from '@trackway/protocols/protocol.ts'
import { kitOf } from '@trackway/simulator/device/kit.ts'
import { observe } from '@trackway/simulator/device/observe.ts'
import { createSchedule } from '@trackway/simulator/device/schedule.ts'
import type { CharacterName, Vehicle } from '@trackway/simulator/driving/characters.ts'
import { createDriver } from '@trackway/simulator/driving/driver.ts'
import { createRandom, hash, type Random } from '@trackway/simulator/random.ts'
import { cities } from '@trackway/simulator/roads/cities.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const characters: readonly CharacterName[] = ['taxi', 'van', 'truck', 'car', 'nightTaxi', 'coldVan']
const wrongClockShare = 0.01
/** Reports of a day that stay back for a while, and how many days at most. */
const heldBackShare = 0.2
const longestHeldDays = 6

/** Reports that a device sends at once; those held back are marked as such. */
export interface Delivery {
  reports: Report[]
  isBuffered: boolean
}

/** A date that a clock which was never set may show and that is believed; the platform is younger. */
export const oldClock = Date.UTC(2015, 5, 1)

export function vehicleOf(index: number): Vehicle {
  return {
    seed: hash(20_260_404, index),
    character: characters[index % characters.length]!,
    city: cities[index % cities.length]!.name,
  }
}

/** What one device has to say during the month, day by day, and what of it is wrong. */
export class MonthPlan {
  readonly random: Random
  readonly #now: () => number
  readonly #driver
  readonly #kit
  readonly #after
  /** No two different reports of one instant: which of them stays would be anybody's guess. */
  readonly #used = new Set<number>()
  #held: { reports: Report[]; dueDay: number }[] = []

  constructor(index: number, options: { firstDay: number; movingSeconds: number; now?: () => number }) {
    this.#now = options.now ?? Date.now
    const vehicle = vehicleOf(index)
    this.random = createRandom(vehicle.seed)
    this.#driver = createDriver(vehicle, options.firstDay * dayMs)
    const { movingSeconds } = options
    this.#kit = {
      ...kitOf(vehicle, movingSeconds),
      leastSeconds: movingSeconds / 2,
      parkedSeconds: movingSeconds * 6,
    }
    this.#after = createSchedule(this.#driver, this.#kit, { withHeartbeats: false })
  }

  /** What is sent on a day: that day's reports but for those held back, and what was held back until then. */
  deliveriesOf(day: number): Delivery[] {
    const reports = this.#reportsOf(day).flatMap((report) => this.#withWrongClocks(report))
    const deliveries: Delivery[] = this.#due(day).map((held) => ({ reports: held, isBuffered: true }))
    if (reports.length > 0 && this.random.next() < heldBackShare) {
      const from = this.random.whole(0, reports.length - 1)
      const held = reports.splice(from, this.random.whole(1, reports.length))
      this.#held.push({ reports: held, dueDay: day + this.random.whole(0, longestHeldDays) })
    }
    if (reports.length > 0) deliveries.push({ reports, isBuffered: false })
    return deliveries
  }

  /** What is still held back when the month is over. */
  rest(): Delivery[] {
    return this.#due(Number.POSITIVE_INFINITY).map((reports) => ({ reports, isBuffered: true }))
  }

  #due(day: number): Report[][] {
    const due = this.#held.filter(({ dueDay }) => dueDay <= day)
    this.#held = this.#held.filter(({ dueDay }) => dueDay > day)
    return due.map(({ reports }) => reports)
  }

  #reportsOf(day: number): Report[] {
    const reports: Report[] = []
    for (
      let time = this.#after(day * dayMs - 1).time;
      time < (day + 1) * dayMs;
      time = this.#after(time).time
    ) {
      if (this.#isNew(time)) reports.push(observe(this.#driver, this.#kit, time, 50_000_000))
    }
    return reports
  }

  /** Now and then the clock loses its battery, is set wrong, or jumps ahead. */
  #withWrongClocks(report: Report): Report[] {
    if (this.random.next() >= wrongClockShare) return [report]
    const { random } = this
    const time = report.fixTime!
    const wrong = random.pick([
      // Hours off, and an odd second, so that it is nobody else's.
      time - random.whole(1, 40) * hourMs + 7_000,
      time + random.whole(1, 40) * hourMs + 11_000,
      oldClock + random.whole(0, 40_000) * 1_000,
      Date.UTC(2009, 3, 1) + random.whole(0, 40_000) * 1_000,
      Date.UTC(2055, 3, 1) + random.whole(0, 40_000) * 1_000,
      Math.floor(this.#now() / 1_000) * 1_000 + random.whole(1, 20) * hourMs,
    ])
    return this.#isNew(wrong) ? [report, { ...report, fixTime: wrong }] : [report]
  }

  #isNew(time: number): boolean {
    if (this.#used.has(time)) return false
    this.#used.add(time)
    return true
  }
}
