/**
 * GT06 bodies by protocol number: every form a body is known to take, the common one first.
 * A form is chosen by size: it must use up the body exactly and hold a possible date and place.
 * Source: Concox/Jimi GT06 V1.8.1, JM-VL03 V1.1.2, "GT02" V1.3, firmware and public frames of the family.
 */
import type { MessageKind } from '../protocol.ts'
import { assetModuleRow, jimiModuleRow, peripheralRow } from './modules.ts'
import { type Layout, layout, type Row } from './row.ts'
import * as f from './rows.ts'

export interface Body {
  name: string
  kind: MessageKind
  layouts: readonly Layout[]
  /** Number of the acknowledgement; false: the device wants none. */
  acknowledge: number | false
  /** The acknowledgement travels in a `79 79` frame. */
  isLongAcknowledge?: boolean
  /** The date is device-local by the makers' intent. */
  isLocalTime?: boolean
  /** Keep the report even if its date is impossible: an alarm matters more than when it was. */
  isAlarm?: boolean
  /** The high nibble of the language byte extends the alarm code. */
  hasWideAlarm?: boolean
}

type Part = Row | readonly Row[]

/** The forms of one position body: with each tail, the MNC as the MCC says and then with two bytes. */
const withTails = (
  head: readonly Part[],
  cell: Part,
  wideCell: Part,
  tails: { [variant: string]: readonly Part[] },
) =>
  [cell, wideCell].flatMap((form) =>
    Object.entries(tails).map(([variant, tail]) => layout(variant, ...head, form, ...tail)),
  )

const fix: readonly Part[] = [f.date, f.gps]
const { cell2g, cell2gWide, cell4g, cell4gWide, cellLong, cellLongWide, status, sending, odometer } = f

const driverCard = f.put('driverId', 8, (reader) => {
  const digits = reader.bcd(8)
  return /^0*$/.test(digits) ? undefined : digits
})
/** Counts itself and the cell; many clones send what they like, so it decides nothing. */
const lbsLength: Row = {
  ...f.say('lbsLength', 1, (reader) => reader.u8()),
  write: (writer, draft) => writer.u8(draft.mcc & 0x8000 ? 10 : 9),
}
/** FF: the alarm is not of a fence. */
const fenceNumber: Row = {
  ...f.say('fenceNumber', 1, (reader) => {
    const number = reader.u8()
    return number === 0xff ? null : number
  }),
  write: (writer, draft) => {
    const number = draft.extra?.fenceNumber
    writer.u8(typeof number === 'number' ? number : 0xff)
  },
}
const deviceType: Row = {
  ...f.raw('deviceType', 2),
  write: (writer, draft) => writer.bcd(String(draft.extra?.deviceType ?? '0000')),
}
/** Bits 15-4 hours times 100 plus minutes, 3 west, 1-0 language. */
const zoneWord: Row = {
  ...f.say('zoneWord', 2, (reader) => reader.u16()),
  write: (writer, draft) => writer.u16(Number(draft.extra?.zoneWord ?? 0)),
}
const phone: Row = { ...f.say('phone', 21, (reader) => f.asciiText(reader.take(21))) }
const ta = f.say('timingAdvance', 1, (reader) => reader.u8())
const languageWord = f.padding(2)
const temperature = (
  name: string,
  size: 1 | 2 | 4,
  read: (reader: import('../reader.ts').Reader) => number,
): Row => ({
  name,
  size,
  isFixed: true,
  read: (reader, draft) => {
    draft.report.temperaturesC = [read(reader)]
  },
  show: (draft) => String(draft.report.temperaturesC?.[0]),
})
/** Sign in the top bit, magnitude below it. */
const signMagnitude = (value: number, bits: number, negativeWhenSet: boolean) => {
  const magnitude = value & ((1 << (bits - 1)) - 1)
  return (value >> (bits - 1) === 1) === negativeWhenSet && magnitude !== 0 ? -magnitude : magnitude
}

/** Benway: ACC, a second input, and a temperature or an analogue value in one word. */
const benwayMask: Row = {
  ...f.say('inputMask', 2, (reader, draft) => {
    const mask = reader.u16()
    draft.acc = mask >> 15
    draft.say('input2', (mask & 0x4000) !== 0)
    if (mask & 0x1000) draft.report.temperaturesC = [mask & 0x200 ? -(mask & 0x1ff) : mask & 0x1ff]
    else draft.say('analogue1', mask & 0x2000 ? mask & 0x3ff : (mask & 0x3ff) / 10)
    return mask
  }),
}

const locationTails = {
  standard: [],
  mileage: [odometer],
  VXT01: [f.terminalInfo, f.externalVolts, f.gsm, f.padding(1)],
  sending: [sending],
  'sending, mileage': [sending, odometer],
  Benway: [benwayMask],
  S5: [
    f.terminalInfo,
    f.externalVolts,
    f.gsm,
    f.alarm,
    f.say('oil', 2, (reader) => reader.u16()),
    temperature('temperatureC', 1, (reader) => signMagnitude(reader.u8(), 8, true)),
    f.odometerTens,
  ], // prettier-ignore
  card: [
    odometer,
    f.count('cardLength'),
    f.countedText('card'),
    f.say('cardAlarm', 1, (reader) => reader.u8()),
    f.say('cardSwiped', 1, (reader) => reader.u8()),
  ], // prettier-ignore
  WeTrust: [
    odometer,
    f.count('cardLength'),
    f.countedText('card'),
    f.say('cardAlarm', 1, (reader) => reader.u8()),
    f.say('cardState', 1, (reader) => reader.u8()),
    f.say('drivingTime', 2, (reader) => reader.u16()),
  ], // prettier-ignore
}

const sendingTails = {
  standard: [sending],
  mileage: [sending, odometer],
  'no sending': [],
}

const locations: readonly Layout[] = [
  ...withTails(fix, cell2g, cell2gWide, sendingTails),
  layout('altitude', ...fix, cell2g, sending, odometer, f.altitude),
]

const alarmTails = { standard: [status], mileage: [status, odometer] }
const fenceTails = { standard: [status, fenceNumber], mileage: [status, fenceNumber, odometer] }
const lbsHead = [...fix, lbsLength]

const seeWorldAlarm = layout('SeeWorld', ...lbsHead, cellLong, status)
const alarmBodies: readonly Layout[] = [
  ...withTails(lbsHead, cell2g, cell2gWide, alarmTails),
  layout('VXT01', ...fix, cell2g, f.terminalInfo, f.externalVolts, f.gsm, f.alarm),
  layout('no LBS length', ...fix, cell2g, status),
  layout('RFID', ...lbsHead, cell2g, status, driverCard),
  seeWorldAlarm,
  layout('no cell', ...lbsHead, status),
  layout('empty neighbours', ...lbsHead, f.padding(45), status),
]
const fenceBodies: readonly Layout[] = [
  ...withTails(lbsHead, cell2g, cell2gWide, fenceTails),
  layout('no fence', ...lbsHead, cell2g, status),
]

const sevenCells = (form: '2g' | '4g', ...tail: readonly Part[]): readonly Layout[] => [
  layout('standard', f.date, f.network, f.cells(form, 7), ta, ...tail),
  layout('standard', f.date, f.wideNetwork, f.cells(form, 7), ta, ...tail),
]
const cellList = (form: '2g' | '4g') => [...sevenCells(form, languageWord), ...sevenCells(form)]
const wifiList: readonly Row[] = [f.count('wifiCount'), f.wifi]

const assetSignal = f.say('signalWord', 2, (reader, draft) => {
  const word = reader.u16()
  draft.report.satellites = ((word >> 10) & 31) + ((word >> 5) & 31)
  draft.gsm = word & 31
  draft.say('csq', word & 31)
  return word
})
const workMode = f.say('workMode', 1, (reader) => reader.u8())
const workTime = f.say('workTime', 2, (reader) => reader.u16())
/** Ten times degrees, in work mode 4 only. */
const modeTemperature: Row = {
  name: 'temperature',
  size: 2,
  isFixed: true,
  read: (reader, draft) => {
    const value = reader.i16()
    if (draft.extra?.workMode === 4) draft.report.temperaturesC = [value / 10]
    else draft.say('temperatureRaw', value)
  },
  show: (draft) => String(draft.report.temperaturesC?.[0] ?? draft.extra?.temperatureRaw),
}

const assetHead: readonly Part[] = [
  f.terminalInfo,
  assetSignal,
  f.alarm,
  f.language,
  f.batteryPercent,
  workMode,
  f.externalVolts,
  f.padding(1),
] // prettier-ignore

const heartbeats: readonly Layout[] = [
  { ...layout('standard', status), accepts: (draft) => draft.gsm <= 100 },
  layout('R11', f.terminalInfo, f.externalVolts, f.gsm, f.padding(1)),
  layout('short', f.terminalInfo, f.voltageLevel, f.gsm),
  layout('no language', f.terminalInfo, f.voltageLevel, f.gsm, f.alarm),
  layout('voltage', status, f.externalVolts),
  layout('OBD6', ...assetHead, workTime, modeTemperature),
  layout(
    'asset',
    ...assetHead,
    f.say('workTimes', 2, (reader) => reader.u16()),
    workTime,
    temperature('temperatureC', 2, (reader) => signMagnitude(reader.u16(), 16, false) / 10),
  ),
]

const seeWorldTail: readonly Row[] = [
  ...sending,
  odometer,
  f.say('travelTime', 4, (reader) => reader.u32()),
  temperature('temperatureC', 2, (reader) => signMagnitude(reader.u16(), 16, true) / 100),
  f.put('humidityPercent', 2, (reader) => reader.u16() / 100),
]

const gt02Cell = cellLongWide
const obdText = (name: string): readonly Layout[] => [
  layout('standard', f.date, f.acc, f.text(name, 12), f.gps),
  layout('no place', f.date, f.acc, f.text(name)),
]

const x1: readonly Part[] = [
  f.raw('dataAndAlarm', 4),
  ...fix,
  f.raw('terminalInfoWord', 2),
  odometer,
  cellLong,
  f.put('driverId', 4, (reader) => String(reader.u32() || '') || undefined),
  f.externalVolts,
  f.batteryVolts,
  f.raw('portInfo', 4),
  f.say('input', 1, (reader) => reader.u8()),
  f.say('output', 1, (reader) => reader.u8()),
]
const analogue = (name: string) => f.say(name, 2, (reader) => reader.u16() / 100)

const reports = (
  name: string,
  acknowledge: number | false,
  layouts: readonly Layout[],
  more?: Partial<Body>,
): Body => ({
  name,
  kind: 'reports',
  layouts,
  acknowledge,
  ...more,
})
const other = (
  kind: MessageKind,
  name: string,
  acknowledge: number | false,
  layouts: readonly Layout[] = [],
): Body => ({
  name,
  kind,
  layouts,
  acknowledge,
})
const alarmOf = (more?: Partial<Body>): Partial<Body> => ({ isAlarm: true, ...more })
const local = { isLocalTime: true }

const u16 = (name: string, scale = 1) => f.say(name, 2, (reader) => reader.u16() / scale)
const u32 = (name: string) => f.say(name, 4, (reader) => reader.u32())
const percent = (name: string) => f.say(name, 1, (reader) => reader.u8())

/** The battery of a WD-209: capacities in mAh, 14 cells, temperature in tenths of a kelvin. */
const batteryManagement: readonly Row[] = [
  f.batteryPercent,
  u16('remainingCapacity'),
  percent('absoluteCapacityPercent'),
  u16('fullCapacity'),
  percent('batteryHealthPercent'),
  temperature('temperatureC', 2, (reader) => Math.round(reader.u16() - 2731) / 10),
  u16('current'),
  f.put('batteryVoltageV', 2, (reader) => reader.u16() / 1000),
  u16('chargeCycles'),
  f.say('cellVoltagesV', 28, (reader) => Array.from({ length: 14 }, () => reader.u16() / 1000)),
  u16('chargeInterval'),
  u16('longestChargeInterval'),
  f.say('barcode', 16, (reader) => f.asciiText(reader.take(16))),
  u16('batteryVersion'),
  f.say('manufacturer', 16, (reader) => f.asciiText(reader.take(16))),
  u32('batteryStatus'),
  u32('controllerStatus'),
  u32('controllerFault'),
]

const modularCell: readonly Row[] = [f.cellType, f.typedCell]
const phoneQuery: readonly Row[] = [phone, f.alarm, f.language]

/** Bodies of `78 78` frames. */
export const shortBodies: { readonly [number: number]: Body } = {
  0x01: other('login', 'login', 0x01, [
    layout('short', f.imei),
    layout('extended', f.imei, deviceType, zoneWord),
    layout('with type', f.imei, deviceType),
  ]),
  0x10: reports(
    'gps',
    false,
    [layout('standard', ...fix, f.padding(1), f.language), layout('short', ...fix)],
    local,
  ),
  0x11: reports(
    'cells',
    false,
    [
      layout('with GPS', ...fix, cellLongWide),
      layout('with GPS', ...fix, cellLong),
      layout('standard', f.date, cell2g),
      layout('standard', f.date, cell2gWide),
      layout('with GPS', ...fix, cell2g),
    ],
    local,
  ),
  0x12: reports(
    'location',
    false,
    [...withTails(fix, cell2g, cell2gWide, locationTails), layout('QH302R', f.imei, ...fix, cell2g)],
    local,
  ),
  0x13: other('heartbeat', 'heartbeat', 0x13, heartbeats),
  0x14: reports('satellites', false, [
    layout(
      'standard',
      f.say('satelliteSnr', 0, (reader) => [...reader.rest()]),
    ),
  ]),
  0x15: other('commandReply', 'commandReply', false),
  0x16: reports('alarm', 0x16, [alarmBodies[0]!, seeWorldAlarm, ...alarmBodies.slice(1)], alarmOf(local)),
  0x17: reports('addressQuery', false, [
    layout(
      'RFID',
      ...fix,
      cell2g,
      driverCard,
      f.say('isDriverValid', 1, (reader) => reader.u8()),
    ),
    layout('standard', cell2g, phoneQuery),
    layout('standard', cell2gWide, phoneQuery),
  ]),
  0x18: reports('cellList', 0x18, [...cellList('2g'), ...sevenCells('2g', wifiList)], local),
  0x19: reports(
    'cellAlarm',
    0x19,
    [
      layout('standard', cell2g, status),
      layout('standard', cell2gWide, status),
      layout('Space10X', f.date, f.network, f.count('cellCount'), f.cells('2g', 'counted'), languageWord),
    ],
    alarmOf(),
  ),
  0x1a: reports('addressQuery', false, [layout('standard', ...fix, phoneQuery)], local),
  0x1e: reports('locationCells', 0x1e, [
    layout('JI09', ...fix, f.network, f.cells('2g', 7), ta, languageWord),
  ]),
  // Jimi 4G: the answer is a Unix time.
  0x1f: other('heartbeat', 'unixTimeRequest', false),
  0x21: other('commandReply', 'commandReply', false),
  0x22: reports('location', false, [
    ...locations,
    layout('SeeWorld', ...fix, cellLong, seeWorldTail),
    layout(
      'NT20',
      f.say('source', 1, (reader) => reader.u8()),
      f.imei,
      f.raw('sentTime', 6),
      ...fix,
      lbsLength,
      cell2g,
      f.terminalInfo,
      f.externalVolts,
      f.padding(1),
      f.gsm,
      f.alarm,
      f.language,
      f.put('odometerM', 3, (reader) => reader.u24()),
      f.say('engineMinutes', 3, (reader) => reader.u24()),
    ), // prettier-ignore
  ]),
  0x23: other('heartbeat', 'heartbeat', 0x23, [
    layout('standard', f.terminalInfo, f.batteryVolts, f.gsm, f.alarm, f.language),
    layout('short', f.terminalInfo, f.batteryVolts, f.gsm),
  ]),
  0x24: reports('cellList', 0x24, [
    layout('Wanway S20', f.date, ta, f.network, f.count('cellCount'), f.cells('2g', 'counted'), f.anyPadding),
    layout('SR411', ...fix, cell2g, f.acc, f.externalVolts, f.batteryVolts, f.raw('tail', 10)),
  ]),
  0x25: reports('driver', 0x25, [layout('XT40', ...fix, cellLong, f.rest('driver'))]),
  0x26: reports('alarm', 0x26, alarmBodies, alarmOf()),
  0x27: reports('fenceAlarm', 0x27, fenceBodies, alarmOf({ hasWideAlarm: true })),
  0x28: reports('cellList', false, cellList('2g')),
  0x29: other('heartbeat', 'heartbeat', 0x29, [
    layout('standard', status, f.externalVolts, f.raw('alarmSwitches', 2)),
  ]),
  0x2a: reports('addressQuery', false, [layout('standard', ...fix, phoneQuery)]),
  0x2c: reports('cellsAndWifi', 0x2c, sevenCells('2g', wifiList)),
  0x2d: reports('location', 0x2d, locations),
  0x2e: reports('cellList', 0x2e, cellList('2g')),
  0x31: reports('location', false, [
    layout('GT02', ...fix, gt02Cell, sending),
    layout('SL4X', ...fix, gt02Cell, sending, odometer, f.altitude),
    layout('SL4X', ...fix, gt02Cell, sending, f.altitude),
  ]),
  // The maker's server answers 26 here, not 32.
  0x32: reports(
    'alarm',
    0x26,
    [layout('GT02', ...lbsHead, gt02Cell, status), layout('SL4X', ...lbsHead, gt02Cell, status, f.altitude)],
    alarmOf(),
  ),
  0x33: reports('cellsAndWifi', false, [
    layout('GT02', f.date, f.wideNetwork, f.cells('long', 6), ta, wifiList),
  ]),
  0x34: reports('cellList', false, [
    layout('X1', ...x1, analogue('analogue1'), analogue('analogue2')),
    layout('GT02', f.date, ta, f.wideNetwork, f.count('cellCount'), f.cells('long', 'counted'), f.anyPadding),
    layout('X1', ...x1, f.rest('analogues')),
  ]),
  0x35: other('part', 'pictureInfo', false, [
    layout(
      'X1',
      f.date,
      f.raw('fixState', 1),
      f.raw('place', 8),
      f.say('camera', 1, (reader) => reader.u8()),
      f.say('pictureSource', 1, (reader) => reader.u8()),
      f.say('pictureFormat', 1, (reader) => reader.u8()),
      f.say('pictureLength', 4, (reader) => reader.u32()),
      f.say('pictureId', 4, (reader) => reader.u32()),
    ), // prettier-ignore
  ]),
  0x36: other('heartbeat', 'heartbeat', 0x36, [layout('modules', status, jimiModuleRow)]),
  0x37: reports('location', 0x37, withTails(fix, cell2g, cell2gWide, { modules: [sending, jimiModuleRow] })),
  0x38: reports('location', 0x38, [
    layout('modules', ...fix, f.uploadMode, f.reupload, modularCell, jimiModuleRow),
  ]),
  0x39: reports(
    'alarm',
    0x39,
    [layout('modules', ...fix, modularCell, status, jimiModuleRow)],
    alarmOf({ hasWideAlarm: true }),
  ),
  0x40: reports('batteryManagement', 0x40, [
    layout('WD-209', f.raw('serialNumber', 8), f.unixTime, batteryManagement),
    layout('WD-209', f.raw('serialNumber', 8), f.unixTime, batteryManagement, f.rest('tail')),
  ]),
  0x61: reports('driver', 0x61, [
    layout(
      'XT40',
      f.imei,
      ...fix,
      cellLong,
      f.put('driverId', 6, (reader) => String(reader.u32() * 0x1_0000 + reader.u16())),
    ),
  ]),
  0x8b: reports('placeQuery', false, [layout('standard', cell2g), layout('4G', cell4g)]),
  0x90: other('information', 'imsi', 0x90),
  0x91: other('information', 'iccid', 0x91),
  0x94: reports('voltage', false, [layout('short', f.externalVolts)]),
  0x95: reports(
    'cameraEvent',
    0x95,
    [
      layout(
        'JC400',
        f.padding(2),
        f.say('version', 1, (reader) => reader.u8()),
        f.date,
        f.gpsWide,
        f.externalTenths,
        f.event,
        f.raw('eventData', 2),
        f.text('eventFiles'),
      ),
      layout('JC100', f.date, f.event),
      layout('JC100', f.date, f.gpsBrief, f.event, f.raw('eventData', 2), f.text('eventFiles')),
    ],
    alarmOf(),
  ),
  0xa0: reports('location', false, withTails(fix, cell4g, cell4gWide, sendingTails)),
  0xa1: reports('cellList', false, cellList('4g')),
  0xa2: reports('cellsAndWifi', 0xa2, [
    ...sevenCells('4g', wifiList),
    ...[cell4g, cell4gWide].map((cell) =>
      layout(
        'LW4G',
        ...fix,
        cell,
        f.say('networkType', 1, (reader) => reader.u8()),
        f.terminalInfo,
        f.externalVolts,
        f.voltageLevel,
        f.gsm,
        f.alarm,
        f.language,
        odometer,
        f.say('engineSeconds', 4, (reader) => reader.u32()),
        f.raw('terminalId', 8),
        f.raw('inputs', 2),
      ),
    ),
  ]), // prettier-ignore
  0xa3: reports(
    'fenceAlarm',
    0xa3,
    [
      ...withTails(lbsHead, cell4g, cell4gWide, alarmTails),
      layout('SeeWorld', f.terminalInfo, f.raw('state', 6)),
      layout('SeeWorld', f.terminalInfo, f.raw('state', 18)),
    ],
    alarmOf(),
  ),
  0xa4: reports(
    'fenceAlarm',
    0xa4,
    [
      ...withTails(lbsHead, cell4g, cell4gWide, fenceTails),
      ...withTails(lbsHead, cell4g, cell4gWide, alarmTails),
    ],
    alarmOf({ hasWideAlarm: true }),
  ),
  0xa5: reports(
    'cellAlarm',
    0xa5,
    [layout('standard', cell4g, status), layout('standard', cell4gWide, status)],
    alarmOf(),
  ),
  0xa7: reports('addressQuery', false, [
    layout('standard', cell4g, phoneQuery),
    layout('standard', cell4gWide, phoneQuery),
  ]),
  0xa9: reports(
    'cellAlarm',
    0xa9,
    [f.network, f.wideNetwork].flatMap((network) =>
      (['2g', '4g'] as const).map((form) =>
        layout(
          form,
          f.date,
          network,
          f.say('networkType', 1, (reader) => reader.u8()),
          f.count('cellCount'),
          f.cells(form, 'counted'),
          ta,
          wifiList,
          f.alarm,
          f.language,
        ),
      ),
    ),
    alarmOf({ hasWideAlarm: true }),
  ), // prettier-ignore
  0xb0: other('unknown', 'attendance', 0xb0),
  0xb2: other('unknown', 'attendance', 0xb2),
  0xf3: reports('wifiList', 0xf3, [layout('standard', f.date, f.count('wifiCount'), f.wifiUnrated)]),
  0x80: other('unknown', 'command', false),
  0x81: other('unknown', 'query', false),
  0x82: other('unknown', 'query', false),
  0x8a: other('heartbeat', 'timeRequest', false),
  0xfd: other('unknown', 'makerServer', false),
  0xfe: other('unknown', 'makerServer', false),
  0xff: other('unknown', 'debugLog', false),
}

const az735: readonly Layout[] = [
  layout(
    'AZ735',
    f.date,
    f.count('gpsLength'),
    optionalBlock('gps'),
    f.count('lbsLength'),
    optionalBlock('cell'),
    f.lengthOf('extraCellsLength', 6),
    f.cells('2g', 'counted'),
    f.lengthOf('wifiLength', 7),
    f.wifi,
    f.say('statusByte', 1, (reader) => reader.u8()),
    f.count('extensionLength'),
    f.countedRaw('extension'),
  ),
] // prettier-ignore

/** A block whose length byte, just read, is zero when the block is left out. */
function optionalBlock(name: 'gps' | 'cell'): Row {
  const rows = name === 'gps' ? f.gps : [...cell2g, f.rssi()]
  return {
    name,
    size: 0,
    isFixed: false,
    read(reader, draft, trace) {
      if (draft.count === 0) return
      for (const row of rows) {
        const from = reader.offset
        row.read(reader, draft)
        trace?.(row.name, from, reader.offset - from, row.show?.(draft) ?? '')
      }
      if (name === 'cell') f.keepCell(draft)
    },
  }
}

/** Bodies of `79 79` frames, where they differ from those of the same number in `78 78`. */
export const longBodies: { readonly [number: number]: Body } = {
  ...shortBodies,
  0x32: reports('location', 0x32, az735, { isLongAcknowledge: true }),
  0x33: reports('alarm', 0x33, az735, { isLongAcknowledge: true, isAlarm: true }),
  0x36: other('part', 'pictureData', false, [
    layout(
      'X1',
      f.say('pictureId', 4, (reader) => reader.u32()),
      f.say('pictureOffset', 4, (reader) => reader.u32()),
      f.say('blockLength', 2, (reader) => reader.u16()),
      f.rest('block'),
    ),
  ]),
  0x41: {
    ...other('part', 'media', 0x41, [
      layout(
        'WD-209',
        f.raw('serialNumber', 8),
        f.unixTime,
        f.raw('place', 14),
        f.raw('cell', 8),
        f.say('mediaId', 4, (reader) => reader.u32()),
        f.say('mediaLength', 4, (reader) => reader.u32()),
        f.say('mediaType', 1, (reader) => reader.u8()),
        f.say('mediaFormat', 1, (reader) => reader.u8()),
        f.rest('block'),
      ), // prettier-ignore
    ]),
    isLongAcknowledge: true,
  },
  0x65: reports('troubleCodes', false, obdText('troubleCodes')),
  0x66: reports('obdValues', false, obdText('obdValues')),
  0x8c: reports('obdStream', false, obdText('obdValues')),
  0x8e: reports('troubleCodes', false, [layout('standard', f.date, f.text('troubleCodes', 12), f.gps)]),
  0x70: reports('modules', 0x70, [layout('AT', assetModuleRow)]),
  0x8d: other('part', 'file', 0x8d, [layout('standard', f.rest('block'))]),
  0x94: other('information', 'information', false),
  0x98: other('information', 'identifiers', false),
  0x9b: other('information', 'transparentData', false),
  0x9c: other('information', 'transparentData', false),
  0xf1: reports('deviceState', 0xf1, [layout('TLV', f.unixTime, peripheralRow)]),
  0xf2: reports('peripherals', 0xf2, [layout('TLV', f.unixTime, peripheralRow)]),
}
