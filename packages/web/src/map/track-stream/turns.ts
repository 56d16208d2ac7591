/** Lets some tasks run at once and the others wait in the order they came. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** Waits for a turn. @returns how to end it; to be called once it is done, more often does no harm */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((begin) => this.#waiting.push(begin))
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
