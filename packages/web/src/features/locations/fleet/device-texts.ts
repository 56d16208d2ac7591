/** What comes into view within this time is asked for together. */
const gatherMs = 50
/** More than any screen shows: while one scrolls, what has left the screen again is not asked for. */
const mostAtOnce = 400

/** Asks for the names and other texts of devices as they come into view, once each. */
export class DeviceTexts {
  readonly #read: (ids: number[]) => Promise<void>
  readonly #asked = new Set<number>()
  #next = new Set<number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param read asks the server for these and takes what it answers */
  constructor(read: (ids: number[]) => Promise<void>) {
    this.#read = read
  }

  want(ids: Iterable<number>): void {
    for (const id of ids) if (!this.#asked.has(id)) this.#next.add(id)
    if (this.#next.size > 0) this.#timer ??= setTimeout(() => this.#ask(), gatherMs)
  }

  /** They are known by now. */
  note(ids: Iterable<number>): void {
    for (const id of ids) this.#asked.add(id)
  }

  /** Any may read otherwise now: those in view are asked for again. */
  forgetAll(): void {
    this.#asked.clear()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #ask(): void {
    this.#timer = undefined
    const ids = [...this.#next].slice(-mostAtOnce)
    this.#next = new Set()
    this.note(ids)
    this.#read(ids).catch(() => {
      for (const id of ids) this.#asked.delete(id)
    })
  }
}
