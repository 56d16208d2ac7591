import type { Bus, WatchedFrame } from '../../../platform/bus/bus.ts'

/** A watching page renews its request within this. */
export const watchedMs = 15_000
/** Frames gather this long. */
const gatherMs = 200
/** Frames published at a time; of further ones only their number is. */
const maxGathered = 400
/** Bytes of a message: NATS takes a megabyte. */
const maxMessageChars = 400_000
/** Of a longer frame its beginning is shown, and no fields: its whole is in the log. */
const maxHexChars = 16_384

/**
 * Publishes on the bus the frames of devices that somebody watches in a page. While nobody does, a frame costs one
 * look at an empty map.
 */
export class WatchedFrames {
  readonly #bus: Bus
  readonly #now: () => number
  /** Until when each device is watched, unless a page renews it. */
  readonly #until = new Map<number, number>()
  #gathered: WatchedFrame[] = []
  #missed = new Map<number, number>()
  #timer: NodeJS.Timeout | null = null
  readonly #stopListening: () => void

  constructor(bus: Bus, now: () => number) {
    this.#bus = bus
    this.#now = now
    this.#stopListening = bus.subscribe('frame.watched', ({ deviceIds }) => this.#watch(deviceIds))
  }

  has(deviceId: number): boolean {
    return this.#until.size > 0 && this.#until.has(deviceId)
  }

  add(frame: WatchedFrame): void {
    if (this.#gathered.length < maxGathered) this.#gathered.push(frame)
    else this.#missed.set(frame.deviceId, (this.#missed.get(frame.deviceId) ?? 0) + 1)
  }

  close(): void {
    this.#stopListening()
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  #watch(deviceIds: Iterable<number>): void {
    for (const id of deviceIds) this.#until.set(id, this.#now() + watchedMs)
    this.#timer ??= setInterval(() => this.#tick(), gatherMs).unref()
  }

  #tick(): void {
    this.#publish()
    const now = this.#now()
    for (const [id, until] of this.#until) if (until < now) this.#until.delete(id)
    if (this.#until.size > 0) return
    clearInterval(this.#timer!)
    this.#timer = null
  }

  #publish(): void {
    if (this.#gathered.length === 0) return
    const missed = [...this.#missed]
    this.#missed = new Map()
    let frames: WatchedFrame[] = []
    let chars = 0
    for (const frame of this.#gathered.map(shortened)) {
      const length = JSON.stringify(frame).length
      if (chars + length > maxMessageChars && frames.length > 0) {
        this.#bus.publish('frame.came', { frames, missed: [] })
        frames = []
        chars = 0
      }
      frames.push(frame)
      chars += length
    }
    this.#gathered = []
    this.#bus.publish('frame.came', { frames, missed })
  }
}

function shortened(frame: WatchedFrame): WatchedFrame {
  if (frame.hex.length <= maxHexChars) return frame
  return { ...frame, hex: frame.hex.slice(0, maxHexChars), fields: [] }
}
