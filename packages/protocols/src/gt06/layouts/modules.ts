/**
 * Bodies and tails made of modules: id, length, data. An id that is not known is kept as hex.
 * Source: Jimi 4G and AT-series protocol documents.
 */

import type { Extra } from '../../protocol.ts'
import { toHex } from '../../wire/bytes.ts'
import { Reader } from '../../wire/reader.ts'
import { assetEvents } from '../alarm-codes.ts'
import type { Draft } from './draft.ts'
import { macText } from './network-rows.ts'
import { gps, unixTime } from './place-rows.ts'
import { type Row, readRows } from './row.ts'

interface Module {
  name: string
  read(data: Reader, draft: Draft): void
}

const keep = (name: string, read: (data: Reader) => Extra): Module => ({
  name,
  read: (data, draft) => draft.addExtra(name, read(data)),
})

/** The tail of 36, 37, 38 and 39. */
const jimiModules: { readonly [id: number]: Module } = {
  0x18: {
    name: 'batteryVoltageV',
    read: (data, { report }) => {
      report.batteryVoltageV = data.u16() / 100
    },
  },
  0x27: {
    name: 'externalVoltageV',
    read: (data, { report }) => {
      report.externalVoltageV = data.u16() / 100
    },
  },
  0x2e: {
    name: 'odometerM',
    read: (data, { report }) => {
      report.odometerM = data.u32()
    },
  },
  0x32: keep('startState', (data) => data.u8()),
  0x37: keep('temperatureRaw', (data) => data.u16()),
  0x38: keep('humidityRaw', (data) => data.u16()),
  0x3b: keep('accuracyM', (data) => data.u16() / 100),
  0x6a: {
    name: 'batteryPercent',
    read: (data, { report }) => {
      report.batteryPercent = Math.min(100, data.u8())
    },
  },
}

const strip = (digits: string) => digits.replace(/^0/, '')

/** 0x70 of the AT series. */
const assetModules: { readonly [id: number]: Module } = {
  0x03: {
    name: 'iccid',
    read: (data, { report }) => {
      report.iccid = data.bcd(10).replace(/f.*$/, '')
    },
  },
  0x08: keep('imei', (data) => strip(data.bcd(8))),
  0x09: {
    name: 'satellites',
    read: (data, { report }) => {
      report.satellites = data.u8()
    },
  },
  0x0a: keep('satellitesVisible', (data) => data.u8()),
  0x11: { name: 'cell', read: readModuleCell },
  0x18: {
    name: 'batteryVoltageV',
    read: (data, { report }) => {
      report.batteryVoltageV = data.u16() / 100
    },
  },
  0x28: keep('hdop', (data) => data.u8() / 10),
  0x29: keep('messageIndex', (data) => data.u32()),
  0x2a: { name: 'inputs', read: readInputs },
  0x2b: keep('bootReason', (data) => data.u8()),
  0x2c: { name: 'time', read: readTime },
  // Big-endian: in the public frames of one device it grows only when read so.
  0x2e: {
    name: 'odometerM',
    read: (data, { report }) => {
      report.odometerM = data.u32()
    },
  },
  0x33: { name: 'position', read: readPosition },
  0x34: { name: 'event', read: readEvent },
  0x7f: { name: 'tag', read: readTag },
}

function readModuleCell(data: Reader, draft: Draft): void {
  const [mcc, mnc, lac, cellId, rssi] = [data.u16(), data.u16(), data.u16(), data.u24(), data.u8()]
  if (lac === 0 && cellId === 0) return
  draft.cells ??= []
  draft.cells.push({ mcc: mcc & 0x7fff, mnc, lac, cellId, ...(rssi > 0 && { rssiDbm: -rssi }) })
}

function readInputs(data: Reader, draft: Draft): void {
  const byte = data.u8()
  draft.report.doorOpen = (byte & 15) > 0
  draft.addExtra('isTampered', byte >> 4 > 0)
}

function readTime(data: Reader, draft: Draft): void {
  if (draft.unixTime === null) unixTime.read(data, draft)
}

function readPosition(data: Reader, draft: Draft): void {
  unixTime.read(data, draft)
  const satellites = data.u8()
  const altitudeM = data.i16()
  readRows(gps.slice(1), data, draft)
  if (draft.flags & 0x1000) draft.report.altitudeM = altitudeM
  draft.report.satellites = satellites
}

function readEvent(data: Reader, draft: Draft): void {
  const code = data.u8()
  draft.addAlarm(assetEvents[code])
  const events = Array.isArray(draft.extra?.events) ? draft.extra.events : []
  draft.addExtra('events', [...events, code])
}

function readTag(data: Reader, draft: Draft): void {
  const tag = {
    mac: macText(data.take(6)),
    batteryVoltageV: data.u16() / 1000,
    batteryPercent: data.u8(),
    temperatureC: data.i16() / 10,
    humidityPercent: data.i16(),
    status: data.u8(),
  }
  const tags = Array.isArray(draft.extra?.tags) ? draft.extra.tags : []
  draft.addExtra('tags', [...tags, tag])
}

const hexId = (id: number) => id.toString(16).padStart(4, '0')

function moduleRow(
  table: { readonly [id: number]: Module },
  lengthSize: (id: number, data: Reader) => number,
): Row {
  return {
    name: 'modules',
    size: 0,
    isFixed: false,
    read(reader, draft, trace) {
      while (reader.remaining >= 3) {
        const from = reader.offset
        const id = reader.u16()
        const length = lengthSize(id, reader)
        const data = new Reader(reader.bytes, reader.offset, Math.min(reader.offset + length, reader.end))
        const bytes = reader.take(length)
        const module = table[id]
        if (module) module.read(data, draft)
        else draft.addExtra(`module${hexId(id)}`, toHex(bytes))
        trace?.(`module ${hexId(id)} ${module?.name ?? ''}`.trim(), from, reader.offset - from, toHex(bytes))
      }
    },
  }
}

export const jimiModuleRow = moduleRow(jimiModules, (_, reader) => reader.u8())
export const assetModuleRow = moduleRow(assetModules, (_, reader) => reader.u16())

/** A button or tag heard over Bluetooth. */
const peripheralModules: { readonly [id: number]: Module } = {
  0x0a: {
    name: 'bluetooth',
    read(data, draft) {
      data.skip(1)
      draft.addExtra('bluetoothMac', macText(data.take(6)))
      draft.addExtra('bluetoothEvent', data.u8())
      draft.addExtra('bluetoothEventData', data.u8())
      draft.addExtra('bluetoothDataType', data.u8())
      draft.addExtra('bluetoothData', toHex(data.rest()))
    },
  },
  /** Where the button was pressed: the word of flags, then the place. */
  0x0b: {
    name: 'position',
    read(data, draft) {
      const flags = data.u16()
      draft.latitude = data.u32()
      draft.longitude = data.u32()
      draft.flags = data.isShort ? -1 : flags
    },
  },
  0x0c: {
    name: 'externalBattery',
    read(data, draft) {
      draft.addExtra('externalBatteryPercent', data.u8())
      draft.addExtra('externalBatteryCharging', data.u8() > 0)
      draft.addExtra('externalBatteryCycles', data.u16())
    },
  },
}

/** F1 and F2: lengths of one byte, of two in 000A and wherever the first is zero. */
export const peripheralRow = moduleRow(peripheralModules, (id, reader) =>
  id === 0x0a ? reader.u16() : reader.u8() || reader.u8(),
)
