import type { PackFault } from '@trackway/core/features/batteries/evaluate-pack.ts'
import type { OffRouteState } from '@trackway/core/features/bus/off-route.ts'
import type { WheelMemory } from '@trackway/core/features/tyres/evaluate-wheel.ts'
import type { ZonesState } from '@trackway/core/features/zones/crossings.ts'
import type { LiveReadings, ReportedReadings } from '@trackway/core/readings/readings.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** A vehicle seen at a place; degrees, epoch milliseconds. */
export interface KnownFix {
  time: number
  latitude: number
  longitude: number
}

/** A vehicle over its speed limit. */
export interface Speeding {
  since: number
  latitudeE7: number | null
  longitudeE7: number | null
  /** Of the first fix. */
  speedKmh: number
  limitKmh: number
  lastTime: number
  maxKmh: number
  fixes: number
  /** Long enough for an alarm, which has begun. */
  isTold: boolean
}

/**
 * What derivation remembers of a device from report to report. Kept as JSON in `device_states.derivation`; its objects
 * are replaced, never changed in place.
 */
export interface Derivation {
  /** Newest trusted fix, also of reports sent late: distances and jumps are measured from it. */
  cursor?: KnownFix
  /** Time of the newest position where that is not the cursor's: one without a fix; none of the future. */
  newestTime?: number
  /** A place that would be a jump from the cursor, and the number of reports that agree on it. */
  suspect?: KnownFix & { count: number }
  isMoving?: boolean
  /** The device's own odometer: its last value, how long it has been sane, and GPS metres since it last moved. */
  odometer?: { deviceM: number; steady: number; idleM: number }
  /** Reported since the last position, without a time of its own. */
  heldReadings?: ReportedReadings | undefined
  /** Active alarms by code, with the time each was last reported: of live reports, and of those sent late. */
  alarms?: { [code: number]: number }
  heldAlarms?: { [code: number]: number }
  /** Deviations from its bus lines. */
  offRoute?: OffRouteState | undefined
  /** Fences and risk points where the vehicle is, or perhaps is; `undefined`: none count for it. */
  zones?: ZonesState | undefined
  /** By wheel and by pack, the first at 0; null: it was never reported. Their times are shown too. */
  wheels?: (WheelMemory | null)[]
  packs?: (PackMemory | null)[]
  speeding?: Speeding | undefined
  /** Where it was parked, and the number of fixes in a row that are elsewhere. */
  parked?: { latitude: number; longitude: number; farFixes: number } | undefined
  fuel?: { percent: number; time: number }
}

/** What is remembered of a battery pack. */
export interface PackMemory {
  /** When it was last reported. */
  time: number
  /** Its faults, and the alarm that began with each. */
  faults?: PackFault[]
  codes?: { [Fault in PackFault]?: number }
}

/** A row of `device_states`: the live state of one device, the same in memory and in the database. */
export type DeviceStateRow = Omit<Selectable<Tables['device_states']>, 'derivation' | 'readings'> & {
  /** Reported readings without a column, with their times; replaced, never changed in place. */
  readings: LiveReadings | null
  derivation: Derivation
}

type ColumnTypeOf<Value> = Value extends number
  ? 'int2' | 'int4' | 'int8' | 'float4' | 'float8'
  : Value extends boolean
    ? 'bool'
    : Value extends string
      ? 'text'
      : 'json'

/** The columns with their PostgreSQL types, the key first: what is read, written and begun with follows from them. */
export const deviceStateColumns = {
  device_id: 'int4',
  gateway: 'text',
  is_connected: 'bool',
  connected_time: 'int8',
  remote_address: 'text',
  wire: 'text',
  change_time: 'int8',
  state_time: 'int8',
  fix_time: 'int8',
  latitude_e7: 'int4',
  longitude_e7: 'int4',
  speed_kmh: 'float4',
  course_deg: 'int2',
  altitude_m: 'int2',
  satellites: 'int2',
  acc_on: 'bool',
  acc_since: 'int8',
  stopped_since: 'int8',
  gsm_level: 'int2',
  battery_percent: 'float4',
  battery_voltage_v: 'float4',
  external_voltage_v: 'float4',
  charging: 'bool',
  oil_cut: 'bool',
  armed: 'bool',
  door_open: 'bool',
  odometer_m: 'float8',
  day_start_time: 'int8',
  day_m: 'float8',
  last_alarm: 'int2',
  last_alarm_time: 'int8',
  speed_limit_kmh: 'float4',
  readings: 'json',
  derivation: 'json',
} as const satisfies { [Name in keyof DeviceStateRow]: ColumnTypeOf<NonNullable<DeviceStateRow[Name]>> }

/** All states are copies of this one, so that they have one shape. */
const emptyState = Object.assign(
  Object.fromEntries(Object.keys(deviceStateColumns).map((name) => [name, null])),
  { is_connected: false, change_time: 0, day_m: 0 },
) as unknown as DeviceStateRow

/** The state of a device that never reported. */
export function newDeviceState(deviceId: number): DeviceStateRow {
  return { ...emptyState, device_id: deviceId, derivation: {} }
}

/** A copy that may be changed without the original noticing (`derivation` one level deep). */
export function copyDeviceState(state: DeviceStateRow): DeviceStateRow {
  return { ...state, derivation: { ...state.derivation } }
}
