/** Which parts of a file are on their way, which were answered, and which go out next. Pure: it is given the time. */

interface UnderWay {
  sentTime: number
  sends: number
}

interface Options {
  parts: number
  /** A bit for each part, the first one the lowest of the first byte. */
  acked: Uint8Array
  /** How many wait for their answer at a time. */
  atOnce: number
  /** Until a part is sent again; longer after each time, up to {@link longestWait} times that. */
  answerMs: number
  maxSends: number
}

const longestWait = 4

export class PartWindow {
  readonly acked: Uint8Array
  readonly #options: Options
  readonly #underWay = new Map<number, UnderWay>()
  /** Parts above it were never sent. */
  #next = 1
  #ackedCount: number

  constructor(options: Options) {
    this.#options = options
    this.acked = options.acked
    this.#ackedCount = 0
    for (let number = 1; number <= options.parts; number++) if (this.isAcked(number)) this.#ackedCount++
  }

  get ackedCount(): number {
    return this.#ackedCount
  }

  get isDone(): boolean {
    return this.#ackedCount === this.#options.parts
  }

  isAcked(number: number): boolean {
    return ((this.acked[(number - 1) >> 3]! >> ((number - 1) & 7)) & 1) === 1
  }

  /** Was it sent, and waits for its answer? Any other number is of a set before this one. */
  isUnderWay(number: number): boolean {
    return this.#underWay.has(number)
  }

  acknowledge(number: number): void {
    if (number < 1 || number > this.#options.parts) return
    this.#underWay.delete(number)
    if (this.isAcked(number)) return
    this.acked[(number - 1) >> 3]! |= 1 << ((number - 1) & 7)
    this.#ackedCount++
  }

  /** The device has not got these: they go out at once, whatever else is under way. */
  sendAgain(numbers: readonly number[]): void {
    for (const number of numbers) {
      if (number < 1 || number > this.#options.parts || this.isAcked(number)) continue
      const before = this.#underWay.get(number)
      if (before) before.sentTime = Number.NEGATIVE_INFINITY
      else this.#underWay.set(number, { sentTime: Number.NEGATIVE_INFINITY, sends: 0 })
    }
  }

  /** Parts to send now; null: one was sent as often as it may be, and never answered. */
  take(now: number): number[] | null {
    const { parts, atOnce, answerMs, maxSends } = this.#options
    const numbers: number[] = []
    for (const [number, part] of this.#underWay) {
      if (now - part.sentTime < answerMs * Math.min(part.sends, longestWait)) continue
      if (part.sends >= maxSends) return null
      part.sends++
      part.sentTime = now
      numbers.push(number)
    }
    while (this.#underWay.size < atOnce && this.#next <= parts) {
      const number = this.#next++
      if (this.isAcked(number) || this.#underWay.has(number)) continue
      this.#underWay.set(number, { sentTime: now, sends: 1 })
      numbers.push(number)
    }
    return numbers
  }
}
