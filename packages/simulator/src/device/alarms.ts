import { alarms } from '@trackway/core/codes/alarms.ts'
import { characterOf, type Vehicle } from '../driving/characters.ts'
import type { Leg } from '../driving/day-plan.ts'
import { chance } from '../random.ts'

export interface DueAlarm {
  time: number
  code: number
}

/** Above this the device itself calls out, km/h. */
const overspeedKmh = 120

/** What goes wrong during a leg: seldom, and always at the same moment of it. */
export function alarmsOf(vehicle: Vehicle, leg: Leg): DueAlarm[] {
  const { seed } = vehicle
  const luck = chance(seed, leg.startTime, 61)
  const within =
    leg.startTime + Math.floor((leg.endTime - leg.startTime) * (0.2 + 0.6 * chance(seed, leg.startTime, 62)))
  const time = Math.floor(within / 1000) * 1000
  if (leg.kind === 'drive') {
    const speeding = firstOver(leg.trip().plan.pieces, overspeedKmh / 3.6)
    const due: DueAlarm[] =
      speeding === null ? [] : [{ time: leg.startTime + Math.ceil(speeding) * 1000, code: alarms.overspeed }]
    if (luck < 0.004) due.push({ time, code: alarms.harshBraking })
    else if (luck < 0.0046) due.push({ time, code: alarms.sos })
    return due
  }
  if (characterOf(vehicle).supplyV === null)
    return luck < 0.01 ? [{ time, code: alarms.internalBatteryLow }] : []
  if (leg.endTime - leg.startTime < 1_800_000) return []
  if (luck < 0.02) return shaken(seed, time)
  return luck < 0.025 ? [{ time, code: alarms.externalPowerCut }] : []
}

/** Works in the street or somebody at the vehicle: the sensor calls out again and again, for some minutes. */
function shaken(seed: number, startTime: number): DueAlarm[] {
  let time = startTime
  return Array.from({ length: 1 + Math.floor(60 * chance(seed, startTime, 63) ** 2) }, (_, n) => {
    time += n === 0 ? 0 : 1000 * (2 + Math.floor(12 * chance(seed, startTime, 64, n)))
    return { time, code: alarms.vibration }
  })
}

/** Seconds into the plan at which it first goes faster, or null. */
function firstOver(pieces: Float64Array, speedMs: number): number | null {
  for (let n = 0; n < pieces.length; n += 4) {
    const start = pieces[n + 2]!
    const acceleration = pieces[n + 3]!
    const end = n + 4 < pieces.length ? pieces[n + 4]! : pieces[n]!
    const top = start + acceleration * (end - pieces[n]!)
    if (top > speedMs + 1 && acceleration >= 0)
      return pieces[n]! + (start > speedMs ? 0 : (speedMs + 1 - start) / acceleration)
  }
  return null
}
