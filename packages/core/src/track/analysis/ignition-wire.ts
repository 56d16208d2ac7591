import { untrustedBits } from '../../codes/states.ts'
import type { Track } from '../columns.ts'

/**
 * Whether the ignition wire of a device is connected, learnt from its own track. A bit that says off on every drive, or
 * on around the clock, comes from a wire that leads nowhere.
 */
export const ignitionWires = ['unknown', 'connected', 'alwaysOff', 'alwaysOn'] as const
export type IgnitionWire = (typeof ignitionWires)[number]

/**
 * What a track says of the wire. The evidence of parts joins to that of the whole in any order, and a part that is
 * counted twice adds nothing, so the verdict is the same for a track in pieces, at once, or with points that came late.
 * Plain data: it is stored as JSON.
 */
export interface WireEvidence {
  /** It drove while the device said on. */
  droveOn: boolean
  saidOff: boolean
  /** The first and last instant at which it drove while the device said off; null: it never did. */
  droveOff: [from: number, to: number] | null
  /** By day of the week (UTC), a bit for each hour in which the device said on. */
  onHours: number[]
}

const hourMs = 3_600_000
const allHours = 7 * 24
/** Driving is told by speed alone, faster than the place of a standing vehicle wanders. */
const drivesKmh = 15
/** Having driven for so long, a connected wire would have said on. */
const leastDrivenMs = 300_000
/** In so many hours of the week nobody leaves the ignition on without turning it off once. */
const mostOnHours = allHours - 8

export const noWireEvidence: WireEvidence = {
  droveOn: false,
  saidOff: false,
  droveOff: null,
  onHours: [0, 0, 0, 0, 0, 0, 0],
}

/** Adds what a track says to what is known already. */
export function addWireEvidence(known: WireEvidence, track: Track): WireEvidence {
  const evidence = { ...known, onHours: [...known.onHours] }
  for (let i = 0; i < track.length; i++) {
    const isOn = track.accOn[i] === 1
    if (track.accOn[i] === -1) continue
    const time = track.fixTime[i]!
    const drives = track.speedKmh[i]! >= drivesKmh && (track.quality[i]! & untrustedBits) === 0
    if (isOn) {
      const hour = Math.floor(time / hourMs)
      evidence.onHours[Math.floor(hour / 24) % 7]! |= 1 << (hour % 24)
      evidence.droveOn ||= drives
      continue
    }
    evidence.saidOff = true
    if (!drives) continue
    const [from, to] = evidence.droveOff ?? [time, time]
    evidence.droveOff = [Math.min(from, time), Math.max(to, time)]
  }
  return withoutNeedless(evidence, known)
}

/** What can change the verdict no more stays as it was, so that evidence hardly ever has to be written. */
function withoutNeedless(evidence: WireEvidence, known: WireEvidence): WireEvidence {
  if (evidence.droveOn || droveLongOff(known)) evidence.droveOff = known.droveOff
  if (evidence.saidOff) evidence.onHours = known.onHours
  return evidence
}

export function ignitionWireOf(evidence: WireEvidence): IgnitionWire {
  const { droveOn, saidOff, onHours } = evidence
  if (!droveOn) return droveLongOff(evidence) ? 'alwaysOff' : 'unknown'
  if (saidOff) return 'connected'
  return onHours.reduce((sum, bits) => sum + countBits(bits), 0) >= mostOnHours ? 'alwaysOn' : 'unknown'
}

/** The track as it counts: without an ignition where the device's says nothing. */
export function heedIgnitionWire(track: Track, wire: IgnitionWire): Track {
  if (wire === 'unknown' || wire === 'connected') return track
  return { ...track, accOn: new Int8Array(track.length).fill(-1) }
}

function droveLongOff({ droveOff }: WireEvidence): boolean {
  return droveOff !== null && droveOff[1] - droveOff[0] >= leastDrivenMs
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
