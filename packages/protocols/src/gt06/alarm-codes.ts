/**
 * GT06 alarm bytes to the product's alarm codes, by dialect.
 * Source: Concox/Jimi protocol documents and firmware; where makers contradict each other the difference is
 * a dialect of its own below. Codes that are no alarm (first fix, transport mode, charger) are left out:
 * `extra.alarmCode` keeps every code.
 */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'

type AlarmTable = { readonly [code: number]: AlarmCode }

const concox: AlarmTable = {
  0x01: alarms.sos,
  0x02: alarms.externalPowerCut,
  0x03: alarms.vibration,
  0x04: alarms.fenceEntered,
  0x05: alarms.fenceLeft,
  0x06: alarms.overspeed,
  0x07: alarms.movedWhileParked,
  0x09: alarms.movedWhileParked,
  0x0a: alarms.deadZoneEntered,
  0x0b: alarms.deadZoneLeft,
  0x0c: alarms.poweredOn,
  0x0e: alarms.externalVoltageLow,
  0x0f: alarms.externalVoltageLow,
  0x10: alarms.simChanged,
  0x11: alarms.poweredOff,
  0x12: alarms.externalVoltageLow, // goes into flight mode because of it
  0x13: alarms.tampered,
  0x14: alarms.doorOpened,
  0x15: alarms.internalBatteryLow, // and shuts down
  0x17: alarms.pseudoBaseStation,
  0x18: alarms.tampered, // cover opened
  0x19: alarms.internalBatteryLow,
  0x1b: alarms.pairedDevicesApart,
  0x23: alarms.rollover, // fall
  0x25: alarms.tampered, // light sensor
  0x26: alarms.pairedDevicesApart,
  0x27: alarms.tampered, // strap cut
  0x29: alarms.harshAcceleration,
  0x2a: alarms.harshCornering,
  0x2b: alarms.harshCornering,
  0x2c: alarms.collision,
  0x2d: alarms.rollover,
  0x2e: alarms.harshCornering,
  0x30: alarms.harshBraking,
  0x31: alarms.pairedDevicesApart,
  0x32: alarms.tampered, // pulled out of its socket
  0x4b: alarms.rollover, // tilt
  0x4c: alarms.harshCornering,
  0x4d: alarms.harshCornering, // abrupt lane change
  0x4f: alarms.rollover, // abnormal angle
  0x53: alarms.fuelDrop,
  0x5b: alarms.temperatureHigh,
  0x5c: alarms.temperatureLow,
  0xc9: alarms.idlingTooLong,
  0xf0: alarms.harshAcceleration,
  0xf1: alarms.harshBraking,
  0xf2: alarms.collision,
  0xfe: alarms.ignitionOn,
  0xff: alarms.ignitionOff,
  0x107: alarms.signalJammed,
  0x10b: alarms.signalJammed,
}

/** The default dialect is `concox`; each other one lists where it differs. */
export const alarmDialects: { readonly [dialect: string]: AlarmTable } = {
  concox,
  /** SeeWorld: the alarm byte of a heartbeat is whole volts. */
  seeworld: { ...concox, 40: alarms.harshCornering, 41: alarms.collision },
  /** LW3G, LW4G: driving behaviour on 18 to 1B. */
  lw: {
    ...concox,
    0x18: alarms.collision,
    0x19: alarms.harshAcceleration,
    0x1a: alarms.harshBraking,
    0x1b: alarms.harshCornering,
  },
  /** VL103, VL512, LL303, G18. */
  vl: { ...concox, 9: alarms.towed, 40: alarms.poweredOff },
  /** Wanway and other clones with driving behaviour on 26 to 28. */
  wanway: {
    ...concox,
    0x09: alarms.vibration,
    0x0c: alarms.tampered,
    0x1a: alarms.harshBraking,
    0x1b: alarms.harshCornering,
    0x26: alarms.harshAcceleration,
    0x27: alarms.harshBraking,
    0x28: alarms.harshBraking,
    0x30: alarms.signalJammed,
  },
  /** "GT02" V1.3 and SL4X. */
  gt02: { ...concox, 40: alarms.harshBraking },
  /** "GT06 Protocol 230225": the alarm byte of a heartbeat is whole volts. */
  '230225': { ...concox, 14: alarms.internalBatteryLow, 254: alarms.ignitionOff, 255: alarms.ignitionOn },
}

/** Dialects whose heartbeat carries whole volts in its alarm byte. */
export const voltsInHeartbeat: ReadonlySet<string> = new Set(['seeworld', '230225'])

/** Bits 5 to 3 of the terminal information byte, for frames without an alarm byte or with a zero one. */
export const terminalInfoAlarms: AlarmTable = {
  1: alarms.vibration,
  2: alarms.externalPowerCut,
  3: alarms.internalBatteryLow,
  4: alarms.sos,
  7: alarms.tampered,
}

/** Event codes of JC100 and JC400 cameras (0x95). */
export const cameraEvents: AlarmTable = {
  0x01: alarms.sos,
  0x0e: alarms.externalVoltageLow,
  0x76: alarms.temperatureHigh,
  0x80: alarms.vibration,
  0x87: alarms.overspeed,
  0x88: alarms.externalPowerCut,
  0x90: alarms.harshAcceleration,
  0x91: alarms.harshBraking,
  0x92: alarms.harshCornering,
  0x93: alarms.collision,
}

/** Event codes of the AT series (module 0034 of 0x70). */
export const assetEvents: AlarmTable = {
  0x10: alarms.doorOpened,
  0x12: alarms.tampered,
  0x14: alarms.fenceEntered,
  0x15: alarms.fenceLeft,
  0x16: alarms.temperatureHigh,
  0x1a: alarms.internalBatteryLow,
  0x1b: alarms.overspeed,
  0x1c: alarms.poweredOn,
  0x1d: alarms.poweredOff,
  0x20: alarms.vibration,
  0x21: alarms.externalPowerCut,
  0x23: alarms.tampered,
}
