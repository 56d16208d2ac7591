/** Words of GPS103 records. Source: Coban GPS103 and 303 documents, "alarm"; the echoes of commands by public frames. */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'

export const alarmsByEvent: Readonly<Record<string, AlarmCode>> = {
  'help me': alarms.sos,
  'low battery': alarms.internalBatteryLow,
  move: alarms.movedWhileParked,
  speed: alarms.overspeed,
  stockade: alarms.fenceLeft,
  'ac alarm': alarms.externalPowerCut,
  'door alarm': alarms.doorOpened,
  'sensor alarm': alarms.vibration,
  'acc alarm': alarms.illegalIgnition,
  'acc on': alarms.ignitionOn,
  'acc off': alarms.ignitionOff,
  'accident alarm': alarms.collision,
  'bonnet alarm': alarms.tampered,
  'footbrake alarm': alarms.illegalMovement,
  oil: alarms.fuelDrop,
  oil1: alarms.fuelDrop,
  oil2: alarms.fuelDrop,
}

/** A command `B` is echoed as `bt`. */
export const echo = /^[a-z]t$/

/** What the echo of a command says besides that it was carried out. */
export const echoes: Readonly<Record<string, Partial<Report>>> = {
  jt: { oilCut: true },
  kt: { oilCut: false },
  lt: { armed: true },
  mt: { armed: false },
}
