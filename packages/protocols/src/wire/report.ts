/** From values to a report: where each of them goes, whatever protocol it came by. */

import { type ReadingName, readings } from '@trackway/core/readings/readings.ts'
import type { DeviceProfile, Extra, FixKind, Report } from '../protocol.ts'
import type { Body } from './body.ts'
import { type Add, compileAdder } from './compile.ts'
import { addTyres } from './places.ts'
import { believable } from './time.ts'

/** The name of a row whose value is a list of names and values of its own. */
export const spread = '...'

/** A report without place and time. */
export const bareReport = (): Report => ({ fixTime: null, fix: 'none' })

/** A place, unless it is none: receivers without a fix send zero degrees north and east. */
export function addPlace(
  report: Report,
  latitude: number | undefined,
  longitude: number | undefined,
  fix: FixKind,
): void {
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return
  report.fix = fix
  report.latitude = latitude
  report.longitude = longitude
}

/**
 * When a report is of; fix and place are in it already.
 * @param time of the device's clock, read as UTC
 * @param profile has the offset of that clock from UTC; left out where `time` is UTC already
 */
export function addTime(
  report: Report,
  time: number | null | undefined,
  now: number,
  { utcOffsetMinutes = 0 }: DeviceProfile = {},
): void {
  const instant = time == null ? null : time - utcOffsetMinutes * 60_000
  report.fixTime = believable(instant, now, report.fix === 'gps')
  if (report.fixTime === null && instant !== null && instant > now) report.aheadTime = instant
}

/** Adds the values of a body to a report: into the key of their name, or else into `extra`. */
export function addValues<V>(report: Report, body: Body<V>, values: V): void {
  body.add ??= compileAdder(body.rows, adderOf)
  body.add(report, values)
}

export function addValue(report: Report, name: string, value: unknown): void {
  const add = adderOf(name)
  if (add === null) report[name as 'speedKmh'] = value as never
  else add(report, value, name)
}

/** The keys of a report that are no readings; null: the value is the key's as it is. */
const adders: { readonly [name: string]: Add | null } = {
  [spread]: (report, values: [string, unknown][]) => {
    for (const [name, value] of values) addValue(report, name, value)
  },
  alarms: addToList,
  cells: addToList,
  wifi: addToList,
  tyres: addTyres,
  speedKmh: null,
  courseDeg: null,
  satellites: null,
  odometerM: null,
  charging: null,
  armed: null,
  doorOpen: null,
  oilCut: null,
  accOn: null,
  isBuffered: null,
  altitudeM: null,
  iccid: (report, value) => {
    const digits = String(value).replace(/f+$/i, '')
    if (!/^0*$/.test(digits)) report.iccid = digits
  },
  imei: (report, value) => {
    if (!/^0*$/.test(String(value))) addExtra(report, 'imei', value)
  },
}

const adderOf = (name: string): Add | null =>
  Object.hasOwn(adders, name) ? adders[name]! : name in readings ? addReading : addNamed

const addNamed: Add = (report, value, name) => addExtra(report, name, value)

/** Lists of several items are one list: more sensors. */
function addReading(report: Report, value: unknown, name: string): void {
  const before = report[name as ReadingName]
  report[name as ReadingName] = (
    Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  ) as never
}

function addToList(report: Report, values: readonly never[], name: string): void {
  // No alarms is a statement: those that were active have ended.
  if (values.length === 0 && name !== 'alarms') return
  const list = (report[name as ListKey] ?? []) as never[]
  for (const value of values) if (!list.includes(value)) list.push(value)
  report[name as ListKey] = list
}

type ListKey = 'alarms' | 'cells' | 'wifi'

/** A value may come twice; then both are kept in a list. */
export function addExtra(report: Report, name: string, value: Extra): void {
  report.extra ??= {}
  const { extra } = report
  const before = extra[name]
  if (before === undefined) extra[name] = value
  else if (!Array.isArray(before)) extra[name] = [before, value]
  else if (Array.isArray(value)) before.push(...value)
  else before.push(value)
}
