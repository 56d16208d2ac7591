import { indexAt, type Track } from '@trackway/core/track/columns.ts'

/** Playing speeds, as multiples of real time: equal stretches of time, however many points they hold. */
export const rates = [1, 2, 5, 10, 30, 60, 300] as const
export type Rate = (typeof rates)[number]

/** Stops longer than this are jumped over when `skipsStops` is on; the cursor lands this long before their end. */
const leadInMs = 10_000
/** People can not read a clock that changes faster. */
const textIntervalMs = 150

export interface PlayerState {
  /** The cursor of map, chart and list: device time, epoch ms. */
  time: number
  isPlaying: boolean
  rate: Rate
  skipsStops: boolean
  follows: boolean
}

/** A stretch the vehicle stood still in. */
export interface Pause {
  from: number
  to: number
}

/**
 * The one cursor of the replay. It lives outside React: map and chart follow it every frame, texts a few
 * times a second.
 */
export class Player {
  #state: PlayerState
  #range: { from: number; to: number }
  #pauses: readonly Pause[] = []
  #listeners = new Set<(state: PlayerState) => void>()
  #shown: PlayerState
  #shownAtMs = 0
  #textListeners = new Set<() => void>()
  #frame = 0
  #lastFrameMs = 0

  constructor(range: { from: number; to: number }) {
    this.#range = range
    this.#state = { time: range.from, isPlaying: false, rate: 30, skipsStops: true, follows: true }
    this.#shown = this.#state
  }

  get state(): PlayerState {
    return this.#state
  }

  get range(): { from: number; to: number } {
    return this.#range
  }

  /** More days arrived, or another device was chosen: the cursor stays where it is if that still exists. */
  setTrack(range: { from: number; to: number }, pauses: readonly Pause[]): void {
    this.#range = range
    this.#pauses = pauses
    this.seek(this.#state.time)
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
    this.#set({ time: Math.min(Math.max(time, this.#range.from), this.#range.to) })
  }

  play(): void {
    // At the end, play begins anew.
    if (this.#state.time >= this.#range.to) this.seek(this.#range.from)
    if (this.#range.to <= this.#range.from) return
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

  setRate(rate: Rate): void {
    this.#set({ rate })
  }

  /** One step faster (+1) or slower (-1). */
  changeRate(by: 1 | -1): void {
    const at = rates.indexOf(this.#state.rate)
    this.setRate(rates[Math.min(Math.max(at + by, 0), rates.length - 1)] as Rate)
  }

  setSkipsStops(skipsStops: boolean): void {
    this.#set({ skipsStops })
  }

  setFollows(follows: boolean): void {
    this.#set({ follows })
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#listeners.clear()
    this.#textListeners.clear()
  }

  #tick = (nowMs: number): void => {
    // A tab that was hidden does not catch up on what nobody saw.
    const elapsedMs = Math.min(Math.max(nowMs - this.#lastFrameMs, 0), 250)
    this.#lastFrameMs = nowMs
    const { rate, skipsStops, time } = this.#state
    const next = advance(time, elapsedMs * rate, skipsStops ? this.#pauses : [])
    if (next >= this.#range.to) {
      this.#set({ time: this.#range.to, isPlaying: false })
      return
    }
    this.#set({ time: next }, nowMs - this.#shownAtMs > textIntervalMs)
    this.#frame = requestAnimationFrame(this.#tick)
  }

  #set(change: Partial<PlayerState>, isShown = true): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener(this.#state)
    if (!isShown) return
    this.#shown = this.#state
    this.#shownAtMs = performance.now()
    for (const listener of this.#textListeners) listener()
  }
}

/** Moves the cursor on, leaping over the pauses it would enter. @param pauses ascending, not overlapping */
export function advance(time: number, byMs: number, pauses: readonly Pause[]): number {
  const next = time + byMs
  const pause = pauses.find(({ from, to }) => next > from && time < to - leadInMs && to - from > leadInMs)
  return pause ? pause.to - leadInMs : next
}

/** Where the vehicle is at an instant: between two fixes it moves evenly, across a gap it waits. */
export interface Place {
  lat: number
  lon: number
  courseDeg: number | null
  speedKmh: number | null
  /** The point at or before the instant. */
  index: number
}

/** Longer without a fix than this, and nothing is known in between. */
export const gapMs = 300_000

/** @returns null before the first point with a place, or on an empty track */
export function placeAt(track: Track, time: number): Place | null {
  if (track.length === 0) return null
  const after = indexAt(track, time + 1)
  const index = Math.max(after - 1, 0)
  const latE7 = track.latE7[index]!
  const lonE7 = track.lonE7[index]!
  const known = {
    courseDeg: track.courseDeg[index]! < 0 ? null : track.courseDeg[index]!,
    speedKmh: Number.isNaN(track.speedKmh[index]!) ? null : track.speedKmh[index]!,
    index,
  }
  if (after >= track.length || after === 0) return { lat: latE7 / 1e7, lon: lonE7 / 1e7, ...known }
  const spanMs = track.fixTime[after]! - track.fixTime[index]!
  const part = spanMs > gapMs || spanMs <= 0 ? 0 : (time - track.fixTime[index]!) / spanMs
  return {
    lat: (latE7 + (track.latE7[after]! - latE7) * part) / 1e7,
    lon: (lonE7 + (track.lonE7[after]! - lonE7) * part) / 1e7,
    ...known,
  }
}
