import type { Report } from '@trackway/protocols/protocol.ts'

/** What a device does not do as it should: each fails one check of the line. */
export const deviceFaults = ['noFix', 'lowVoltage', 'noIccid', 'wrongVersion', 'mute', 'noAcc'] as const
export type DeviceFault = (typeof deviceFaults)[number]

export interface Conduct {
  /** `mute`: it reports, and answers no command. */
  faults?: readonly DeviceFault[]
  /** Version that it says it has. */
  firmware?: string
  /** Share of frames in either direction, once it is logged in, that never arrive. */
  lostShare?: number
}

const wrongFirmware = 'TW-OLD-1.0'
const lowVoltageV = 9.1
const lowBatteryV = 3.3

/** The report as a device with these faults makes it. */
export function faultyReport(report: Report, faults: readonly DeviceFault[]): Report {
  const changed = { ...report }
  if (faults.includes('noFix')) {
    changed.fix = 'none'
    changed.satellites = 0
    changed.speedKmh = 0
  }
  if (faults.includes('lowVoltage')) {
    if (report.externalVoltageV !== undefined) changed.externalVoltageV = lowVoltageV
    if (report.batteryVoltageV !== undefined) changed.batteryVoltageV = lowBatteryV
    changed.batteryPercent = Math.min(report.batteryPercent ?? 100, 3)
  }
  if (faults.includes('noAcc') && report.accOn !== undefined) changed.accOn = false
  return changed
}

/** @param usual of devices of its protocol */
export const firmwareOf = ({ faults = [], firmware }: Conduct, usual: string): string =>
  faults.includes('wrongVersion') ? wrongFirmware : (firmware ?? usual)

/** Of the card of every simulated device; empty: it can't read one. */
export const iccidOf = ({ faults = [] }: Conduct): string =>
  faults.includes('noIccid') ? '' : '89860012345678901234'
