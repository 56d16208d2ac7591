/**
 * Forms of the bodies that report an alarm. Source: GT06 V1.8.1 "Alarm packet" (16, 19, 26, 27), "GT02" V1.3 (32),
 * Jimi "Expanded module" (39), JM-VL03 V1.1.2 (A3 to A5, A9); public frames of AZ735 (32, 33) and JC cameras (95).
 */
import { part, type Rows, when } from '../../wire/body.ts'
import { asciiRest, hex } from '../../wire/texts.ts'
import { as, chosen, padding, per, u8, u16, u32, unless } from '../../wire/types.ts'
import { form, type Gt06Rows, withTails } from './forms.ts'
import { jimiModuleList } from './modules.ts'
import * as n from './network.ts'
import { date, fix, gps, gpsBrief, gpsWide } from './place.ts'
import * as f from './state.ts'

const { status, odometerM, fenceNumber } = f
const [cell2g] = n.cells2g
const [cellLong, cellLongWide] = n.cellsLong

const alarmTails = { standard: status, mileage: { ...status, odometerM } }
const fenceTails = { standard: { ...status, fenceNumber }, mileage: { ...status, fenceNumber, odometerM } }
const head = { ...fix, lbsLength: f.lbsLength } satisfies Gt06Rows

const seeWorld = form('SeeWorld', head, cellLong, status)
const rare = [
  form('VXT01', fix, cell2g, {
    terminalInfo: f.terminalInfo,
    externalVoltageV: f.externalVoltageV,
    gsm: f.gsm,
    alarm: f.alarm,
  }),
  form('no LBS length', fix, cell2g, status),
  form('GT06A', head, cell2g, status, { externalVoltageV: f.externalVoltageV }),
  form('RFID', head, cell2g, status, { driverId: f.driverCard }),
  form('no cell', head, status),
  form('empty neighbours', head, { padding: padding(45) }, status),
]
const both = withTails(head, n.cells2g, alarmTails)
const [narrow, wide] = [both.slice(0, 2), both.slice(2)]

/** 0x16: a cell that is one byte longer is SeeWorld's here. */
export const localAlarms = [...narrow, seeWorld, ...wide, ...rare]
/** 0x26: a cell that is one byte longer has an MNC of two bytes. */
export const utcAlarms = [...both, seeWorld, ...rare]
/** 0x27 */
export const fenceAlarms = [...withTails(head, n.cells2g, fenceTails), form('no fence', head, cell2g, status)]

/** Whole volts of supply, the signal in percent. */
const seeWorldState = {
  terminalInfo: f.terminalInfo,
  stateBits: hex(2),
  voltageLevel: f.voltageLevel,
  gsmLevel: as(u8, (percent) => Math.min(4, Math.ceil(percent / 25))),
  externalVoltageV: u8,
  language: f.language,
} satisfies Gt06Rows

/** 0xA3: one fence, or the state of a SeeWorld. */
export const singleFenceAlarms4g = [
  ...withTails(head, n.cells4g, alarmTails),
  form('SeeWorld', seeWorldState),
  form('SeeWorld', seeWorldState, {
    soundOn: f.flag,
    lightOn: f.flag,
    steps: u32,
    batteryPercent: f.batteryPercent,
    charging: f.flag,
    isMoving: f.flag,
    padding: padding(3),
  }),
]
/** 0xA4 */
export const fenceAlarms4g = [
  ...withTails(head, n.cells4g, fenceTails),
  ...withTails(head, n.cells4g, alarmTails),
]

/** 0x19 */
export const cellAlarms = [
  ...n.cells2g.map((cell) => form('standard', cell, status)),
  form('Space10X', { date }, n.network, {
    cellCount: part(u8),
    cells: n.cells('2g'),
    padding: padding(2),
  }),
]
/** 0xA5 */
export const cellAlarms4g = n.cells4g.map((cell) => form('standard', cell, status))
/** 0xA9 */
export const networkAlarms4g = n.bothNetworks.flatMap((network) =>
  (['2g', '4g'] as const).map((kind) =>
    form(kind, { date }, network, {
      networkType: u8,
      cellCount: part(u8),
      cells: n.cells(kind),
      timingAdvance: u8,
      ...n.wifiList,
      alarm: f.alarm,
      language: f.language,
    }),
  ),
)

/** 0x32 of the GT02 set. */
export const gt02Alarms = [
  form('GT02', head, cellLongWide, status),
  form('SL4X', head, cellLongWide, status, { altitudeM: f.altitudeM }),
]

/** 0x39 */
export const modularAlarms = [form('modules', fix, n.typedCell, status, jimiModuleList)]

const eventTail = { event: f.event, eventData: hex(2), eventFiles: asciiRest() } satisfies Gt06Rows
/** 0x95: cameras. JC400 begins with FFFF and a version. */
export const cameraEvents = [
  form(
    'JC400',
    { padding: padding(2), version: u8, date },
    gpsWide,
    { externalVoltageV: per(u16, 10) },
    eventTail,
  ),
  form('JC100', { date, event: f.event }),
  form('JC100', { date }, gpsBrief, eventTail),
]

/** Rows after a length byte, which is zero where they are left out. */
const optional = (name: string, rows: Gt06Rows): Rows => {
  const present = ({ [name]: length }: { [name: string]: number }) => length !== 0
  return Object.fromEntries([
    [name, part(u8)],
    ...Object.entries(rows).map(([each, type]) => [each, when(present, type!)]),
  ])
}

/** A length in bytes of a list of entries of `entrySize`. */
const countIn = (entrySize: number) => part(as(u8, (bytes) => Math.ceil(bytes / entrySize)))

/** 0x32 and 0x33 of the AZ735, in `79 79` frames: every part with its length before it. */
export const az735 = [
  form(
    'AZ735',
    { date },
    optional('gpsLength', gps),
    optional('lbsLength', { ownCell: part(n.cellsRated[0].cells) }),
    {
      cellCount: countIn(6),
      cells: n.cells('2g'),
      wifiCount: countIn(7),
      wifi: n.wifi,
      statusByte: u8,
      extensionLength: part(u8),
      extension: unless(
        chosen(({ extensionLength }) => hex(extensionLength)),
        '',
      ),
    },
  ),
]
