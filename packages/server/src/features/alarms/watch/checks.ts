import type { AlarmName } from '@trackway/core/codes/alarms.ts'
import type { alarmLimits } from '@trackway/core/features/alarms/alarm-settings.ts'

/** An alarm of the platform that follows from the state of a device alone, however long ago it reported. */
export interface Check {
  name: AlarmName & keyof typeof alarmLimits
  kind: 'above' | 'below'
  /**
   * Rows of `subject` and `value`, which is compared with the limit, for a state `s` of a device `d`. `$2` is now. A
   * value of null is unknown and changes nothing; for a `duration` it means that it is over.
   */
  values: string
  /** The value counts minutes since something began, so the alarm began when they reached the limit. */
  isDuration?: true
  /** What the value is called in the detail of the alarm. */
  detail: string
}

const one = (value: string) => `select 0 as subject, (${value})::float8 as value`
const minutesSince = (time: string) => `($2::int8 - ${time}) / 60000.0`

/** A reading of several sensors, each a subject of its own, counted from 1. */
const each = (reading: string) =>
  `select ordinality::int4 as subject, (item #>> '{}')::float8 as value
    from jsonb_array_elements(s.readings::jsonb -> '${reading}' -> 'value') with ordinality as items (item, ordinality)
    where jsonb_typeof(item) = 'number'`

export const checks: readonly Check[] = [
  {
    name: 'offlineTooLong',
    kind: 'above',
    values: one(`case when not s.is_connected then ${minutesSince('s.state_time')} end`),
    isDuration: true,
    detail: 'minutes',
  },
  {
    name: 'parkedTooLong',
    kind: 'above',
    values: one(`case when s.acc_on is not true then ${minutesSince('s.stopped_since')} end`),
    isDuration: true,
    detail: 'minutes',
  },
  {
    // A silent device may have switched its engine off since.
    name: 'idlingTooLong',
    kind: 'above',
    values: one(`case when s.acc_on and s.state_time > $2::int8 - 600000
      then ${minutesSince('greatest(s.stopped_since, s.acc_since) + 0 * s.stopped_since')} end`),
    isDuration: true,
    detail: 'minutes',
  },
  {
    name: 'drivingTooLong',
    kind: 'above',
    values: one(`select sum(u.driving_ms) / 60000.0 from day_sums u
      where u.device_id = s.device_id and u.from_time <= $2::int8 and u.to_time > $2::int8`),
    detail: 'minutes',
  },
  {
    name: 'pairedDevicesApart',
    kind: 'above',
    // Along the great circle; both places are of the same ten minutes.
    values: one(`select 12742017.6 * asin(least(1, sqrt(
        power(sind((o.latitude_e7 - s.latitude_e7) / 2e7::float8), 2) + cosd(s.latitude_e7 / 1e7::float8)
          * cosd(o.latitude_e7 / 1e7::float8) * power(sind((o.longitude_e7 - s.longitude_e7) / 2e7::float8), 2))))
      from device_pairs p join device_states o on o.device_id = p.paired_id
        join devices one on one.id = p.device_id join accounts a on a.id = one.account_id
        join devices other on other.id = p.paired_id join accounts b on b.id = other.account_id
      where p.device_id = s.device_id and starts_with(b.path, a.path) and abs(o.fix_time - s.fix_time) < 600000`),
    detail: 'distanceM',
  },
  { name: 'internalBatteryLow', kind: 'below', values: one('s.battery_percent'), detail: 'valuePercent' },
  { name: 'externalVoltageLow', kind: 'below', values: one('s.external_voltage_v'), detail: 'valueV' },
  {
    name: 'fuelLow',
    kind: 'below',
    values: one("s.readings::jsonb -> 'fuelPercent' -> 'value'"),
    detail: 'valuePercent',
  },
  { name: 'temperatureHigh', kind: 'above', values: each('temperatureC'), detail: 'valueC' },
  { name: 'temperatureLow', kind: 'below', values: each('temperatureC'), detail: 'valueC' },
  {
    name: 'humidityOutOfRange',
    kind: 'above',
    values: one("s.readings::jsonb -> 'humidityPercent' -> 'value'"),
    detail: 'valuePercent',
  },
]

/** What is needed to come back over, or under, a limit: a value that flickers around it is one alarm. */
const hysteresis = 0.03

/** @param value null: unknown, or of a duration over. @returns what becomes of an alarm that is open or is not */
export function judge(
  { kind, isDuration }: Pick<Check, 'kind' | 'isDuration'>,
  { value, limit, isOpen }: { value: number | null; limit: number | null; isOpen: boolean },
): 'begin' | 'end' | null {
  if (limit === null) return isOpen ? 'end' : null
  if (value === null) return isOpen && isDuration ? 'end' : null
  const over = kind === 'above' ? value - limit : limit - value
  if (!isOpen) return over > 0 || (isDuration && over >= 0) ? 'begin' : null
  return over < (isDuration ? 0 : -Math.abs(limit) * hysteresis) ? 'end' : null
}
