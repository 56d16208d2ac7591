/** What the text and the two binary forms of Meitrack have in common: events, inputs, voltages, temperatures. */
import type { Report } from '../protocol.ts'
import type { WireSession } from '../wire/message.ts'
import { signalLevel } from '../wire/network.ts'
import { setPlace } from '../wire/places.ts'
import { addExtra, addPlace, addTime, addValue, bareReport } from '../wire/report.ts'
import { measuredC } from '../wire/thermometers.ts'
import { alarmOf } from './events.ts'
import type { Model } from './models.ts'

export interface Basics {
  event?: number | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  isValid: boolean
  /** In the device's clock, as if it were UTC. */
  time: number | null
  courseDeg?: number | undefined
  gsm?: number | undefined
}

export function newReport(
  { event, latitude, longitude, isValid, time, courseDeg, gsm }: Basics,
  model: Model,
  session: WireSession,
  now: number,
): Report {
  const report = bareReport()
  addPlace(report, latitude, longitude, isValid ? 'gps' : 'none')
  addTime(report, time, now, session.profile)
  if (courseDeg !== undefined && courseDeg >= 0) report.courseDeg = courseDeg % 360
  const level = gsm === undefined ? undefined : signalLevel(gsm)
  if (level !== undefined) report.gsmLevel = level
  if (event === undefined) return report
  addExtra(report, 'event', event)
  const alarm = alarmOf(event, model)
  if (alarm !== undefined) {
    addValue(report, 'alarms', [alarm])
    report.isAlarmEvent = true
  }
  return report
}

/** @param inputs bit 0 is input 1 @param outputs bit 0 is output 1, the relay */
export function addInputs(report: Report, model: Model, inputs: number, outputs: number | undefined): void {
  report.accOn = ((inputs >> (model.ignition - 1)) & 1) === 1
  if (model.door !== undefined) report.doorOpen = ((inputs >> (model.door - 1)) & 1) === 1
  addExtra(report, 'inputs', inputs)
  if (outputs === undefined) return
  report.oilCut = (outputs & 1) === 1
  addExtra(report, 'outputs', outputs)
}

/** Of a sensor on the wire. One that is not there has a value beyond all others. */
export function addTemperature(report: Report, sensor: number, celsius: number): void {
  const measured = measuredC(celsius)
  if (measured !== null && Math.abs(measured) <= 125)
    setPlace(report, 'temperatureC', Math.max(1, sensor), measured)
}
