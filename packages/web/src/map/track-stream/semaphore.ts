/** Lets some tasks run at once and the others wait in the order they came. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** Waits until a task may run. @returns how to release its slot; releasing twice does no harm */
  async acquire(): Promise<() => void> {
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
