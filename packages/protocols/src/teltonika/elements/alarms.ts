/**
 * IO elements that are alarms: by id, what a value of it means.
 * Source: Teltonika wiki, "FMB AVL ID", "Eventual I/O elements".
 */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'

interface AlarmElement {
  alarmOf: (value: number) => AlarmCode | undefined
  /** Its value belongs to the moment only where it is what made the device send the record. */
  isEvent: boolean
}

const lasting = (code: AlarmCode): AlarmElement => ({
  alarmOf: (value) => (value > 0 ? code : undefined),
  isEvent: false,
})
/** By value, what has just happened. */
const happened = (codes: Readonly<Record<number, AlarmCode>>): AlarmElement => ({
  alarmOf: (value) => codes[value],
  isEvent: true,
})

const fence = happened({ 0: alarms.fenceLeft, 1: alarms.fenceEntered, 3: alarms.overspeed })
/** Zones 1 to 5, 6 to 10, 11 to 23. */
const fenceIds = [
  155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 70, 88, 91, 92, 93, 94, 95, 96, 97, 98, 99, 153, 154,
]

export const digitalInputs: readonly number[] = [1, 2, 3, 4]

export const alarmElements: Readonly<Record<number, AlarmElement>> = {
  ...Object.fromEntries(fenceIds.map((id) => [id, fence])),
  175: fence,
  236: { alarmOf: (value) => (value === 1 ? alarms.sos : undefined), isEvent: false },
  239: happened({ 0: alarms.ignitionOff, 1: alarms.ignitionOn }),
  246: lasting(alarms.towed),
  247: lasting(alarms.collision),
  249: lasting(alarms.signalJammed),
  251: { alarmOf: (value) => (value === 1 ? alarms.idlingTooLong : undefined), isEvent: false },
  252: lasting(alarms.externalPowerCut),
  253: {
    alarmOf: (value) =>
      [undefined, alarms.harshAcceleration, alarms.harshBraking, alarms.harshCornering][value],
    isEvent: false,
  },
  // The speed in km/h; 0 or absent while it is kept.
  255: { alarmOf: (value) => (value > 0 ? alarms.overspeed : undefined), isEvent: true },
  318: lasting(alarms.signalJammed),
}
