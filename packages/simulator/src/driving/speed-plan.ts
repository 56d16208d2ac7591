import { lastAt } from '../roads/path.ts'

/**
 * How fast a way is driven: pieces of constant acceleration, so that where and how fast a vehicle is at any
 * time is a formula. No piece exceeds what the vehicle can do.
 */

/** A part of the way with one limit. */
export interface Section {
  lengthM: number
  limitMs: number
  /** Highest speed at its end: a bend, a light (0). */
  endLimitMs: number
  /** Standing at its end. */
  waitS: number
}

export interface SpeedPlan {
  durationS: number
  /** Four numbers a piece: start time s, start metres, start speed m/s, acceleration m/s². */
  pieces: Float64Array
  /** When each section's end is reached, waiting there not included. */
  sectionEndS: Float64Array
}

export interface Limits {
  accelerationMs2: number
  brakingMs2: number
}

export function planSpeeds(sections: readonly Section[], limits: Limits): SpeedPlan {
  const { accelerationMs2: up, brakingMs2: down } = limits
  const ends = speedsAtEnds(sections, down)
  const pieces: number[] = []
  const sectionEndS = new Float64Array(sections.length)
  let time = 0
  let metres = 0
  let speed = 0
  const piece = (seconds: number, acceleration: number) => {
    if (seconds <= 0) return
    pieces.push(time, metres, speed, acceleration)
    time += seconds
    metres += speed * seconds + (acceleration * seconds * seconds) / 2
    speed = Math.max(0, speed + acceleration * seconds)
  }
  for (const [n, section] of sections.entries()) {
    const { lengthM, limitMs } = section
    const endM = metres + lengthM
    const end = Math.min(ends[n]!, Math.sqrt(speed * speed + 2 * up * lengthM))
    // The speed from which braking must begin if the limit is not reached before.
    const peak = Math.sqrt((2 * up * down * lengthM + down * speed * speed + up * end * end) / (up + down))
    const top = Math.max(speed, end, Math.min(limitMs, peak))
    const upM = (top * top - speed * speed) / (2 * up)
    const downM = (top * top - end * end) / (2 * down)
    piece((top - speed) / up, up)
    speed = top
    piece((lengthM - upM - downM) / top, 0)
    piece((top - end) / down, -down)
    speed = end
    metres = endM
    sectionEndS[n] = time
    piece(section.waitS, 0)
  }
  // A last piece at rest, so that the end is defined.
  pieces.push(time, metres, 0, 0)
  return { durationS: time, pieces: Float64Array.from(pieces), sectionEndS }
}

/** Backwards: no section may end faster than braking for all that follows allows. */
function speedsAtEnds(sections: readonly Section[], down: number): Float64Array {
  const ends = new Float64Array(sections.length)
  for (let n = sections.length - 2; n >= 0; n--) {
    const here = sections[n]!
    const next = sections[n + 1]!
    const brakeable = Math.sqrt(ends[n + 1]! * ends[n + 1]! + 2 * down * next.lengthM)
    ends[n] = here.waitS > 0 ? 0 : Math.min(here.limitMs, next.limitMs, here.endLimitMs, brakeable)
  }
  return ends
}

/** Metres and m/s at a time of the plan. */
export function onPlan(plan: SpeedPlan, seconds: number): { metres: number; speedMs: number } {
  const { pieces } = plan
  const low = lastAt(pieces.length / 4, (n) => pieces[n * 4]!, seconds)
  const elapsed = Math.max(0, seconds - pieces[low * 4]!)
  const start = pieces[low * 4 + 2]!
  const acceleration = pieces[low * 4 + 3]!
  return {
    metres: pieces[low * 4 + 1]! + start * elapsed + (acceleration * elapsed * elapsed) / 2,
    speedMs: Math.max(0, start + acceleration * elapsed),
  }
}
