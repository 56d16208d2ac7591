import type { Report } from '@trackway/protocols/protocol.ts'
import { type DeviceConfig, emptyConfig } from '../ingest/config-sources/config-sources.ts'
import { type Derived, derive } from '../ingest/derive.ts'
import { type DeviceStateRow, newDeviceState } from '../ingest/device-state.ts'

/** When the drives of derivation tests begin: a Thursday morning in UTC. */
export const driveStart = Date.UTC(2026, 0, 15, 8, 0, 0)

/** Metres of one thousandth of a degree of latitude. */
export const milliDegreeM = 111.2

/** A report of a device, and when it came in. */
export interface Leg extends Partial<Report> {
  /** Seconds after `driveStart`; the report's time where `fixTime` is left out. */
  at: number
  /** Thousandths of a degree north of 22.5, on one meridian. */
  north?: number
  /** Seconds it arrives after its own time; 0 by default. */
  delay?: number
}

/** A report with a fix at that moment and place, by default driving at 40 km/h. */
export function toReport({ at, north, delay: _, ...more }: Leg): Report {
  const place = north === undefined ? {} : { latitude: 22.5 + north / 1000, longitude: 113.9, speedKmh: 40 }
  return {
    fixTime: driveStart + at * 1000,
    fix: north === undefined ? 'none' : 'gps',
    ...place,
    ...more,
  }
}

export interface Drive {
  state: DeviceStateRow
  derived: Derived[]
}

/** Passes reports through all rules, one after another. */
export function drive(
  legs: readonly Leg[],
  timeZone = 'UTC',
  state = newDeviceState(1),
  config: Partial<DeviceConfig> = {},
): Drive {
  const derived = legs.map((leg) =>
    derive(state, toReport(leg), { timeZone }, driveStart + (leg.at + (leg.delay ?? 0)) * 1000, {
      ...emptyConfig,
      ...config,
    }),
  )
  return { state, derived }
}
