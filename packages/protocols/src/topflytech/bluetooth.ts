/**
 * What Bluetooth sensors around the tracker say: types 10 and 12. Source: maker's codec, "Bluetooth peripheral"; Traccar's
 * T800x decoder for the widths.
 */
import { alarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { type Body, type BodyReader, body, type Rows, readWhole, type Values } from '../wire/body.ts'
import { dbmOf, mac } from '../wire/network.ts'
import { setPlace } from '../wire/places.ts'
import { addExtra, addValue } from '../wire/report.ts'
import { hexRest } from '../wire/texts.ts'
import { as, per, sm16, time6, u8, u16 } from '../wire/types.ts'
import { unlessFull } from './types.ts'

const kpaPerStep = 3.144

/** A sensor, and what of it is a reading of the vehicle; `n` counts from 1. */
const sensorOf = (
  name: string,
  rows: Rows,
  add: (report: Report, tag: Values, n: number) => void,
): { name: string; table: Body; add: (report: Report, tag: Values, n: number) => void } => ({
  name,
  table: body(rows),
  add,
})

const battery = {
  mac,
  voltageV: as(u8, (byte) => (byte === 0xff ? undefined : 2 + byte / 100)),
  percent: unlessFull,
}

const classes: Readonly<Record<number, ReturnType<typeof sensorOf>>> = {
  1: sensorOf(
    'tyre',
    {
      mac,
      voltageV: per(u8, 100, 1.22),
      pressureKpa: as(u8, (steps) => Math.round(10 * kpaPerStep * steps) / 10),
      temperatureC: per(u8, 1, -55),
      state: u8,
    },
    (report, { pressureKpa, temperatureC }, n) => {
      setPlace(report, 'tyrePressureKpa', n, pressureKpa)
      setPlace(report, 'tyreTemperatureC', n, temperatureC)
    },
  ),
  2: sensorOf('SOS tag', { mac, percent: unlessFull, isPressed: u8, rssiDbm: as(u8, dbmOf) }, (report) => {
    addValue(report, 'alarms', [alarms.sos])
    report.isAlarmEvent = true
  }),
  3: sensorOf('driver', { mac, more: hexRest }, (report, tag) => {
    report.driverId = tag.mac
  }),
  4: sensorOf(
    'climate',
    {
      ...battery,
      temperatureC: per(sm16, 100),
      humidityPercent: per(u16, 100),
      light: u16,
      rssiDbm: as(u8, dbmOf),
    },
    (report, { temperatureC, humidityPercent }, n) => {
      setPlace(report, 'temperatureC', n, temperatureC)
      if (n === 1) report.humidityPercent = humidityPercent
    },
  ),
  5: sensorOf(
    'door',
    { ...battery, temperatureC: per(sm16, 100), isOpen: u8, rssiDbm: as(u8, dbmOf) },
    (report, { isOpen, temperatureC }, n) => {
      report.doorOpen = isOpen === 1
      setPlace(report, 'temperatureC', n, temperatureC)
    },
  ),
  6: sensorOf(
    'relay',
    { ...battery, temperatureC: per(sm16, 100), isOn: u8, rssiDbm: as(u8, dbmOf) },
    () => {},
  ),
}

const head = body({ date: time6, state: u8 })
const sensors = body({ sensorClass: u16 })
/** Each tag follows its own class. */
const mixed = 0

/** Date and ignition, which precede all else; the date is left to the caller. */
export function readTagHead(reader: BodyReader, report: Report): number | null {
  const { date = null, state = 0 } = readWhole(head, reader)
  report.accOn = (state & 1) === 1
  return date
}

/** Reads the tags into a report. */
export function readTagList(reader: BodyReader, report: Report): void {
  const readClass = () => readWhole(sensors, reader).sensorClass ?? mixed
  const first = readClass()
  for (let n = 1; reader.remaining > 0; n++) {
    const row = classes[first === mixed ? readClass() : first]
    if (row === undefined || reader.remaining < row.table.least) break
    const { name, table, add } = row
    const read = () => readWhole(table, reader) as Values
    const tag = reader.trace ? reader.trace.under(`${name} ${n}`, read) : read()
    add(report, tag, n)
    addExtra(report, 'tags', { kind: name, ...tag })
  }
}
