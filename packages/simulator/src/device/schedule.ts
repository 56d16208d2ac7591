import type { Leg } from '../driving/day-plan.ts'
import type { Driver } from '../driving/driver.ts'
import { turnTimes } from '../driving/trip.ts'
import { alarmsOf } from './alarms.ts'
import type { Kit } from './kit.ts'

/** Why a device sends something. */
export interface Occasion {
  time: number
  kind: 'position' | 'heartbeat' | 'alarm'
  /** With `alarm`. */
  alarm?: number
}

/**
 * When a device reports: at its interval while the engine runs, at turns, when the engine starts and stops,
 * at a slower beat while parked, with heartbeats between, and when an alarm is due. Follows from the drive
 * alone, so that it is the same for every caller, from any start.
 */
export function createSchedule(driver: Driver, kit: Kit, { withHeartbeats = true } = {}) {
  let leg: Leg | null = null
  let occasions: Occasion[] = []
  let next = 0

  /** The first occasion after a time. Times that grow are quick. */
  return function after(time: number): Occasion {
    for (let from = time; ; from = leg!.endTime) {
      if (leg === null || from < leg.startTime || from >= leg.endTime) {
        leg = driver.legAt(from)
        occasions = occasionsOf(driver, leg, kit, withHeartbeats)
        next = 0
      }
      if (next > 0 && occasions[next - 1]!.time > time) next = 0
      while (next < occasions.length && occasions[next]!.time <= time) next++
      // Where nothing more is in this leg, the next one's first occasion is its beginning at the earliest.
      if (next < occasions.length) return occasions[next]!
    }
  }
}

function occasionsOf(driver: Driver, leg: Leg, kit: Kit, withHeartbeats: boolean): Occasion[] {
  const out: Occasion[] = []
  const position = (time: number) => out.push({ time: Math.round(time / 1000) * 1000, kind: 'position' })
  const every = (from: number, to: number, seconds: number, kind: Occasion['kind']) => {
    for (let time = from; time < to; time += seconds * 1000) out.push({ time, kind })
  }
  if (leg.kind === 'drive') {
    every(leg.startTime, leg.endTime, kit.movingSeconds, 'position')
    for (const time of turnTimes(leg.trip())) position(time)
  } else {
    const { startTime, endTime, accOffTime, accOnTime } = leg
    const off = Math.round(accOffTime / 1000) * 1000
    const on = Math.round(accOnTime / 1000) * 1000
    // Idling is reported as driving is, but no device needs it as often.
    const idleSeconds = Math.max(2 * kit.movingSeconds, 60)
    if (off > startTime) every(startTime, off, idleSeconds, 'position')
    if (on > off) every(off, on, kit.parkedSeconds, 'position')
    if (on < endTime) every(on, endTime, idleSeconds, 'position')
  }
  if (withHeartbeats) {
    every(leg.startTime + 1000 * kit.heartbeatSeconds, leg.endTime, kit.heartbeatSeconds, 'heartbeat')
  }
  for (const { time, code } of alarmsOf(driver.vehicle, leg)) out.push({ time, kind: 'alarm', alarm: code })
  out.sort((a, b) => a.time - b.time || rank(a) - rank(b))
  return thinned(out, leg.endTime, kit.leastSeconds * 1000)
}

/** One thing at a time: what matters more takes the place of what falls on the same second. */
function thinned(occasions: readonly Occasion[], endTime: number, leastMs: number): Occasion[] {
  const out: Occasion[] = []
  let positionTime = Number.NEGATIVE_INFINITY
  for (const occasion of occasions) {
    const { time, kind } = occasion
    if (time >= endTime || time === out.at(-1)?.time) continue
    if (kind === 'position') {
      if (time - positionTime < leastMs) continue
      positionTime = time
    }
    out.push(occasion)
  }
  return out
}

function rank(occasion: Occasion): number {
  return occasion.kind === 'alarm' ? 0 : occasion.kind === 'position' ? 1 : 2
}
