import { PayFailure } from './pay-provider.ts'

/** How many requests events may cause, at a time and in a minute. */
interface Bounds {
  atOnce: number
  perMinute: number
}

const ofOne: Bounds = { atOnce: 4, perMinute: 30 }
const ofAll: Bounds = { atOnce: 16, perMinute: 240 }
const minuteMs = 60_000

class RequestLimit {
  readonly #bounds: Bounds
  #running = 0
  #startTimes: number[] = []

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  isFull(now: number): boolean {
    this.#startTimes = this.#startTimes.filter((time) => time > now - minuteMs && time <= now)
    return this.#running >= this.#bounds.atOnce || this.#startTimes.length >= this.#bounds.perMinute
  }

  async run<T>(now: number, work: () => Promise<T>): Promise<T> {
    this.#running++
    this.#startTimes.push(now)
    try {
      return await work()
    } finally {
      this.#running--
    }
  }
}

const all = new RequestLimit(ofAll)

/**
 * Bounds what events have this server ask a provider before they are proved, for anybody may post one: of an account, and
 * of all. Beyond that an event is to come again; what it is about is asked for anyway.
 * @returns runs a request. @throws {PayFailure} `busy`
 */
export function eventRequests(now: () => number): <T>(request: () => Promise<T>) => Promise<T> {
  const own = new RequestLimit(ofOne)
  return async (request) => {
    const time = now()
    if (own.isFull(time) || all.isFull(time)) throw new PayFailure('busy', 'too many events')
    return own.run(time, () => all.run(time, request))
  }
}
