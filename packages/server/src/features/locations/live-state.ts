import type { LiveState } from '@trackway/core/features/locations/calls.ts'
import { noReadings } from '@trackway/core/readings/readings.ts'
import { type Audience, viewEnd } from '@trackway/core/rules/service-terms.ts'
import { vehicleState } from '@trackway/core/rules/vehicle-state.ts'
import { type Selectable, sql } from 'kysely'
import { deviceStateColumns, newDeviceState } from '../../ingest/device-state.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { expireTimeSql } from '../devices/state-sql.ts'
import { type TodaySum, todayM } from './today.ts'

export type ExpiredPlace = Omit<Selectable<Tables['expired_places']>, 'device_id'>

/** What a device's live state takes from its owner, its type and itself. */
export interface DeviceTerms extends TodaySum {
  time_zone: string
  online_timeout_seconds: number
  activate_time: number | null
  expire_time: number | null
  platform_expire_time: number | null
  user_expire_time: number | null
  /** Where it was when a term ended. */
  expired_places: ExpiredPlace[] | null
  /** What a correction added to the device's odometer. */
  odometer_offset_m: number
}

type StateRow = Selectable<Tables['device_states']>
/** Columns that do not describe the vehicle. */
const bookkeeping = ['device_id', 'gateway', 'remote_address', 'wire', 'change_time', 'derivation'] as const
type ReportedColumn = Exclude<keyof StateRow, (typeof bookkeeping)[number]>
const reportedColumns = Object.keys(deviceStateColumns).filter(
  (name): name is ReportedColumn => !(bookkeeping as readonly string[]).includes(name),
)

/** What it takes from the row of `device_states`; all null where there is none. */
export type ReportedState = {
  [Column in ReportedColumn]: StateRow[Column] | null
}

export interface LiveRow extends DeviceTerms, ReportedState {
  id: number
  owner_path: string
}

/**
 * The state of a device as the API shows it, at this moment: it decays without a report, when the term of the
 * device ends or a device that keeps no connection has been silent for too long.
 */
export function toLiveState(row: LiveRow, now: number, audience: Audience): LiveState {
  return liveStateOf(row.id, row, row, now, audience)
}

/** The end of what the audience sees of the device, if it is past. */
function endedView(terms: DeviceTerms, audience: Audience, now: number): number | null {
  const { platform_expire_time: platformExpireTime, user_expire_time: userExpireTime } = terms
  const end = viewEnd({ platformExpireTime, userExpireTime }, audience)
  return end !== null && end <= now ? end : null
}

/** Does this audience see the device live? */
export function isLive(terms: DeviceTerms, audience: Audience, now: number): boolean {
  return endedView(terms, audience, now) === null
}

/** The same where terms and state are kept apart. */
export function liveStateOf(
  id: number,
  terms: DeviceTerms,
  reported: ReportedState,
  now: number,
  audience: Audience,
): LiveState {
  const end = endedView(terms, audience, now)
  const row = end === null ? reported : stateAtEnd(terms, reported, end)
  const isConnected = isConnectedAt(terms, row, now)
  const hasPosition = row.latitude_e7 !== null && row.longitude_e7 !== null
  const vehicle = vehicleState(
    {
      isConnected,
      activateTime: terms.activate_time,
      expireTime: terms.expire_time,
      stateTime: row.state_time,
      utcTime: row.fix_time,
      hasPosition,
      speedKmh: row.speed_kmh,
      speedLimitKmh: row.speed_limit_kmh,
    },
    now,
  )
  return {
    id,
    isConnected,
    state: vehicle.state,
    runState: vehicle.runState,
    carIconState: vehicle.carIconState,
    lat: hasPosition ? row.latitude_e7! / 1e7 : null,
    lon: hasPosition ? row.longitude_e7! / 1e7 : null,
    speed: row.speed_kmh,
    courseDeg: row.course_deg,
    altitudeM: row.altitude_m,
    satellites: row.satellites,
    stateTime: row.state_time,
    utcTime: row.fix_time,
    activateTime: terms.activate_time,
    accOn: row.acc_on,
    accSince: row.acc_since,
    gsmLevel: row.gsm_level,
    batteryPercent: row.battery_percent,
    batteryVoltageV: row.battery_voltage_v,
    externalVoltageV: row.external_voltage_v,
    charging: row.charging,
    oilCut: row.oil_cut,
    armed: row.armed,
    doorOpen: row.door_open,
    odometerM: end === null ? shownOdometerM(terms, row) : null,
    todayM: end === null ? todayM(terms, row, now) : null,
    stoppedSince: row.stopped_since,
    lastAlarm: row.last_alarm,
    lastAlarmTime: row.last_alarm_time,
    readings: row.readings ?? noReadings,
  }
}

/** Where the device was when the view of it ended, and nothing else: nothing of it is live any more. */
function stateAtEnd({ expired_places }: DeviceTerms, reported: ReportedState, end: number): ReportedState {
  const stored = expired_places?.find((place) => place.expire_time === end)
  // Until something newer is reported, the last report is the state at that time.
  const isOfThen = (reported.fix_time ?? 0) <= end && (reported.state_time ?? 0) <= end
  const place = stored ?? (isOfThen ? reported : null)
  return {
    ...emptyState,
    connected_time: end,
    state_time: place?.state_time ?? null,
    fix_time: place?.fix_time ?? null,
    latitude_e7: place?.latitude_e7 ?? null,
    longitude_e7: place?.longitude_e7 ?? null,
    course_deg: place?.course_deg ?? null,
  }
}

/** The same rule as `isConnectedSql` in `devices/state-sql.ts`. */
function isConnectedAt(terms: DeviceTerms, row: ReportedState, now: number): boolean {
  if (row.is_connected) return true
  const isConnectionless = row.connected_time === null && row.state_time !== null
  return isConnectionless && row.state_time! > now - terms.online_timeout_seconds * 1000
}

/** A vehicle whose odometer was set before its device counted any shows the value that was set. */
function shownOdometerM({ odometer_offset_m }: DeviceTerms, { odometer_m }: ReportedState): number | null {
  if (odometer_m === null) return odometer_offset_m === 0 ? null : odometer_offset_m
  return Math.round((odometer_m + odometer_offset_m) * 10) / 10
}

/**
 * All devices with what their live state is made of; the caller adds which of them.
 * @param afterId of devices of higher ids alone are states there: else a slice in the order of the ids would have the
 *   database read all states before it again, as it does not draw that from a bound on the devices
 */
export function selectLiveRows(db: Db, afterId = 0) {
  return db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', (join) =>
      join.onRef('device_states.device_id', '=', 'devices.id').on('device_states.device_id', '>', afterId),
    )
    .leftJoin('today_sums', (join) =>
      join.onRef('today_sums.device_id', '=', 'devices.id').on('today_sums.device_id', '>', afterId),
    )
    .select([
      'devices.id',
      'accounts.path as owner_path',
      'accounts.time_zone',
      'device_types.online_timeout_seconds',
      'devices.activate_time',
      'devices.odometer_offset_m',
      expireTimeSql.as('expire_time'),
      'devices.platform_expire_time',
      'devices.user_expire_time',
      expiredPlacesSql.as('expired_places'),
      'today_sums.today_start_time',
      'today_sums.today_m',
      'today_sums.counted_start_time',
      'today_sums.counted_m',
    ])
    .select(reportedColumns.map((name) => `device_states.${name}` as const))
}

/** `DeviceTerms.expired_places`: looked up for devices with a term only. */
export const expiredPlacesSql = sql<ExpiredPlace[] | null>`case when ${expireTimeSql} is not null then (
  select json_agg(place) from expired_places as place where place.device_id = devices.id) end`

const emptyState: ReportedState = newDeviceState(0)
