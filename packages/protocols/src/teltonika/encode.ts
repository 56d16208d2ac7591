/** Codec 8 as a device sends it, for the simulator and for tests. Source: Teltonika wiki, "Codec 8", "FMB AVL ID". */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { writeBody } from '../wire/body.ts'
import { Writer } from '../wire/writer.ts'
import { codecs, seal } from './envelope.ts'
import { place } from './layouts.ts'

export interface Element {
  id: number
  width: 1 | 2 | 4
  value: number
}

/** The element and the value of an alarm. */
const alarmElements: Partial<Record<AlarmCode, Element>> = {
  [alarms.sos]: { id: 236, width: 1, value: 1 },
  [alarms.externalPowerCut]: { id: 252, width: 1, value: 1 },
  [alarms.overspeed]: { id: 255, width: 1, value: 120 },
  [alarms.collision]: { id: 247, width: 1, value: 1 },
  [alarms.towed]: { id: 246, width: 1, value: 1 },
  [alarms.signalJammed]: { id: 249, width: 1, value: 1 },
  [alarms.idlingTooLong]: { id: 251, width: 1, value: 1 },
  [alarms.harshAcceleration]: { id: 253, width: 1, value: 1 },
  [alarms.harshBraking]: { id: 253, width: 1, value: 2 },
  [alarms.harshCornering]: { id: 253, width: 1, value: 3 },
}

/** The first alarm of a report that this protocol can say. */
const alarmElement = (report: Report): Element | undefined =>
  report.alarms?.map((code) => alarmElements[code as AlarmCode]).find((element) => element !== undefined)

/** The values of a report beside its place, as IO elements. */
export function elementsOf(report: Report): Element[] {
  const { accOn, gsmLevel, batteryPercent, externalVoltageV, batteryVoltageV, odometerM, temperatureC } =
    report
  const found: [number, Element['width'], number | undefined][] = [
    [239, 1, accOn === undefined ? undefined : Number(accOn)],
    [21, 1, gsmLevel],
    [113, 1, batteryPercent === undefined ? undefined : Math.round(batteryPercent)],
    [66, 2, externalVoltageV === undefined ? undefined : Math.round(1000 * externalVoltageV)],
    [67, 2, batteryVoltageV === undefined ? undefined : Math.round(1000 * batteryVoltageV)],
    [16, 4, odometerM === undefined ? undefined : Math.round(odometerM)],
    ...(temperatureC ?? []).map(
      (celsius, i) =>
        [72 + i, 4, celsius === null ? undefined : Math.round(10 * celsius)] as (typeof found)[number],
    ),
  ]
  return found.flatMap(([id, width, value]) => (value === undefined ? [] : [{ id, width, value }]))
}

const noEvent = 0

/** A packet of codec 8 with a record for each report. */
export function encodeReports(reports: readonly Report[]): Uint8Array {
  const data = new Writer()
  data.u8(codecs.codec8)
  data.u8(reports.length)
  for (const report of reports) writeRecord(data, report)
  data.u8(reports.length)
  return seal(data.done())
}

export const encodeReport = (report: Report): Uint8Array => encodeReports([report])

function writeRecord(data: Writer, report: Report): void {
  const { fixTime, fix, latitude = 0, longitude = 0, altitudeM = 0, speedKmh = 0, courseDeg = 0 } = report
  const alarm = alarmElement(report)
  writeBody(place, data, {
    time: fixTime ?? 0,
    priority: alarm === undefined ? 0 : 1,
    longitude,
    latitude,
    altitudeM: Math.round(altitudeM),
    courseDeg: Math.round(courseDeg),
    satellites: fix === 'gps' ? (report.satellites ?? 9) || 1 : 0,
    speedKmh: Math.round(speedKmh),
  })
  const elements = [...elementsOf(report), ...(alarm ? [alarm] : [])]
  data.u8(alarm?.id ?? noEvent)
  data.u8(elements.length)
  for (const width of [1, 2, 4, 8]) {
    const some = elements.filter((element) => element.width === width)
    data.u8(some.length)
    for (const { id, value } of some) {
      data.u8(id)
      if (width === 1) data.u8(value)
      else if (width === 2) data.u16(value)
      else data.u32(value >>> 0)
    }
  }
}

/** How a device opens a TCP connection. */
export function encodeGreeting(imei: string): Uint8Array {
  const writer = new Writer()
  writer.u16(imei.length)
  writer.ascii(imei)
  return writer.done()
}
