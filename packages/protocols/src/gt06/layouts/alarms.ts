/** Forms of the bodies that report an alarm: 16, 19, 26, 27, 32, 39, 95, A3 to A5, A9, and AZ735's 32 and 33. */
import { withTails } from './body.ts'
import { jimiModuleRow } from './modules.ts'
import * as n from './network-rows.ts'
import { date, fix, gps, gpsBrief, gpsWide } from './place-rows.ts'
import { type Layout, layout, type Row } from './row.ts'
import { count, countedRaw, lengthOf, padding, raw, readInTurn, sayNumber, text } from './row-kinds.ts'
import * as f from './state-rows.ts'

const { status, odometer, lbsLength, fenceNumber } = f
const { cell2g, cell2gWide, cell4g, cell4gWide, cellLong, cellLongWide } = n

const alarmTails = { standard: status, mileage: [...status, odometer] }
const fenceTails = {
  standard: [...status, fenceNumber],
  mileage: [...status, fenceNumber, odometer],
}
const head: readonly Row[] = [...fix, lbsLength]

const seeWorld = layout('SeeWorld', head, cellLong, status)
const rare: readonly Layout[] = [
  layout('VXT01', fix, cell2g, f.terminalInfo, f.externalVolts, f.gsm, f.alarm),
  layout('no LBS length', fix, cell2g, status),
  layout('RFID', head, cell2g, status, f.driverCard),
  layout('no cell', head, status),
  layout('empty neighbours', head, padding(45), status),
]
const [narrow, wide] = [cell2g, cell2gWide].map((cell) => [
  layout('standard', head, cell, status),
  layout('mileage', head, cell, status, odometer),
]) as [Layout[], Layout[]]

/** 0x16: a cell that is one byte longer is SeeWorld's here. */
export const localAlarms = [...narrow, seeWorld, ...wide, ...rare]
/** 0x26: a cell that is one byte longer has an MNC of two bytes. */
export const utcAlarms = [...narrow, ...wide, seeWorld, ...rare]
/** 0x27 */
export const fenceAlarms = [
  ...withTails(head, cell2g, cell2gWide, fenceTails),
  layout('no fence', head, cell2g, status),
]

/** 0xA3: one fence, or the state of a SeeWorld. */
export const singleFenceAlarms4g = [
  ...withTails(head, cell4g, cell4gWide, alarmTails),
  layout('SeeWorld', f.terminalInfo, raw('state', 6)),
  layout('SeeWorld', f.terminalInfo, raw('state', 18)),
]
/** 0xA4 */
export const fenceAlarms4g = [
  ...withTails(head, cell4g, cell4gWide, fenceTails),
  ...withTails(head, cell4g, cell4gWide, alarmTails),
]

/** 0x19 */
export const cellAlarms = [
  layout('standard', cell2g, status),
  layout('standard', cell2gWide, status),
  layout('Space10X', date, n.network, count('cellCount'), n.cells('2g', 'counted'), padding(2)),
]
/** 0xA5 */
export const cellAlarms4g = [layout('standard', cell4g, status), layout('standard', cell4gWide, status)]
/** 0xA9 */
export const networkAlarms4g = [n.network, n.wideNetwork].flatMap((network) =>
  (['2g', '4g'] as const).map((form) =>
    layout(
      form,
      date,
      network,
      sayNumber('networkType', 1),
      count('cellCount'),
      n.cells(form, 'counted'),
      n.timingAdvance,
      n.wifiList,
      f.alarm,
      f.language,
    ),
  ),
)

/** 0x32 of the GT02 set. */
export const gt02Alarms = [
  layout('GT02', head, cellLongWide, status),
  layout('SL4X', head, cellLongWide, status, f.altitude),
]

/** 0x39 */
export const modularAlarms = [layout('modules', fix, n.cellType, n.typedCell, status, jimiModuleRow)]

const eventTail: readonly Row[] = [f.event, raw('eventData', 2), text('eventFiles')]
/** 0x95: cameras. JC400 begins with FFFF and a version. */
export const cameraEvents = [
  layout('JC400', padding(2), sayNumber('version', 1), date, gpsWide, f.externalTenths, eventTail),
  layout('JC100', date, f.event),
  layout('JC100', date, gpsBrief, eventTail),
]

/** A block whose length byte, just read, is zero when the block is left out. */
const optional = (name: string, rows: readonly Row[], isCell: boolean): Row => ({
  name,
  size: 0,
  isFixed: false,
  read(reader, draft, trace) {
    if (draft.count === 0) return
    readInTurn(rows, reader, draft, trace)
    if (isCell) n.keepCell(draft)
  },
})

/** 0x32 and 0x33 of the AZ735, in `79 79` frames: every part with its length before it. */
export const az735: readonly Layout[] = [
  layout(
    'AZ735',
    date,
    count('gpsLength'),
    optional('gps', gps, false),
    count('lbsLength'),
    optional('cell', [...cell2g, n.rssi()], true),
    lengthOf('extraCellsLength', 6),
    n.cells('2g', 'counted'),
    lengthOf('wifiLength', 7),
    n.wifi,
    sayNumber('statusByte', 1),
    count('extensionLength'),
    countedRaw('extension'),
  ),
]
