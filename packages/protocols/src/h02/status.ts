/**
 * The status word of H02, in which a clear bit is true, and its battery levels.
 * Source: H02 document, "vehicle status"; bits 0, 1, 10, 18 and 19 by frames of many makers.
 */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { addExtra, addValue } from '../wire/report.ts'
import { codesOf } from '../wire/types.ts'

const alarmsByBit: Readonly<Record<number, AlarmCode>> = {
  0: alarms.vibration,
  1: alarms.sos,
  2: alarms.overspeed,
  3: alarms.illegalIgnition,
  4: alarms.fenceEntered,
  7: alarms.fenceLeft,
  18: alarms.sos,
  19: alarms.externalPowerCut,
  20: alarms.externalPowerCut,
  21: alarms.antennaCut,
  22: alarms.antennaShort,
}

/** CANTRACK, 2023: its own table does not agree with its own example, which shows a removal in bit 26. */
const cantrack: Readonly<Record<number, AlarmCode>> = {
  1: alarms.sos,
  2: alarms.overspeed,
  4: alarms.fenceEntered,
  7: alarms.fenceLeft,
  19: alarms.externalPowerCut,
  26: alarms.tampered,
}

const isSet = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 1

export function addStatus(report: Report, status: number, dialect: string): void {
  report.accOn = isSet(status, 10)
  report.doorOpen = !isSet(status, 8)
  report.armed = !isSet(status, 9)
  report.oilCut = !isSet(status, 27)
  addValue(report, 'alarms', codesOf(status, dialect === 'cantrack' ? cantrack : alarmsByBit, true))
  addExtra(report, 'status', status.toString(16).padStart(8, '0').toUpperCase())
}

/** Percent by level 1 to 6. */
const percentByLevel = [0, 10, 20, 60, 80, 100]

/** 1 to 6 is a level, also with F in front; above that, a percentage; 0 is unknown. */
export function batteryPercent(value: number): number | undefined {
  if (value > 100) return percentByLevel[value - 0xf1]
  return value > 6 ? value : percentByLevel[value - 1]
}
