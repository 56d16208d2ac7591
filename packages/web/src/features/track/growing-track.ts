import { newTrack, type Track } from '@trackway/core/track/columns.ts'

const columns = Object.keys(newTrack(0)).filter((name) => name !== 'length') as Exclude<
  keyof Track,
  'length'
>[]
const firstCapacity = 16_384

/**
 * A track whose days arrive newest first. There is room before its first point, so that another day costs
 * copying that day and not all that is there: 90 days would else be copied ninety times.
 */
export class GrowingTrack {
  #buffer = newTrack(0)
  #start = 0

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

  #makeRoom(wanted: number): void {
    const held = this.#buffer.length - this.#start
    const grown = newTrack(Math.max(firstCapacity, this.#buffer.length * 2, held + wanted))
    const start = grown.length - held
    for (const name of columns) grown[name].set(this.#buffer[name].subarray(this.#start), start)
    this.#buffer = grown
    this.#start = start
  }
}
