/** Alarm bytes, by their hex digits. Source: maker's codec of 2021, "Alarm"; maker's lock app for assets. */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'

type Codes = Readonly<Record<number, AlarmCode>>

export const vehicleCodes: Codes = {
  0x01: alarms.externalPowerCut,
  0x02: alarms.internalBatteryLow,
  0x03: alarms.sos,
  0x04: alarms.overspeed,
  0x05: alarms.fenceEntered,
  0x06: alarms.fenceLeft,
  0x07: alarms.towed,
  0x08: alarms.vibration,
  0x10: alarms.illegalMovement,
  0x12: alarms.fuelDrop,
  0x14: alarms.fuelDrop,
  0x15: alarms.ignitionOn,
  0x16: alarms.ignitionOff,
  0x19: alarms.idlingTooLong,
  0x21: alarms.signalJammed,
  0x24: alarms.externalVoltageLow,
  0x26: alarms.collision,
  0x27: alarms.rollover,
}

export const assetCodes: Codes = {
  0x01: alarms.tampered,
  0x02: alarms.tampered,
  0x03: alarms.sos,
  0x04: alarms.tampered,
  0x06: alarms.internalBatteryLow,
  0x08: alarms.temperatureHigh,
  0x09: alarms.vibration,
  0x10: alarms.collision,
  0x14: alarms.fenceEntered,
  0x15: alarms.fenceLeft,
  0x18: alarms.idlingTooLong,
  0x20: alarms.poweredOn,
  0x29: alarms.poweredOff,
  0x30: alarms.temperatureLow,
  0x66: alarms.signalJammed,
  0x70: alarms.overspeed,
  0x72: alarms.towed,
}

/** Of type 05: even ones are braking, odd ones acceleration, hard to light. */
export const behaviourCode = (kind: number): AlarmCode | undefined =>
  kind > 5 ? undefined : kind % 2 === 0 ? alarms.harshBraking : alarms.harshAcceleration
/** Of type 06. */
export const accelerationCodes: Codes = {
  0: alarms.harshBraking,
  1: alarms.harshAcceleration,
  2: alarms.harshCornering,
}
