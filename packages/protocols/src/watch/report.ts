/** Puts a position of a watch together: sign and hemisphere, the date in either order, the status word. */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { type BodyReader, readBody } from '../wire/body.ts'
import { instantOf } from '../wire/fields.ts'
import { addExtra, addPlace, addTime, addValue, addValues, bareReport } from '../wire/report.ts'
import { believable } from '../wire/time.ts'
import { codesOf } from '../wire/types.ts'
import { position } from './bodies.ts'
import type { WatchSession } from './session.ts'

/** The high half of the word is alarms; bits 21 and 22 are a fall and an abnormal heart rate. */
const alarmsByBit: Readonly<Record<number, AlarmCode>> = {
  16: alarms.sos,
  17: alarms.internalBatteryLow,
  18: alarms.fenceLeft,
  19: alarms.fenceEntered,
  20: alarms.tampered,
}
/** In the low half, of one open server only: believed in alarm frames. */
const powerCutBit = 14
const eventBits: Readonly<Record<number, string>> = { 21: 'fall', 22: 'heartRate' }

/** @returns null for what is no position */
export function toReport(
  reader: BodyReader,
  session: WatchSession,
  now: number,
  isAlarm: boolean,
): Report | null {
  const values = readBody(position, reader)
  const { day, time, validity, latitude, northSouth, longitude, eastWest, courseDeg, status = 0 } = values
  if (validity !== 'A' && validity !== 'V') return null
  const report = bareReport()
  addPlace(
    report,
    signed(latitude, northSouth === 'S'),
    signed(longitude, eastWest === 'W'),
    validity === 'A' ? 'gps' : 'none',
  )
  addTime(report, timeOf(day, time, now), now, session.profile)
  if (courseDeg !== undefined && courseDeg >= 0) report.courseDeg = courseDeg % 360
  addValues(report, position, values)
  const { cells = [], wifi = [], accuracyM } = values.network ?? {}
  addValue(report, 'cells', cells)
  addValue(report, 'wifi', wifi)
  if (accuracyM) addExtra(report, 'accuracyM', accuracyM)
  addStatus(report, session, status, isAlarm)
  return report
}

const liveMs = 2 * 86_400_000

/** Some firmware writes the year first: a date in the documented order counts, unless only the other is of now or can be. */
function timeOf(day: string | undefined, time: string | undefined, now: number): number | null {
  const reversed = day?.replace(/^(..)(..)(..)$/, '$3$2$1')
  const [date, otherDate] = [instantOf(day, time), instantOf(reversed, time)]
  const isNear = (instant: number | null) => Math.abs((instant ?? 0) - now) <= liveMs
  const isKnown = (instant: number | null) => believable(instant, now) !== null
  if (isNear(believable(date, now))) return date
  return isNear(otherDate) || (!isKnown(date) && isKnown(otherDate)) ? otherDate : date
}

const signed = (value: number | undefined, isNegative: boolean): number | undefined =>
  value !== undefined && isNegative ? -Math.abs(value) : value

/** Every bit of an alarm frame counts; in other positions only what was not set before. */
function addStatus(report: Report, session: WatchSession, status: number, isAlarm: boolean): void {
  const newBits = isAlarm ? status : status & ~session.alarmBits
  session.alarmBits = status
  addValue(report, 'alarms', codesOf(newBits, alarmsByBit))
  if (isAlarm && (status >>> powerCutBit) & 1) addValue(report, 'alarms', [alarms.externalPowerCut])
  if (report.alarms!.length > 0) report.isAlarmEvent = true
  for (const [bit, event] of Object.entries(eventBits))
    if ((newBits >>> Number(bit)) & 1) addExtra(report, 'event', event)
  addExtra(report, 'status', status.toString(16).padStart(8, '0').toUpperCase())
}
