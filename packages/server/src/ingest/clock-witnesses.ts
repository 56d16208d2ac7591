import type { Report } from '@trackway/protocols/protocol.ts'
import { hasPlace } from './rule-context.ts'
import { futureToleranceMs } from './rules/timing.ts'

const minuteMs = 60_000
/** So many devices are kept, those that were heard first go first. */
const maxWitnesses = 500
/** Devices that say the same are no coincidence from this number on; a few may come from one box of a factory. */
const fewestAgreed = 5
/** Reports of one moment differ by so much through their ways. */
const sameMs = 5 * minuteMs
/** A report that was kept back comes at another distance from now than the one before; a live one at the same. */
const steadyMs = 30_000
const steadyForMs = 20_000
/** Clocks in another time zone are a matter of the device: whole quarters of an hour, up to so far. */
const zoneStepMs = 15 * minuteMs
const zoneSlackMs = 1.5 * minuteMs
const mostZoneMs = 14 * 60 * minuteMs + zoneSlackMs

/** What a device said last of the time. */
interface Witness {
  /** The date of its report. */
  saidTime: number
  /** Its clock is ahead of the monotonic one by this. */
  offsetMs: number
  /** The same when it began to go on steadily, and when that was. */
  steadyOffsetMs: number
  steadySinceMs: number
  isSteady: boolean
  /** It has the time from satellites: it vouches for a place. */
  isFix: boolean
}

export interface Poll {
  /** Devices whose time is that of the machine. */
  agreeing: number
  /** What most devices are ahead of the machine by, all the same; negative: behind. Null: most are not. */
  consensusMs: number | null
}

/** What devices say of the time, as a distance to a clock that only goes on. */
export class ClockWitnesses {
  readonly #byDevice = new Map<number, Witness>()

  /** @returns whether the device says something new */
  note(deviceId: number, reports: readonly Report[], monotonicMs: number): boolean {
    let saidTime = Number.NEGATIVE_INFINITY
    let isFix = false
    for (const report of reports) {
      const time = report.fixTime ?? report.aheadTime
      if (time == null || time <= saidTime) continue
      saidTime = time
      isFix = report.fix === 'gps' && hasPlace(report)
    }
    if (!Number.isFinite(saidTime)) return false
    const said = saidTime - monotonicMs
    const known = this.#byDevice.get(deviceId)
    if (known === undefined) {
      this.#add(deviceId, {
        saidTime,
        offsetMs: said,
        steadyOffsetMs: said,
        steadySinceMs: monotonicMs,
        isSteady: false,
        isFix,
      })
      return true
    }
    const goesOn = Math.abs(said - known.steadyOffsetMs) <= steadyMs
    if (!goesOn) {
      known.steadyOffsetMs = said
      known.steadySinceMs = monotonicMs
    }
    const isSteady =
      goesOn &&
      monotonicMs - known.steadySinceMs >= steadyForMs &&
      (known.isSteady || saidTime !== known.saidTime)
    const isNew = isSteady !== known.isSteady || Math.abs(said - known.offsetMs) > sameMs
    known.saidTime = saidTime
    known.offsetMs = said
    known.isSteady = isSteady
    known.isFix = isFix
    return isNew
  }

  clear(): void {
    this.#byDevice.clear()
  }

  /** How many devices go on steadily as far ahead of the monotonic clock as this. */
  countSteadyAt(offsetMs: number): number {
    let count = 0
    for (const witness of this.#byDevice.values())
      if (witness.isSteady && witness.isFix && Math.abs(witness.offsetMs - offsetMs) <= sameMs) count++
    return count
  }

  /** @param offsetMs what the machine's clock is ahead of the monotonic one */
  poll(offsetMs: number): Poll {
    let agreeing = 0
    let heard = 0
    const away: number[] = []
    for (const witness of this.#byDevice.values()) {
      const aheadMs = witness.offsetMs - offsetMs
      if (Math.abs(aheadMs) <= futureToleranceMs) agreeing++
      else if (!witness.isFix) continue
      else if (aheadMs > 0 || witness.isSteady) {
        if (!isTimeZone(aheadMs)) away.push(aheadMs)
      } else continue
      heard++
    }
    const agreed = largestGroup(away)
    const isMost = agreed.length >= fewestAgreed && 2 * agreed.length > heard
    return { agreeing, consensusMs: isMost ? agreed[agreed.length >> 1]! : null }
  }

  #add(deviceId: number, witness: Witness): void {
    if (this.#byDevice.size >= maxWitnesses) this.#byDevice.delete(this.#byDevice.keys().next().value!)
    this.#byDevice.set(deviceId, witness)
  }
}

function isTimeZone(offsetMs: number): boolean {
  const rest = Math.abs(offsetMs - Math.round(offsetMs / zoneStepMs) * zoneStepMs)
  return Math.abs(offsetMs) <= mostZoneMs && rest <= zoneSlackMs
}

/** The most values that lie within `sameMs`, in order. */
function largestGroup(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b)
  let [best, first] = [[] as readonly number[], 0]
  for (let last = 0; last < sorted.length; last++) {
    while (sorted[last]! - sorted[first]! > sameMs) first++
    if (last + 1 - first > best.length) best = sorted.slice(first, last + 1)
  }
  return best
}
