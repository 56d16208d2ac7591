/**
 * The battery of an electric vehicle. BS51: `90:` to `98:`, each with the data of the Daly frame of that number; BS50:
 * all of it in one run of bytes, little-endian.
 * Source: Daly BMS UART protocol V1.2, "0x90" to "0x96"; public decoders for BS50.
 */
import { batteryAlarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { fromHex } from '../wire/bytes.ts'
import { addExtra, addValue } from '../wire/report.ts'

const noCurrent = 30_000
const coldest = -40
const states = ['idle', 'charging', 'discharging'] as const
const cellsInFrame = 3
const mostCells = 48
/** Of a frame of cells: its number from 1 on, three voltages, a byte of unknown meaning. */
const cellFrameBytes = 8

export function addBattery(report: Report, text: string): void {
  const frames = new Map(
    [...text.matchAll(/(9[0-8]):([0-9a-f]+)/gi)].map(([, id, data]) => [id!, fromHex(data!)] as const),
  )
  const u16 = (id: string, at: number): number | undefined => {
    const bytes = frames.get(id)
    return bytes && bytes.length >= at + 2 ? (bytes[at]! << 8) | bytes[at + 1]! : undefined
  }
  const [volts, current, share] = [u16('90', 0), u16('90', 4), u16('90', 6)]
  if (volts) report.packVoltageV = [volts / 10]
  if (current !== undefined) report.packCurrentA = [(current - noCurrent) / 10]
  if (share !== undefined && share <= 1_000) report.packPercent = [share / 10]
  const warmest = frames.get('92')?.[0]
  if (warmest) report.packTemperatureC = [warmest + coldest]
  const state = states[frames.get('93')?.[0] ?? states.length]
  if (state !== undefined) report.packState = [state]
  const cycles = u16('94', 5)
  if (cycles) report.packCycles = [cycles]
  const cells = cellVoltages(frames.get('95')).slice(0, frames.get('94')?.[0])
  if (cells.length > 0) addExtra(report, 'cellVoltagesV', cells)
}

/** By cell; null for those of a frame that is left out. */
function cellVoltages(bytes: Uint8Array = new Uint8Array(0)): (number | null)[] {
  const found = new Map<number, number>()
  for (let at = 0; at + cellFrameBytes <= bytes.length; at += cellFrameBytes)
    for (let n = 0; n < cellsInFrame; n++)
      found.set(
        cellsInFrame * (bytes[at]! - 1) + n,
        ((bytes[at + 1 + 2 * n]! << 8) | bytes[at + 2 + 2 * n]!) / 1_000,
      )
  const count = Math.min(Math.max(-1, ...found.keys()) + 1, mostCells)
  return Array.from({ length: count }, (_, n) => found.get(n) ?? null)
}

/** Where the values of BS50 stand: three bytes of unknown meaning, the cells, and what is known of them together. */
const at = {
  cellCount: 3,
  cells: 4,
  state: 52,
  current: 53,
  volts: 55,
  percent: 57,
  tooHot: 58,
  chargeProtection: 59,
  dischargeProtection: 60,
  cycles: 63,
  fault: 65,
  sensorCount: 72,
  switchC: 73,
  balancerC: 74,
  sensors: 75,
  capacity: 82,
  end: 88,
} as const
const cellPlaces = 24
const sensorPlaces = 7

/** @returns false where the text is not of that form */
export function addWholeBattery(report: Report, text: string): boolean {
  const bytes = /^(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text) : new Uint8Array(0)
  const [cellCount = 0, sensorCount = 0] = [bytes[at.cellCount], bytes[at.sensorCount]]
  if (bytes.length < at.end || cellCount > cellPlaces || sensorCount > sensorPlaces) return false
  const u8 = (offset: number): number => bytes[offset]!
  const u16 = (offset: number): number => bytes[offset]! | (bytes[offset + 1]! << 8)
  const celsius = (offset: number): number => u8(offset) + coldest
  const isCharging = u8(at.state) === 0
  const amperes = u16(at.current) / 10
  report.packState = [amperes === 0 ? 'idle' : isCharging ? 'charging' : 'discharging']
  report.packCurrentA = [isCharging || amperes === 0 ? amperes : -amperes]
  report.packVoltageV = [u16(at.volts) / 100]
  if (u8(at.percent) <= 100) report.packPercent = [u8(at.percent)]
  report.packCycles = [u16(at.cycles)]
  const sensors = Array.from({ length: sensorCount }, (_, n) => celsius(at.sensors + n))
  if (sensorCount > 0) report.packTemperatureC = [Math.max(...sensors)]
  const cells = Array.from({ length: cellCount }, (_, n) => u16(at.cells + 2 * n) / 1_000)
  if (cellCount > 0) addExtra(report, 'cellVoltagesV', cells)
  addExtra(report, 'sensorsC', sensors)
  addExtra(report, 'switchC', celsius(at.switchC))
  addExtra(report, 'balancerC', celsius(at.balancerC))
  addExtra(report, 'capacityAh', u16(at.capacity) / 100)
  // Which limit protects it is not said.
  addExtra(report, 'chargeProtection', u8(at.chargeProtection))
  addExtra(report, 'dischargeProtection', u8(at.dischargeProtection))
  const tooHot = isCharging ? batteryAlarms.chargingTooHot : batteryAlarms.dischargingTooHot
  addValue(report, 'alarms', [
    ...(u8(at.tooHot) > 0 ? [tooHot] : []),
    ...(u8(at.fault) > 0 ? [batteryAlarms.otherFault] : []),
  ])
  if (u8(at.fault) > 0) addExtra(report, 'fault', u8(at.fault))
  return true
}
