import { newTrack, type Track } from '@trackway/core/track/columns.ts'

const columns = Object.keys(newTrack(0)).filter((name) => name !== 'length') as Exclude<
  keyof Track,
  'length'
>[]
const leastCapacity = 16_384
/** 90 days at five seconds; more than that is made room for when it comes. */
const mostExpected = 1_600_000

/**
 * A track whose days arrive newest first. There is room before its first point, so that another day costs
 * copying that day and not all that is there: 90 days would else be copied ninety times.
 */
export class GrowingTrack {
  #buffer = newTrack(0)
  #start = 0
  readonly #expectedDays: number

  /** @param expectedDays how many may come: room for as many like the first one costs nothing until it is used */
  constructor(expectedDays = 1) {
    this.#expectedDays = expectedDays
  }

  /** Puts a day before all others. */
  prepend(day: Track): void {
    if (day.length > this.#start) this.#makeRoom(day.length)
    this.#start -= day.length
    for (const name of columns) this.#buffer[name].set(day[name], this.#start)
  }

  /** All that has arrived, oldest first; shares its memory, which later days leave alone. */
  get track(): Track {
    const view = { length: this.#buffer.length - this.#start } as Track
    for (const name of columns) view[name] = this.#buffer[name].subarray(this.#start) as never
    return view
  }

  #makeRoom(needed: number): void {
    const held = this.#buffer.length - this.#start
    const expected = held === 0 ? Math.min(needed * this.#expectedDays, mostExpected) : held * 2
    const length = Math.max(leastCapacity, expected, held + needed)
    const start = length - held
    const grown = { length } as Track
    for (const name of columns) {
      // Not filled with unknowns as a new track is: the room is never looked at, and a large part never touched.
      const column = new (this.#buffer[name].constructor as Float64ArrayConstructor)(length)
      column.set(this.#buffer[name].subarray(this.#start), start)
      grown[name] = column as never
    }
    this.#buffer = grown
    this.#start = start
  }
}
