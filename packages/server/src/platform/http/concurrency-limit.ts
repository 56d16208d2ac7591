import { Refusal } from '../errors.ts'

/**
 * Lets in only so many at a time; those who come later wait in order, and only so many of them. It is not cockatiel's
 * bulkhead, in which an aborted waiter keeps the place until it is his turn.
 */
export class ConcurrencyLimit {
  #free: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number, maxWaiting: number) {
    this.#free = places
    this.#maxWaiting = maxWaiting
  }

  /**
   * @returns how to leave again; who goes away (the signal) has left
   * @throws {Refusal} `unavailable` where too many wait already; the signal's reason once it is aborted
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
    let isInside = true
    const leave = () => {
      if (!isInside) return
      isInside = false
      signal.removeEventListener('abort', leave)
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
    signal.addEventListener('abort', leave)
    return leave
  }

  async #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new Refusal('unavailable')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const at = this.#waiting.indexOf(resolve)
      if (at < 0) return
      this.#waiting.splice(at, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(resolve)
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }
}
