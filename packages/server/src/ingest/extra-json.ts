import type { Report } from '@trackway/protocols/protocol.ts'
import { toJson } from './json.ts'

/** What has a column of its own in `positions`, or is kept as a bit of `quality`. */
const columns = new Set<string>([
  'fixTime',
  'aheadTime',
  'latitude',
  'longitude',
  'speedKmh',
  'courseDeg',
  'altitudeM',
  'satellites',
  'accOn',
  'odometerM',
  'isBuffered',
  'isAlarmEvent',
])

/** Whatever else a report holds, as JSON under the report's own keys; null where there is nothing else. */
export function extraJsonOf(report: Report): string | null {
  let extra: { [name: string]: unknown } | undefined
  for (const name in report) {
    if (columns.has(name)) continue
    const value = report[name as keyof Report]
    if (value === undefined || (name === 'fix' && value === 'gps')) continue
    if (name === 'alarms' && (value as number[]).length === 0) continue
    extra ??= {}
    extra[name] = value
  }
  return extra ? toJson(extra) : null
}
