/**
 * BS51, the battery of an electric vehicle: `90:` to `98:`, each with the data of the Daly frame of that number.
 * Source: Daly BMS UART protocol V1.2, "0x90" to "0x96".
 */
import type { Report } from '../protocol.ts'
import { fromHex } from '../wire/bytes.ts'
import { addExtra } from '../wire/report.ts'

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
