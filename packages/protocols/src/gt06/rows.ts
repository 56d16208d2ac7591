/**
 * The fields that GT06 bodies are made of, big-endian.
 * Source: Concox/Jimi GT06 protocol V1.8.1, JM-VL03 V1.1.2, and the device firmware of the family.
 */
import { toHex } from '../bytes.ts'
import type { Extra } from '../protocol.ts'
import type { Reader } from '../reader.ts'
import { calendarTime } from './clock.ts'
import type { Draft } from './draft.ts'
import type { Row } from './row.ts'
import type { Writer } from './writer.ts'

const unitsPerDegree = 1_800_000

function row(
  name: string,
  size: number,
  read: (reader: Reader, draft: Draft) => void,
  show: (draft: Draft) => string,
  write?: (writer: Writer, draft: Draft) => void,
): Row {
  return { name, size, isFixed: true, read, show, write }
}

const hex = (value: number, digits = 2) => value.toString(16).padStart(digits, '0')

/** A value kept in `extra` under the row's name. */
export function say(name: string, size: number, read: (reader: Reader, draft: Draft) => Extra): Row {
  return row(
    name,
    size,
    (reader, draft) => draft.say(name, read(reader, draft)),
    (draft) => String(draft.extra?.[name]),
  )
}

/** A value the report has a key for, in the report's unit. */
export function put<
  K extends
    | 'odometerM'
    | 'externalVoltageV'
    | 'batteryVoltageV'
    | 'altitudeM'
    | 'batteryPercent'
    | 'humidityPercent'
    | 'fuelL'
    | 'driverId'
    | 'iccid'
    | 'doorOpen'
    | 'charging'
    | 'satellites',
>(
  name: K,
  size: number,
  read: (reader: Reader) => Draft['report'][K],
  write?: (writer: Writer, draft: Draft) => void,
): Row {
  return row(
    name,
    size,
    (reader, draft) => {
      draft.report[name] = read(reader)
    },
    (draft) => String(draft.report[name]),
    write,
  )
}

/** Bytes without a meaning for us, kept as hex. */
export const raw = (name: string, size: number): Row => say(name, size, (reader) => toHex(reader.take(size)))

/** All that is left of the body. */
export const rest = (name: string): Row => ({
  ...say(name, 0, (reader) => toHex(reader.rest())),
  isFixed: false,
})

/** Bytes that every sender leaves empty or fills with padding. */
export const padding = (size: number): Row =>
  row(
    'padding',
    size,
    (reader) => reader.skip(size),
    () => '',
  )

/** Whatever is left, when it says nothing. */
export const anyPadding: Row = {
  ...row(
    'padding',
    0,
    (reader) => void reader.rest(),
    () => '',
  ),
  isFixed: false,
}

const dateText = (time: number | null) =>
  time === null ? 'none' : Number.isNaN(time) ? 'impossible' : new Date(time).toISOString().slice(0, 19)

/** Year from 2000, month, day, hour, minute, second, each plain binary. Zeros: the clock is not set. */
export const date: Row = row(
  'date',
  6,
  (reader, draft) => {
    const year = reader.u8()
    const month = reader.u8()
    const day = reader.u8()
    const time = calendarTime(year, month, day, reader.u8(), reader.u8(), reader.u8())
    draft.deviceTime = month === 0 && day === 0 && year === 0 ? null : time
  },
  (draft) => dateText(draft.deviceTime),
  (writer, draft) => {
    const time = new Date(draft.deviceTime ?? 0)
    writer.u8(time.getUTCFullYear() - 2000)
    writer.u8(time.getUTCMonth() + 1)
    writer.u8(time.getUTCDate())
    writer.u8(time.getUTCHours())
    writer.u8(time.getUTCMinutes())
    writer.u8(time.getUTCSeconds())
  },
)

/** Seconds since 1970, UTC. */
export const unixTime: Row = row(
  'time',
  4,
  (reader, draft) => {
    const seconds = reader.u32()
    draft.unixTime = seconds === 0 ? null : seconds * 1000
  },
  (draft) => dateText(draft.unixTime),
)

const latitude: Row = row(
  'latitude',
  4,
  (reader, draft) => {
    draft.latitude = reader.u32()
  },
  (draft) => (draft.latitude / unitsPerDegree).toFixed(6),
  (writer, draft) => writer.u32(draft.latitude),
)

const longitude: Row = row(
  'longitude',
  4,
  (reader, draft) => {
    draft.longitude = reader.u32()
  },
  (draft) => (draft.longitude / unitsPerDegree).toFixed(6),
  (writer, draft) => writer.u32(draft.longitude),
)

const satellites: Row = row(
  'satellites',
  1,
  (reader, draft) => {
    draft.satelliteByte = reader.u8()
  },
  (draft) => String(draft.satelliteByte & 15),
  (writer, draft) => writer.u8(draft.satelliteByte),
)

const speed: Row = row(
  'speedKmh',
  1,
  (reader, draft) => {
    draft.speedKmh = reader.u8()
  },
  (draft) => String(draft.speedKmh),
  (writer, draft) => writer.u8(draft.speedKmh),
)

const wideSpeed: Row = row(
  'speedKmh',
  2,
  (reader, draft) => {
    draft.speedKmh = reader.u16()
  },
  (draft) => String(draft.speedKmh),
)

const flags: Row = row(
  'flags',
  2,
  (reader, draft) => {
    draft.flags = reader.u16()
  },
  ({ flags: word }) =>
    [
      word & 0x1000 ? 'positioned' : 'not positioned',
      word & 0x400 ? 'north' : 'south',
      word & 0x800 ? 'west' : 'east',
      `course ${word & 0x3ff}`,
      ...(word & 0x4000 ? [word & 0x8000 ? 'ACC on' : 'ACC off'] : []),
    ].join(', '),
  (writer, draft) => writer.u16(draft.flags),
)

export const gps: readonly Row[] = [satellites, latitude, longitude, speed, flags]
/** JC100: neither satellites nor speed. */
export const gpsBrief: readonly Row[] = [latitude, longitude, flags]
/** JC400: the word of flags stands before a speed of two bytes. */
export const gpsWide: readonly Row[] = [satellites, latitude, longitude, flags, wideSpeed]

const mcc: Row = row(
  'mcc',
  2,
  (reader, draft) => {
    draft.mcc = reader.u16()
  },
  (draft) => String(draft.mcc & 0x7fff),
  (writer, draft) => writer.u16(draft.mcc),
)

/** One byte, or two when bit 15 of the MCC says so. */
const mnc: Row = {
  name: 'mnc',
  size: 1,
  isFixed: false,
  read: (reader, draft) => {
    draft.mnc = draft.mcc & 0x8000 ? reader.u16() : reader.u8()
  },
  show: (draft) => String(draft.mnc),
  write: (writer, draft) => (draft.mcc & 0x8000 ? writer.u16(draft.mnc) : writer.u8(draft.mnc)),
}

/** Two bytes whatever the MCC says: newer units forget the bit. */
const wideMnc: Row = row(
  'mnc',
  2,
  (reader, draft) => {
    draft.mnc = reader.u16()
  },
  (draft) => String(draft.mnc),
)

const lac = (size: 2 | 4): Row =>
  row(
    'lac',
    size,
    (reader, draft) => {
      draft.lac = size === 2 ? reader.u16() : reader.u32()
    },
    (draft) => String(draft.lac),
    (writer, draft) => (size === 2 ? writer.u16(draft.lac) : writer.u32(draft.lac)),
  )

const cellId = (size: 2 | 3 | 4 | 8): Row =>
  row(
    'cellId',
    size,
    (reader, draft) => {
      draft.cellId =
        size === 2 ? reader.u16() : size === 3 ? reader.u24() : size === 4 ? reader.u32() : reader.u64()
    },
    (draft) => String(draft.cellId),
    (writer, draft) => {
      if (size === 2) writer.u16(draft.cellId)
      else if (size === 3) writer.u24(draft.cellId)
      else if (size === 4) writer.u32(draft.cellId)
      else writer.u64(draft.cellId)
    },
  )

export const rssi = (size: 1 | 2 = 1): Row =>
  row(
    'rssi',
    size,
    (reader, draft) => {
      draft.rssi = size === 1 ? reader.u8() : reader.u16()
    },
    (draft) => String(-draft.rssi),
  )

export const network: readonly Row[] = [mcc, mnc]
export const wideNetwork: readonly Row[] = [mcc, wideMnc]

/** A cell's own numbers: LAC of 2 and id of 3 bytes in 2G, 4 and 8 in 4G; some makers 2 and 4. */
export const cell2g: readonly Row[] = [mcc, mnc, lac(2), cellId(3)]
export const cell2gWide: readonly Row[] = [mcc, wideMnc, lac(2), cellId(3)]
export const cellLong: readonly Row[] = [mcc, mnc, lac(2), cellId(4)]
export const cellLongWide: readonly Row[] = [mcc, wideMnc, lac(2), cellId(4)]
export const cell4g: readonly Row[] = [mcc, mnc, lac(4), cellId(8)]
export const cell4gWide: readonly Row[] = [mcc, wideMnc, lac(4), cellId(8)]

/**
 * Most units send the magnitude of dBm, some a signed byte; the ranges of the two do not meet.
 * 0 says nothing and FF is padding.
 */
const dbm = (byte: number) => (byte <= 0 || byte >= 255 ? undefined : byte <= 140 ? -byte : byte - 256)

/** Adds the cell just read to the list; a cell without numbers is padding. */
export function keepCell(draft: Draft): void {
  if (draft.mcc > 0 && (draft.lac > 0 || draft.cellId > 0)) {
    draft.cells ??= []
    const rssiDbm = dbm(draft.rssi)
    const cell = { mcc: draft.mcc & 0x7fff, mnc: draft.mnc, lac: draft.lac, cellId: draft.cellId }
    draft.cells.push(rssiDbm === undefined ? cell : { ...cell, rssiDbm })
  }
  draft.lac = -1
  draft.cellId = -1
  draft.rssi = -1
}

/** Entries one after the other; stops at the end of the body whatever was announced. */
function list(
  name: string,
  rows: readonly Row[],
  times: number | 'counted',
  keep: (draft: Draft) => void,
): Row {
  const entrySize = rows.reduce((sum, each) => sum + each.size, 0)
  return {
    name,
    size: times === 'counted' ? 0 : times * entrySize,
    isFixed: times !== 'counted',
    read(reader, draft, trace) {
      const announced = times === 'counted' ? draft.count : times
      for (let i = 1; i <= announced; i++) {
        if (reader.remaining < entrySize) {
          reader.skip(entrySize)
          return
        }
        for (const each of rows) {
          const from = reader.offset
          each.read(reader, draft)
          trace?.(`${name}[${i}].${each.name}`, from, reader.offset - from, each.show?.(draft) ?? '')
        }
        keep(draft)
      }
    },
  }
}

type ListedCell = '2g' | '4g' | 'long' | 'brief' | 'wideLong'
const listedCell: { readonly [form in ListedCell]: readonly Row[] } = {
  '2g': [lac(2), cellId(3), rssi()],
  '4g': [lac(4), cellId(8), rssi()],
  long: [lac(2), cellId(4), rssi()],
  brief: [lac(2), cellId(2), rssi()],
  wideLong: [lac(4), cellId(4), rssi()],
}

/** Cells of the network named before, each with its signal. */
export const cells = (form: ListedCell, times: number | 'counted'): Row =>
  list('cell', listedCell[form], times, keepCell)

const mac: Row = row(
  'mac',
  6,
  (reader, draft) => {
    draft.mac = macText(reader.take(6))
  },
  (draft) => draft.mac,
)

export const macText = (bytes: Uint8Array) => toHex(bytes).replace(/..(?=.)/g, '$&:')

function keepWifi(draft: Draft): void {
  if (draft.mac !== '00:00:00:00:00:00' && draft.mac !== 'ff:ff:ff:ff:ff:ff') {
    draft.wifi ??= []
    const rssiDbm = dbm(draft.rssi)
    draft.wifi.push(rssiDbm === undefined ? { mac: draft.mac } : { mac: draft.mac, rssiDbm })
  }
  draft.rssi = -1
}

export const wifi: Row = list('wifi', [mac, rssi()], 'counted', keepWifi)
/** F3: two bytes of unknown meaning before each address, no signal. */
export const wifiUnrated: Row = list('wifi', [padding(2), mac], 'counted', keepWifi)

export const count = (name: string): Row =>
  row(
    name,
    1,
    (reader, draft) => {
      draft.count = reader.u8()
    },
    (draft) => String(draft.count),
  )

/** The length in bytes of the list that follows, of entries of `entrySize`. */
export const lengthOf = (name: string, entrySize: number): Row =>
  row(
    name,
    1,
    (reader, draft) => {
      draft.count = Math.ceil(reader.u8() / entrySize)
    },
    (draft) => String(draft.count * entrySize),
  )

const terminalInfoBits = ['armed', 'ACC on', 'charging', '', '', '', 'GPS on', 'oil cut']

export const terminalInfo: Row = row(
  'terminalInfo',
  1,
  (reader, draft) => {
    draft.terminalInfo = reader.u8()
  },
  ({ terminalInfo: byte }) =>
    [
      hex(byte),
      ...terminalInfoBits.filter((name, bit) => name !== '' && byte & (1 << bit)),
      ...(byte & 0x38 ? [`alarm ${(byte >> 3) & 7}`] : []),
    ].join(' '),
  (writer, draft) => writer.u8(draft.terminalInfo),
)

export const voltageLevel: Row = row(
  'voltageLevel',
  1,
  (reader, draft) => {
    draft.voltageLevel = reader.u8()
  },
  (draft) => String(draft.voltageLevel),
  (writer, draft) => writer.u8(draft.voltageLevel),
)

export const gsm: Row = row(
  'gsmLevel',
  1,
  (reader, draft) => {
    draft.gsm = reader.u8()
  },
  (draft) => String(draft.gsm),
  (writer, draft) => writer.u8(draft.gsm),
)

export const alarm: Row = row(
  'alarm',
  1,
  (reader, draft) => {
    draft.alarm = reader.u8()
  },
  (draft) => hex(draft.alarm),
  (writer, draft) => writer.u8(draft.alarm),
)

export const language: Row = row(
  'language',
  1,
  (reader, draft) => {
    draft.language = reader.u8()
  },
  (draft) => hex(draft.language),
  (writer, draft) => writer.u8(draft.language),
)

export const status: readonly Row[] = [terminalInfo, voltageLevel, gsm, alarm, language]

export const acc: Row = row(
  'acc',
  1,
  (reader, draft) => {
    draft.acc = reader.u8()
  },
  (draft) => (draft.acc ? 'on' : 'off'),
  (writer, draft) => writer.u8(draft.acc),
)

const uploadModes = [
  'interval',
  'distance',
  'corner',
  'ACC changed',
  'stopped',
  'network back',
  'ephemeris refreshed',
  'key',
  'power on',
  'from cells',
  'standing',
  'from Wi-Fi',
  'locate now',
  'standing',
  'interval while standing',
  'tracking left',
] // prettier-ignore

export const uploadMode: Row = row(
  'uploadMode',
  1,
  (reader, draft) => {
    draft.uploadMode = reader.u8()
  },
  (draft) => `${hex(draft.uploadMode)} ${uploadModes[draft.uploadMode] ?? ''}`,
  (writer, draft) => writer.u8(draft.uploadMode),
)

export const reupload: Row = row(
  'reupload',
  1,
  (reader, draft) => {
    draft.reupload = reader.u8()
  },
  (draft) => (draft.reupload ? 'kept back' : 'live'),
  (writer, draft) => writer.u8(draft.reupload),
)

/** ACC, why the device sent, and whether it had kept the report back. */
export const sending: readonly Row[] = [acc, uploadMode, reupload]

export const odometer: Row = put(
  'odometerM',
  4,
  (reader) => reader.u32(),
  (writer, draft) => writer.u32(draft.report.odometerM ?? 0),
)
/** S5 counts tens of metres. */
export const odometerTens: Row = put('odometerM', 4, (reader) => reader.u32() * 10)
export const batteryVolts: Row = put(
  'batteryVoltageV',
  2,
  (reader) => reader.u16() / 100,
  (writer, draft) => writer.u16(Math.round((draft.report.batteryVoltageV ?? 0) * 100)),
)
export const externalVolts: Row = put('externalVoltageV', 2, (reader) => reader.u16() / 100)
/** JC400: tenths. */
export const externalTenths: Row = put('externalVoltageV', 2, (reader) => reader.u16() / 10)
export const batteryPercent: Row = put('batteryPercent', 1, (reader) => Math.min(100, reader.u8()))
export const altitude: Row = put('altitudeM', 2, (reader) => reader.i16())

export const cellType: Row = row(
  'cellType',
  1,
  (reader, draft) => {
    draft.cellType = reader.u8()
  },
  (draft) => String(draft.cellType),
)

/** A cell whose type byte (3 and above: 4G) decides the sizes of its numbers; the RSSI follows. */
export const typedCell: Row = {
  name: 'cell',
  size: 2 + 1 + 2 + 3 + 1,
  isFixed: false,
  read(reader, draft, trace) {
    const is4g = draft.cellType >= 3
    const rows = is4g ? [mcc, mnc, lac(4), cellId(8), rssi(2)] : [mcc, mnc, lac(2), cellId(3), rssi()]
    for (const each of rows) {
      const from = reader.offset
      each.read(reader, draft)
      trace?.(each.name, from, reader.offset - from, each.show?.(draft) ?? '')
    }
    keepCell(draft)
  },
}

/** BCD digits of an IMEI, sixteen with their padding. */
export const imei: Row = row(
  'imei',
  8,
  (reader, draft) => {
    draft.imei = reader.bcd(8)
  },
  (draft) => draft.imei,
  (writer, draft) => writer.bcd(draft.imei),
)

export const event: Row = row(
  'event',
  1,
  (reader, draft) => {
    draft.event = reader.u8()
  },
  (draft) => hex(draft.event),
)

export const serverFlag: Row = row(
  'serverFlag',
  4,
  (reader, draft) => {
    draft.serverFlag = reader.u32()
  },
  (draft) => String(draft.serverFlag),
)

/** Text up to `keepBack` bytes before the end of the body, without zeros and blanks around it. */
export const text = (name: string, keepBack = 0): Row => ({
  ...say(name, 0, (reader) => asciiText(reader.take(Math.max(0, reader.remaining - keepBack)))),
  isFixed: false,
})

/** A text of as many bytes as `count` said. */
export const countedText = (name: string): Row => ({
  ...say(name, 0, (reader, draft) => asciiText(reader.take(draft.count))),
  isFixed: false,
})

export function asciiText(bytes: Uint8Array): string {
  let out = ''
  for (const byte of bytes)
    if (byte !== 0) out += byte === 0x0a || byte >= 0x20 ? String.fromCharCode(byte) : ' '
  return out.trim()
}

/** As many bytes as `count` said, kept as hex; nothing kept where there are none. */
export const countedRaw = (name: string): Row => ({
  name,
  size: 0,
  isFixed: false,
  read(reader, draft) {
    const bytes = reader.take(draft.count)
    if (bytes.length > 0) draft.say(name, toHex(bytes))
  },
  show: (draft) => String(draft.extra?.[name] ?? ''),
})
