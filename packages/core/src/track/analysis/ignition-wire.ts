import { untrustedBits } from '../../codes/states.ts'
import { hasPlace, type Track } from '../columns.ts'
import { metresBetween } from './believed-points.ts'

/**
 * Whether the ignition wire of a device is connected, learnt from its own track. A bit that is off on every drive, or
 * on around the clock, comes from a wire that leads nowhere; one that worked may break, and be repaired.
 */
export const ignitionWires = ['unknown', 'connected', 'alwaysOff', 'alwaysOn'] as const
export type IgnitionWire = (typeof ignitionWires)[number]

/** A time in which the wire led nowhere: after `from` and before `until`. */
export interface BrokenWire {
  wire: 'alwaysOff' | 'alwaysOn'
  from: number
  until: number
}

/**
 * Evidence of a track on the wire. Read piece by piece in order of time it becomes what the whole track makes it, and
 * a piece that is read again adds nothing; what comes late can at most put a verdict off. Plain data: it is stored as
 * JSON.
 */
export interface WireEvidence {
  /** The last instant at which it drove with the ignition reported on; null: it never did. */
  droveOnTime: number | null
  /** The last instant at which the ignition was reported off. */
  saidOffTime: number | null
  /** Begins of the first drives since `droveOnTime` with the ignition reported off, as many as count. */
  droveOff: number[]
  /** Since `saidOffTime`, by day of the week (UTC), a bit for each hour in which the ignition was reported on. */
  onHours: number[]
  /** Broken and repaired, oldest first. */
  repaired: BrokenWire[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const allHours = 7 * 24
/** Fixes this far apart, with a speed and no slow one between them, prove driving: drift never looks like that. */
const drivesKmh = 15
const stretchM = 300
/** At most one stretch counts in this time. */
const slotMs = 300_000
/** Stretches that prove that there never was a wire. */
const leastNeverOn = 3
/** Stretches that prove that it broke, few of one day: a towed vehicle may report off for a day. */
const [leastSinceOn, mostInDay] = [12, 4]
/** A wire sticks at on where it was on in at least this many hours of the week, without a single off. */
const mostOnHours = allHours - 8
/** Where it has been off before, it must have been on for this time since. */
const leastOnMs = 14 * dayMs
/** Repaired ones kept; beyond, the two oldest count as one. */
const mostRepaired = 8

const noHours = [0, 0, 0, 0, 0, 0, 0]
export const noWireEvidence: WireEvidence = {
  droveOnTime: null,
  saidOffTime: null,
  droveOff: [],
  onHours: noHours,
  repaired: [],
}

/** Adds the evidence of a track to what is known already. */
export function addWireEvidence(known: WireEvidence, track: Track): WireEvidence {
  const evidence = { ...known, onHours: [...known.onHours] }
  /** Where a stretch may have begun. */
  let start = -1
  for (let i = 0; i < track.length; i++) {
    const acc = track.accOn[i]!
    if (acc === -1) continue
    const time = track.fixTime[i]!
    if (acc === 1) addOnHour(evidence, time)
    else if (time > (evidence.saidOffTime ?? 0)) endOn(evidence, time)
    if (start >= 0 && track.accOn[start] !== acc) start = -1
    if (!hasPlace(track, i) || (track.quality[i]! & untrustedBits) !== 0) continue
    const isFast = track.speedKmh[i]! >= drivesKmh
    if (start < 0 || !isFast) start = i
    else if (metresBetween(track, start, i) >= stretchM) {
      if (acc === 1) addDroveOn(evidence, track.fixTime[start]!, time)
      else addDroveOff(evidence, track.fixTime[start]!)
      start = i
    }
  }
  return evidence
}

function addOnHour({ saidOffTime, onHours }: WireEvidence, time: number): void {
  if (time <= (saidOffTime ?? 0)) return
  const hour = Math.floor(time / hourMs)
  onHours[Math.floor(hour / 24) % 7]! |= 1 << (hour % 24)
}

/** It reported off: if it was always on, it is repaired. */
function endOn(evidence: WireEvidence, time: number): void {
  if (isAlwaysOn(evidence) && evidence.droveOnTime! < time)
    addRepaired(evidence, { wire: 'alwaysOn', from: evidence.saidOffTime ?? 0, until: time })
  evidence.saidOffTime = time
  evidence.onHours = [...noHours]
}

/** It drove with the ignition reported on: if it was always off, it is repaired. */
function addDroveOn(evidence: WireEvidence, from: number, to: number): void {
  const { droveOnTime, droveOff } = evidence
  if (to <= (droveOnTime ?? 0)) return
  const before = { ...evidence, droveOff: droveOff.filter((time) => time < from) }
  if (isAlwaysOff(before)) addRepaired(evidence, { ...alwaysOff(before), until: from })
  evidence.droveOnTime = to
  evidence.droveOff = droveOff.filter((time) => time >= to)
}

function addDroveOff(evidence: WireEvidence, time: number): void {
  const { droveOnTime, droveOff } = evidence
  if (time < (droveOnTime ?? 0) || droveOff.includes(time)) return
  if (droveOff.length === leastSinceOn && time > droveOff.at(-1)!) return
  const counted: number[] = []
  for (const each of [...droveOff, time].sort((a, b) => a - b)) {
    const isNew = unitOf(counted.at(-1) ?? 0, slotMs) !== unitOf(each, slotMs)
    const inDay = counted.filter((other) => unitOf(other, dayMs) === unitOf(each, dayMs)).length
    if (isNew && inDay < mostInDay) counted.push(each)
  }
  evidence.droveOff = counted.slice(0, leastSinceOn)
}

function addRepaired(evidence: WireEvidence, broken: BrokenWire): void {
  const all = [...evidence.repaired, broken].sort((a, b) => a.from - b.from)
  const [first, second, ...others] = all
  evidence.repaired = all.length > mostRepaired ? [{ ...first!, until: second!.until }, ...others] : all
}

const unitOf = (time: number, unitMs: number) => Math.floor(time / unitMs)

function isAlwaysOff({ droveOnTime, droveOff }: WireEvidence): boolean {
  return droveOff.length >= (droveOnTime === null ? leastNeverOn : leastSinceOn)
}

function isAlwaysOn({ droveOnTime, saidOffTime, onHours }: WireEvidence): boolean {
  if (droveOnTime === null) return false
  if (saidOffTime !== null && droveOnTime - saidOffTime < leastOnMs) return false
  return onHours.reduce((sum, bits) => sum + countBits(bits), 0) >= mostOnHours
}

/** The value that it reports since it broke; it begins with a point that is rightly off, so that nothing stays on. */
function alwaysOff({ droveOnTime, droveOff }: WireEvidence): BrokenWire {
  return { wire: 'alwaysOff', from: droveOnTime === null ? 0 : droveOff[0]!, until: Infinity }
}

/** When the wire led nowhere, oldest first; the last one may go on. */
export function brokenWires(evidence: WireEvidence): BrokenWire[] {
  const { repaired, saidOffTime } = evidence
  if (isAlwaysOff(evidence)) return [...repaired, alwaysOff(evidence)]
  if (isAlwaysOn(evidence))
    return [...repaired, { wire: 'alwaysOn', from: saidOffTime ?? 0, until: Infinity }]
  return repaired
}

/** What it was at an instant, or is. */
export function ignitionWireOf(evidence: WireEvidence, time = Number.MAX_SAFE_INTEGER): IgnitionWire {
  const broken = brokenWires(evidence).find(({ from, until }) => from < time && time < until)
  if (broken) return broken.wire
  return evidence.droveOnTime !== null && evidence.saidOffTime !== null ? 'connected' : 'unknown'
}

/** From when on the verdict is another one; null: it is the same. */
export function wireDiffersFrom(one: WireEvidence, other: WireEvidence): number | null {
  const [a, b] = [brokenWires(one), brokenWires(other)]
  for (let n = 0; n < Math.max(a.length, b.length); n++) {
    const [left, right] = [a[n], b[n]]
    if (left?.from !== right?.from) return Math.min(left?.from ?? Infinity, right?.from ?? Infinity)
    if (left!.until !== right!.until) return Math.min(left!.until, right!.until)
  }
  return null
}

/** The track without an ignition where the device's wire is broken. */
export function applyIgnitionEvidence(track: Track, evidence: WireEvidence): Track {
  const broken = brokenWires(evidence)
  if (broken.length === 0) return track
  const isBroken = (time: number) => broken.some(({ from, until }) => from < time && time < until)
  return { ...track, accOn: track.accOn.map((acc, i) => (isBroken(track.fixTime[i]!) ? -1 : acc)) }
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
