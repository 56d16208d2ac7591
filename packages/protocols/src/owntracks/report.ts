import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { DeviceProfile, Report } from '../protocol.ts'
import {
  addAlarm,
  addNamedValue,
  courseOf,
  extraOf,
  flagOf,
  instantOf,
  numberOf,
  setPosition,
} from '../wire/http/parameter-values.ts'
import { setPlace } from '../wire/places.ts'
import { addExtra, addTime, bareReport } from '../wire/report.ts'

type Json = Record<string, unknown>

/** Objects with the place of the device; others are signs of life. */
const placedTypes = ['location', 'transition']
export const isPlaced = ({ _type }: Json): boolean => placedTypes.includes(_type as string)

/** What sent the report, in the letters of vehicle trackers; those of phones are no alarms. */
const triggerAlarms: Readonly<Record<string, AlarmCode>> = {
  e: alarms.externalPowerCut,
  '9': alarms.internalBatteryLow,
  '1': alarms.poweredOn,
  '!': alarms.towed,
  s: alarms.overspeed,
}
const harshAlarms: readonly AlarmCode[] = [
  alarms.harshBraking,
  alarms.harshAcceleration,
  alarms.harshCornering,
]

/** Read below, or about the message and not the vehicle. */
const readNames = new Set([
  '_type',
  'topic',
  'tid',
  'tst',
  'lat',
  'lon',
  'vel',
  'cog',
  'acc',
  'alt',
  'bs',
  'ign',
  'odometer',
  'mcc',
  'mnc',
  'lac',
  'cid',
  'uext',
  'ubatt',
  '_id',
])

export function reportOf(json: Json, profile: DeviceProfile, now: number): Report {
  const report = bareReport()
  const { tst, lat, lon, vel, cog, acc, alt, bs, ign, odometer, uext, ubatt } = json
  setPosition(report, lat, lon, true)
  addTime(report, tst === undefined ? now : instantOf(tst, profile), now)
  const speed = numberOf(vel)
  if (speed !== undefined && speed >= 0) report.speedKmh = speed
  const course = courseOf(numberOf(cog))
  if (course !== undefined) report.courseDeg = course
  const accuracy = numberOf(acc)
  if (accuracy !== undefined) addExtra(report, 'accuracyM', accuracy)
  if (alt !== undefined) addNamedValue(report, 'altitude', extraOf(alt))
  if (bs === 1 || bs === 2 || bs === 3) report.charging = bs !== 1
  const accOn = flagOf(ign)
  if (accOn !== undefined) report.accOn = accOn
  const odometerKm = numberOf(odometer)
  if (odometerKm !== undefined && odometerKm >= 0) report.odometerM = Math.round(odometerKm * 1000)
  if (uext !== undefined) addNamedValue(report, 'power', extraOf(uext))
  if (ubatt !== undefined) addNamedValue(report, 'battery', extraOf(ubatt))
  addCell(report, json)
  addTrigger(report, json)
  for (const [name, value] of Object.entries(json)) {
    const sensor = /^temp_c-(\d\d)$/.exec(name)
    if (sensor) setPlace(report, 'temperatureC', Number(sensor[1]) + 1, numberOf(value))
    else if (!readNames.has(name)) addNamedValue(report, name, extraOf(value))
  }
  return report
}

function addCell(report: Report, { mcc, mnc, lac, cid }: Json): void {
  const [area, cellId] = [hexOf(lac), hexOf(cid)]
  const [country, network] = [numberOf(mcc), numberOf(mnc)]
  if (country === undefined || network === undefined || area === undefined || cellId === undefined) return
  report.cells = [{ mcc: country, mnc: network, lac: area, cellId }]
}

const hexOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^[0-9a-f]{1,8}$/i.test(value) ? Number.parseInt(value, 16) : undefined
}

function addTrigger(report: Report, { _type, t, rty, event }: Json): void {
  if (_type === 'transition') {
    if (event === 'enter') addAlarm(report, alarms.fenceEntered)
    if (event === 'leave') addAlarm(report, alarms.fenceLeft)
    return
  }
  if (t === 'i' || t === 'I') report.accOn = t === 'i'
  if (typeof t !== 'string') return
  const alarm = t === 'h' ? harshAlarms[(numberOf(rty) ?? Number.NaN) % 3] : triggerAlarms[t]
  if (alarm !== undefined) addAlarm(report, alarm)
}

/** What a vehicle tracker writes of the first of these alarms; otherwise its timer sent the report. */
export function triggerOf(codes: readonly number[] = []): { t: string; rty?: number } {
  const rty = harshAlarms.indexOf(codes[0] as AlarmCode)
  if (rty >= 0) return { t: 'h', rty }
  const letter = Object.entries(triggerAlarms).find(([, code]) => code === codes[0])?.[0]
  return { t: letter ?? 't' }
}
