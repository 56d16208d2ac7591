/**
 * What depends on several fields or elements of a record: fix, the alarm of an event, the cell, the ICCID.
 * Source: Teltonika wiki, "Codec 8" and "FMB AVL ID"; FM64 for its ids in three parts.
 */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import { isLuhnValid } from '@trackway/core/rules/validation.ts'
import type { Cell, DeviceProfile, Report } from '../protocol.ts'
import { setPlace } from '../wire/places.ts'
import { addTime, addValue } from '../wire/report.ts'
import type { ElementValues } from './elements/add-element.ts'
import { alarmElements, digitalInputs } from './elements/alarms.ts'
import { thermometers } from './elements/sensors.ts'

interface Place {
  time: number
  latitude: number
  longitude: number
  courseDeg: number
  satellites: number
  speedKmh: number
}

/** Beyond, a speed is none: some firmware fills it with FFFF. */
const maxSpeedKmh = 1_000

/** Time, coordinates and movement; without satellites the coordinates are the last known ones. */
export function addPlace(report: Report, place: Place, now: number, profile: DeviceProfile): void {
  const { time, latitude, longitude, courseDeg, satellites, speedKmh } = place
  const isFixed = satellites > 0 && (latitude !== 0 || longitude !== 0) && isPlace(latitude, longitude)
  if ((latitude !== 0 || longitude !== 0) && isPlace(latitude, longitude)) {
    report.latitude = latitude
    report.longitude = longitude
  }
  if (isFixed) report.fix = 'gps'
  addTime(report, time, now, profile)
  if (courseDeg <= 360) report.courseDeg = courseDeg % 360
  if (speedKmh <= maxSpeedKmh) report.speedKmh = speedKmh
}

const isPlace = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

/**
 * Alarms that last, and the one the record was made for.
 * @param event the id of the element that made the device send the record; 0: none
 */
export function addEvent(
  report: Report,
  event: number,
  values: ElementValues,
  priority: string | undefined,
): void {
  const found: AlarmCode[] = []
  let hasAlarmElement = false
  for (const [id, { value, width }] of values) {
    const row = alarmElements[id]
    if (row === undefined || width !== 1 || (row.isEvent && id !== event)) continue
    hasAlarmElement = true
    const code = row.alarmOf(value)
    if (code === undefined) continue
    found.push(code)
    if (id === event) report.isAlarmEvent = true
  }
  // A button at an input is set up to be sent at once.
  if (priority === 'panic' && digitalInputs.includes(event) && values.get(event)?.value === 1) {
    found.push(alarms.sos)
    report.isAlarmEvent = true
  }
  if (hasAlarmElement || found.length > 0) addValue(report, 'alarms', found)
  addTemperatures(report, values)
  addCell(report, values)
  joinIccid(report)
}

function addTemperatures(report: Report, values: ElementValues): void {
  for (const [id, { value, width }] of values) {
    const thermometer = thermometers[id]
    if (thermometer === undefined) continue
    const { place, divisor, isError } = thermometer
    const sign = 2 ** (8 * width - 1)
    const units = value >= sign ? value - 2 * sign : value
    if (width >= 2 && (width === 2 || divisor === 10) && !isError(units))
      setPlace(report, 'temperatureC', place, units / divisor)
  }
}

const ids = { cellId: 205, lac: 206, operator: 241, cellId4g: 636 } as const
/** MNC, area and cell of those that TAT trackers hear. */
const nearbyCells = [
  [1200, 287, 288],
  [1201, 290, 291],
  [1202, 293, 294],
  [1203, 296, 297],
] as const

/** Cell and area are elements of their own, and the network (`24602`: MCC 246, MNC 2) a third one. */
function addCell(report: Report, values: ElementValues): void {
  const lac = values.get(ids.lac)?.value ?? 0
  const cellId = values.get(ids.cellId4g)?.value || values.get(ids.cellId)?.value || 0
  const network = String(values.get(ids.operator)?.value ?? '')
  if (network.length < 5 || network.length > 6) return
  const mcc = Number(network.slice(0, 3))
  const cells: Cell[] = []
  if (lac > 0 && cellId > 0) cells.push({ mcc, mnc: Number(network.slice(3)), lac, cellId })
  for (const three of nearbyCells) {
    const [mnc, area, cell] = three.map((id) => values.get(id)?.value)
    if (mnc !== undefined && area && cell) cells.push({ mcc, mnc, lac: area, cellId: cell })
  }
  addValue(report, 'cells', cells)
}

/** FMB sends the ICCID as two numbers, which lose their leading zeros; FM64 as three texts. */
function joinIccid(report: Report): void {
  const { extra } = report
  if (extra === undefined) return
  const { iccidHigh, iccidLow, iccidPart1, iccidPart2, iccidPart3 } = extra
  if (typeof iccidHigh === 'number' && typeof iccidLow === 'number' && iccidHigh > 0) {
    const joined = [19, 20].map((length) => {
      const low = String(iccidLow)
      return iccidHigh + low.padStart(length - String(iccidHigh).length, '0')
    })
    addValue(report, 'iccid', joined.find(isLuhnValid) ?? joined[0])
    delete extra.iccidHigh
    delete extra.iccidLow
  }
  if (iccidPart1 !== undefined && iccidPart2 !== undefined && iccidPart3 !== undefined) {
    addValue(report, 'iccid', `${iccidPart1}${iccidPart2}${iccidPart3}`)
    delete extra.iccidPart1
    delete extra.iccidPart2
    delete extra.iccidPart3
  }
}
