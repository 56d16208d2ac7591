/**
 * Codec 7 of GH3000 and its kin: a mask lists the parts of the place and the groups of elements that are there.
 * Source: Teltonika GH3000 protocol, "AVL data"; Traccar's decoder for the meanings of its elements.
 */
import { alarms } from '@trackway/core/codes/alarms.ts'
import type { DeviceProfile, Report } from '../protocol.ts'
import { type BodyReader, body, part, readBody, type Values, type WireType, when } from '../wire/body.ts'
import { type ItemTable, itemOfAny } from '../wire/items.ts'
import { addTime, addValues, bareReport } from '../wire/report.ts'
import { as, u8, u16, u32 } from '../wire/types.ts'
import { addElement, type ElementValue } from './elements/add-element.ts'
import { element, isOn, milli, tenths } from './elements/types.ts'
import { gh3000Widths } from './layouts.ts'

const epoch2007Ms = Date.UTC(2007, 0)

const float: WireType<number> = {
  size: 4,
  read: (r) => new DataView(Uint8Array.of(r.u8(), r.u8(), r.u8(), r.u8()).buffer).getFloat32(0),
}
const has = (bit: number) => (values: Values) => ((values.parts >> bit) & 1) === 1

/** The two highest bits of the time are the priority. */
const head = body({
  time: part(as(u32, (seconds) => epoch2007Ms + (seconds & 0x3fffffff) * 1_000)),
  mask: part(u8),
  parts: part(when((values) => (values.mask & 1) === 1, u8)),
  latitude: part(when(has(0), float)),
  longitude: part(when(has(0), float)),
  altitudeM: when(has(1), u16),
  courseDeg: when(
    has(2),
    as(u8, (turn) => Math.round((turn * 360) / 256) % 360),
  ),
  speedKmh: when(has(3), u8),
  satellites: when(has(4), u8),
  lac: when(has(5), u16),
  cellId: when(has(5), u16),
  signal: when(has(6), u8),
  operator: when(has(7), u32),
})

const gh3000Elements: ItemTable = {
  1: element('batteryPercent'),
  2: element('usb', isOn),
  5: element('upS'),
  20: tenths('hdop'),
  21: tenths('vdop'),
  22: tenths('pdop'),
  67: milli('batteryVoltageV'),
  221: element('button'),
  222: itemOfAny('SOS', { alarms: as(isOn, (is) => (is ? [alarms.sos] : [])) }),
  240: element('isMoving', isOn),
  244: element('isRoaming', isOn),
}

/** Reads one record; the reader is short where bytes were missing. */
export function readGh3000Record(reader: BodyReader, now: number, profile: DeviceProfile): Report {
  const report = bareReport()
  const { mask = 0, ...found } = readBody(head, reader)
  addValues(report, head, found)
  const { latitude, longitude } = found
  if (
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  ) {
    report.latitude = latitude
    report.longitude = longitude
    report.fix = 'gps'
  }
  addTime(report, found.time, now, profile)
  const values = new Map<number, ElementValue>()
  for (const [i, width] of gh3000Widths.entries()) {
    if (((mask >> (i + 1)) & 1) === 0) continue
    for (let left = reader.u8(); left > 0 && !reader.isShort; left--) {
      const start = reader.offset
      addElement(reader, start, reader.u8(), width, gh3000Elements, report, values)
    }
  }
  if (report.alarms?.length) report.isAlarmEvent = true
  return report
}
