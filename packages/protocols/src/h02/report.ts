/** Puts the values of H02 bodies together: hemisphere and fix, the clock, the status word, and what follows it. */
import type { Report } from '../protocol.ts'
import type { Body } from '../wire/body.ts'
import { instantOf } from '../wire/fields.ts'
import { dialectOf } from '../wire/message.ts'
import { addExtra, addPlace, addTime, addValues, bareReport } from '../wire/report.ts'
import type { H02Session } from './session.ts'
import { addStatus, batteryPercent } from './status.ts'

interface PositionFields {
  time?: string
  day?: string
  validity?: string
  latitude?: number
  longitude?: number
  courseDeg?: number
  status?: number
  tail?: string
}

/** A body of any message: parts that it does not have are absent. */
export function toReport<V extends PositionFields>(
  table: Body<V>,
  values: V,
  session: H02Session,
  now: number,
): Report {
  const report = bareReport()
  const { validity, latitude, longitude, courseDeg, time, day, status, tail } = values
  const isFixed = validity !== undefined && /^[AB\d]/.test(validity)
  addPlace(report, latitude, longitude, isFixed ? 'gps' : 'none')
  addTime(report, instantOf(day, time), now, session.profile)
  if (courseDeg !== undefined && courseDeg >= 0) report.courseDeg = courseDeg % 360
  addValues(report, table, values)
  if (status !== undefined) addStatus(report, status, dialectOf(session))
  if (tail !== undefined) addTail(report, tail)
  return report
}

const isMcc = (mcc: number): boolean => mcc >= 200 && mcc < 800

/**
 * After the status word: the altitude; a cell and a battery level or the ICCID; odometer, temperature, fuel, altitude and a cell; or
 * what no source names.
 */
function addTail(report: Report, tail: string): void {
  const fields = tail.replace(/^,/, '').split(',')
  const [first, second, third, fourth, fifth] = fields.map((field) => field.trim())
  if (/^-?\d+\.\d+$/.test(tail)) {
    report.altitudeM = Number(tail)
    return
  }
  if (fields.length === 6 && /^\d+\.\d+$/.test(third!)) {
    report.odometerM = Number(first)
    report.temperatureC = [Number(second)]
    report.fuelPercent = Number(third)
    report.altitudeM = Number(fourth)
    return
  }
  if (fields.length >= 7 && isMcc(Number(third)) && /^[\da-f]{2}$/i.test(fields[6]!)) {
    // Pengaoda: alarm flags and what is set, the cell, the level of the battery.
    addCell(report, fields.slice(2, 6))
    const percent = batteryPercent(Number.parseInt(fields[6]!, 16) & 0xf)
    if (percent !== undefined) report.batteryPercent = percent
    addExtra(report, 'tail', tail)
    return
  }
  const isCell = addCell(report, fields.slice(0, 4))
  const isLevel = fifth !== undefined && /^[1-6]$/.test(fifth)
  const isCard = fifth !== undefined && /^\d{18,19}[\dF]$/i.test(fifth)
  if (isLevel) report.batteryPercent = batteryPercent(Number(fifth))!
  if (isCard) report.iccid = fifth.replace(/F$/i, '')
  if (!isCell || fields.length > 5 || (fifth && !isLevel && !isCard)) addExtra(report, 'tail', tail)
}

/** Decimal, or hex where a letter, a padded field or a country that is none gives it away. */
function addCell(report: Report, fields: readonly string[]): boolean {
  const texts = fields.map((field) => field.trim())
  if (texts.length < 4 || !texts.every((text) => /^[\da-f]+$/i.test(text))) return false
  const isHex =
    texts.some((text) => /[a-f]/i.test(text)) ||
    fields.some((field) => field.startsWith(' ')) ||
    texts.every((text) => text.length === 6) ||
    !isMcc(Number(texts[0]))
  const [mcc, mnc, lac, cellId] = texts.map((text) => Number.parseInt(text, isHex ? 16 : 10))
  if (!isMcc(mcc!) || mnc! > 999 || lac! > 0xffff) return false
  if (cellId! > 0) report.cells = [{ mcc: mcc!, mnc: mnc!, lac: lac!, cellId: cellId! }]
  return true
}
