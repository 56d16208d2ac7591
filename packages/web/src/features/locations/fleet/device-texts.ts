/** Devices that come into view within this time are requested together. */
const gatherMs = 50
/** More than any screen shows: devices that have been scrolled out of view again are not requested. */
const mostAtOnce = 400

/** Requests the names and other texts of devices as they come into view, once each. */
export class DeviceTexts {
  readonly #read: (ids: number[]) => Promise<void>
  readonly #asked = new Set<number>()
  #next = new Set<number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param read requests these from the server and takes the answer */
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

  /** Any text may have changed: those in view are requested again. */
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
