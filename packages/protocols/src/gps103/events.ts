/** Words of GPS103 records. Source: Coban GPS103 and 303 documents, "alarm"; the echoes of commands by public frames and issues of their users. */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { CommandReply, Report } from '../protocol.ts'

const alarmsByEvent: Readonly<Record<string, AlarmCode>> = {
  'help me': alarms.sos,
  sos: alarms.sos,
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

/** `low battery` and `low battery alarm` are one; `oil 51.67` is the rest in the tank, `T:+28.0` the temperature. */
export const alarmOf = (event: string): AlarmCode | undefined =>
  (event.startsWith('T:') ? alarms.temperatureHigh : undefined) ??
  alarmsByEvent[event] ??
  alarmsByEvent[event.replace(/ alarm$/, '')] ??
  alarmsByEvent[event.split(' ')[0]!]

/** A command `B` is echoed as `bt`, or `bf` where it failed; `111` as it is, or as `511`. */
export function commandReplyOf(event: string): CommandReply | undefined {
  const [, letter, mark] = /^([a-z])([tf])$/.exec(event) ?? /^([15])(\d\d)$/.exec(event) ?? []
  if (letter === undefined) return undefined
  const isNumber = letter === '1' || letter === '5'
  const isDone = isNumber ? letter === '1' : mark === 't'
  return {
    correlation: isNumber ? `1${mark}` : letter.toUpperCase(),
    result: isDone ? 'success' : 'failed',
    text: event,
  }
}

/** What the echo of a command contains besides that it was carried out. */
export const echoes: Readonly<Record<string, Partial<Report>>> = {
  jt: { oilCut: true },
  kt: { oilCut: false },
  lt: { armed: true },
  mt: { armed: false },
  109: { oilCut: true },
  110: { oilCut: false },
  111: { armed: true },
  112: { armed: false },
}
