/** Alarms of Meitrack events. Source: Meitrack GPRS protocol, "Event codes"; open decoders for 78, 90 and 91. */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { Model } from './models.ts'

const alarmsByEvent: Readonly<Record<number, AlarmCode>> = {
  1: alarms.sos,
  17: alarms.internalBatteryLow,
  18: alarms.externalVoltageLow,
  19: alarms.overspeed,
  20: alarms.fenceEntered,
  21: alarms.fenceLeft,
  23: alarms.externalPowerCut,
  24: alarms.deadZoneEntered,
  25: alarms.deadZoneLeft,
  28: alarms.antennaCut,
  29: alarms.poweredOn,
  36: alarms.towed,
  40: alarms.poweredOff,
  44: alarms.signalJammed,
  50: alarms.temperatureHigh,
  51: alarms.temperatureLow,
  53: alarms.fuelLow,
  54: alarms.fuelDrop,
  58: alarms.illegalMovement,
  78: alarms.collision,
  81: alarms.tampered,
  90: alarms.harshCornering,
  91: alarms.harshCornering,
  129: alarms.harshBraking,
  130: alarms.harshAcceleration,
  133: alarms.idlingTooLong,
  135: alarms.driverFatigue,
  136: alarms.drivingTooLong,
}

/** 2 to 5: an input became active; 9 to 13: inputs 1 to 5 are so no more. */
export function alarmOf(event: number, { ignition, door, isWorn }: Model): AlarmCode | undefined {
  if (event === 23 && isWorn) return alarms.tampered
  if (event >= 2 && event <= 5) {
    if (event === ignition) return alarms.ignitionOn
    return event === door ? alarms.doorOpened : undefined
  }
  if (event >= 9 && event <= 13) {
    if (event - 8 === ignition) return alarms.ignitionOff
    return event - 8 === door ? alarms.doorClosed : undefined
  }
  return alarmsByEvent[event]
}

/** Answers a request for a place. */
export const locatedEvent = 34
/** A picture was taken: its name is in the next field. */
export const pictureEvent = 39
export const cardEvent = 37
