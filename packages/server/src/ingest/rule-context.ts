import { qualityBits } from '@trackway/core/codes/states.ts'
import type { ReportedReadings } from '@trackway/core/readings/readings.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import type { DeviceConfig } from './config-sources/config-sources.ts'
import type { DeviceStateRow } from './device-state.ts'

/** What derivation needs to know of a device beyond its state. */
export interface Settings {
  /** IANA name of the owner's time zone: its midnight begins the day of the mileage. */
  timeZone: string
}

/** What belongs to an alarm. Names carry units; of those that begin with `max` or `min` an episode keeps the extreme. */
export interface AlarmDetail {
  readonly [name: string]: number | string | boolean | null
}

/** An occurrence of an alarm: a row of `alarms` to be. */
export interface AlarmEvent {
  /** Epoch ms; for a device, code and subject only one is kept of a time. */
  time: number
  code: number
  /** The fence, risk point, bus line or wheel that it is about; 0: nothing beside the device. */
  subjectId: number
  /** Whether the device or the platform found it. */
  source: 'device' | 'platform'
  /** Of what lasts: does it begin or end with this? The episode is open in between. Without: it just happened. */
  phase?: 'begin' | 'end'
  latitudeE7: number | null
  longitudeE7: number | null
  speedKmh: number | null
  detail: AlarmDetail | null
}

/** One report on its way through the rules, which write their verdicts into it and into `state`. */
export interface RuleContext {
  readonly report: Report
  readonly settings: Settings
  /** The settings of the device. */
  readonly config: DeviceConfig
  /** Receive time, epoch ms. */
  readonly now: number
  /** A copy that the rules may change. */
  readonly state: DeviceStateRow
  /** The time the report is stored under; null: it gave none that can be believed, so it is no position. */
  fixTime: number | null
  /** `qualityBits` found so far. */
  quality: number
  /** Same time as the newest fix: the report again, or another about the same moment. It adds no distance. */
  isRepeat: boolean
  /** The vehicle is taken to be here although the way from the last place is not believed. */
  isNewAnchor: boolean
  /** What the report adds to the mileage. */
  distanceM: number
  /** Readings since the last position that this one does not carry. */
  heldReadings?: ReportedReadings
  alarms: AlarmEvent[]
}

/** Raises an alarm at the report's place, or where the vehicle was last known to be. */
export function raiseAlarm(
  context: RuleContext,
  alarm: Pick<AlarmEvent, 'time' | 'code'> & Partial<AlarmEvent>,
): void {
  const { report } = context
  context.alarms.push({
    subjectId: 0,
    source: 'device',
    ...placeOf(context),
    speedKmh: report.speedKmh === undefined ? null : Math.round(report.speedKmh * 10) / 10,
    detail: null,
    ...alarm,
  })
}

/** True unless the device or the network held the report back: only then does it say how things are now. */
export function isLive({ quality, report }: RuleContext): boolean {
  return (quality & qualityBits.late) === 0 && report.isBuffered !== true
}

/** Where an alarm is: at the report's place, or where the vehicle was last known to be. */
export function placeOf({ report, state }: RuleContext): {
  latitudeE7: number | null
  longitudeE7: number | null
} {
  if (report.fix !== 'gps' || !hasPlace(report))
    return { latitudeE7: state.latitude_e7, longitudeE7: state.longitude_e7 }
  return { latitudeE7: Math.round(report.latitude * 1e7), longitudeE7: Math.round(report.longitude * 1e7) }
}

/** The report's coordinates are there and are no empty fields; `fix` may still say they are old. */
export function hasPlace(report: Report): report is Report & { latitude: number; longitude: number } {
  const { latitude, longitude } = report
  if (latitude === undefined || longitude === undefined) return false
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return false
  return latitude !== 0 || longitude !== 0
}
