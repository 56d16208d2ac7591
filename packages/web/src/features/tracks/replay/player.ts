/** Playing speeds, as multiples of real time: equal stretches of time, however many points they hold. */
export const rates = [1, 2, 5, 10, 30, 60, 300] as const
export type Rate = (typeof rates)[number]

/** Stops longer than this are jumped over when `skipsStops` is on; the cursor lands this long before their end. */
const leadInMs = 10_000
/** People cannot read a clock that changes faster. */
const textIntervalMs = 200

export interface PlayerState {
  /** The cursor of map, chart and list: device time, epoch ms. */
  time: number
  isPlaying: boolean
  rate: Rate
  skipsStops: boolean
  follows: boolean
  /** At the end it begins anew: of the chosen part if there is one, else of all. */
  loops: boolean
}

/** A stretch of time, epoch ms. */
export interface Span {
  from: number
  to: number
}

/**
 * The one cursor of the replay. It lives outside React: map and chart follow it every frame, texts a few
 * times a second.
 */
export class Player {
  #state: PlayerState
  #range: Span
  /** The cursor was moved: it stays where it is when more arrives. */
  #isPlaced: boolean
  /** The part that is looped. */
  #part: Span | null = null
  #pauses: readonly Span[] = []
  #listeners = new Set<(state: PlayerState) => void>()
  #shown: PlayerState
  #shownAtMs = Number.NEGATIVE_INFINITY
  #textTimer: ReturnType<typeof setTimeout> | undefined
  #textListeners = new Set<() => void>()
  #frame = 0
  #lastFrameMs = 0

  /** @param at first position of the cursor; left out: at the beginning, also as earlier days arrive */
  constructor(range: Span, at: { time?: number; rate?: Rate } = {}) {
    const { time = range.from, rate = 30 } = at
    this.#range = range
    this.#isPlaced = at.time !== undefined
    this.#state = { time, isPlaying: false, rate, skipsStops: true, follows: true, loops: false }
    this.#shown = this.#state
  }

  get state(): PlayerState {
    return this.#state
  }

  get range(): Span {
    return this.#range
  }

  /**
   * More days arrived, or devices were added: the cursor stays where it was put if that still exists.
   * @param pauses when no vehicle moves, ascending
   */
  setTracks(range: Span, pauses: readonly Span[]): void {
    this.#range = range
    this.#pauses = pauses
    this.#set({ time: this.#isPlaced ? this.#within(this.#state.time) : range.from })
  }

  /** The part to loop; null: all. */
  setPart(part: Span | null): void {
    this.#part = part
  }

  /** The state as texts and buttons show it: renewed a few times a second while it plays. */
  get shown(): PlayerState {
    return this.#shown
  }

  /** For map and chart: called every frame while it plays. */
  subscribe = (listener: (state: PlayerState) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For texts and buttons: called when `shown` changed. */
  subscribeTexts = (listener: () => void): (() => void) => {
    this.#textListeners.add(listener)
    return () => this.#textListeners.delete(listener)
  }

  seek(time: number): void {
    this.#isPlaced = true
    this.#set({ time: this.#within(time) })
  }

  play(): void {
    // At the end, play begins anew.
    const { from, to } = this.#bounds()
    if (this.#state.time >= to || this.#state.time < from) this.seek(from)
    if (to <= from) return
    this.#isPlaced = true
    this.#set({ isPlaying: true })
    this.#lastFrameMs = performance.now()
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(this.#tick)
  }

  pause(): void {
    cancelAnimationFrame(this.#frame)
    this.#set({ isPlaying: false })
  }

  toggle(): void {
    if (this.#state.isPlaying) this.pause()
    else this.play()
  }

  /** How it plays from now on. */
  set(change: Partial<Pick<PlayerState, 'rate' | 'skipsStops' | 'follows' | 'loops'>>): void {
    this.#set(change)
  }

  /** One step faster (+1) or slower (-1). */
  changeRate(by: 1 | -1): void {
    const at = rates.indexOf(this.#state.rate)
    this.#set({ rate: rates[Math.min(Math.max(at + by, 0), rates.length - 1)]! })
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#textTimer)
    this.#textTimer = undefined
  }

  #tick = (nowMs: number): void => {
    // A tab that was hidden does not catch up on what nobody saw.
    const elapsedMs = Math.min(Math.max(nowMs - this.#lastFrameMs, 0), 250)
    this.#lastFrameMs = nowMs
    const { rate, skipsStops, time } = this.#state
    const next = advance(time, elapsedMs * rate, skipsStops ? this.#pauses : [])
    const { from, to } = this.#bounds()
    if (next >= to && !this.#state.loops) {
      this.#set({ time: to, isPlaying: false })
      return
    }
    this.#set({ time: next >= to ? from : next })
    this.#frame = requestAnimationFrame(this.#tick)
  }

  #within(time: number): number {
    return Math.min(Math.max(time, this.#range.from), this.#range.to)
  }

  /** Between what it plays: the part that is looped, or all there is. */
  #bounds(): Span {
    return this.#state.loops && this.#part ? this.#part : this.#range
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener(this.#state)
    // A cursor that is dragged moves as often as one that plays; a button is pressed once.
    const isMoving = Object.keys(change).every((key) => key === 'time')
    const waitMs = isMoving ? this.#shownAtMs + textIntervalMs - performance.now() : 0
    if (waitMs <= 0) this.#show()
    else this.#textTimer ??= setTimeout(() => this.#show(), waitMs)
  }

  #show(): void {
    clearTimeout(this.#textTimer)
    this.#textTimer = undefined
    this.#shown = this.#state
    this.#shownAtMs = performance.now()
    for (const listener of this.#textListeners) listener()
  }
}

/** Moves the cursor on, leaping over the pauses it would enter. @param pauses ascending, not overlapping */
export function advance(time: number, byMs: number, pauses: readonly Span[]): number {
  const next = time + byMs
  const pause = pauses.find(({ from, to }) => next > from && time < to - leadInMs && to - from > leadInMs)
  return pause ? pause.to - leadInMs : next
}

/** When no vehicle of several moves, between two instants. @param trips of each vehicle, in any order */
export function pausesBetween(trips: readonly Span[], { from, to }: Span): Span[] {
  const pauses: Span[] = []
  let at = from
  for (const trip of trips.toSorted((a, b) => a.from - b.from)) {
    if (trip.from > at) pauses.push({ from: at, to: trip.from })
    at = Math.max(at, trip.to)
  }
  if (at < to) pauses.push({ from: at, to })
  return pauses
}
