/**
 * Numbers that look random and follow from a seed alone, so that a drive can be computed at any time, in
 * any process, and is the same drive. Not for secrets.
 */

/** Mixes integers into one of 32 bits (the finaliser of MurmurHash3 over each part). */
export function hash(...parts: number[]): number {
  let h = 0x9e3779b9
  for (const part of parts) {
    // Times are beyond 32 bits: both halves count.
    h = mix(h ^ (part | 0))
    h = mix(h + Math.floor(part / 4294967296))
  }
  return h >>> 0
}

function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** A number from 0 up to 1 that belongs to these integers. */
export function chance(...parts: number[]): number {
  return hash(...parts) / 4294967296
}

/** Text to a seed. */
export function seedOf(text: string): number {
  let h = 0
  for (let i = 0; i < text.length; i++) h = Math.imul(h, 31) + text.charCodeAt(i)
  return hash(h, text.length)
}

export interface Random {
  /** From 0 up to 1. */
  next(): number
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  pick<T>(list: readonly T[]): T
}

/** A stream of numbers from a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (list) => list[Math.floor(list.length * next())]!,
  }
}

/** A value from -1 to 1 that wanders smoothly: `at` in units of its own period. */
export function wander(seed: number, at: number): number {
  const cell = Math.floor(at)
  const t = at - cell
  const ease = t * t * (3 - 2 * t)
  const a = chance(seed, cell)
  const b = chance(seed, cell + 1)
  return (a + (b - a) * ease) * 2 - 1
}
