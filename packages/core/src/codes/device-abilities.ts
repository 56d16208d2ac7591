/** What devices of a type can measure or switch. */
export const sensors = [
  'ignition',
  'externalPower',
  'battery',
  'relay',
  'sos',
  'vibration',
  'light',
  'door',
  'fuel',
  'temperature',
  'humidity',
  'tyres',
  'driverCard',
  'microphone',
  'camera',
] as const
export type Sensor = (typeof sensors)[number]

/** When devices of a type report: always, every so often, at set times of day, when moved, when woken. */
export const workModes = ['realTime', 'interval', 'clock', 'saving', 'sleep'] as const
export type WorkMode = (typeof workModes)[number]

/** What a device type is set up with. An empty list: nobody set it up, so its devices may have any. */
export interface Abilities {
  sensors: readonly Sensor[]
  workModes: readonly WorkMode[]
}

/** May devices of the type have the sensor? Of an unknown type anything may be; what needs no sensor is there. */
export const mayHaveSensor = (
  type: Pick<Abilities, 'sensors'> | undefined,
  sensor: Sensor | undefined,
): boolean => !type || !sensor || type.sensors.length === 0 || type.sensors.includes(sensor)

/** May devices of the type work in one of these modes? */
export const mayWorkIn = (
  type: Pick<Abilities, 'workModes'> | undefined,
  modes: readonly WorkMode[] | undefined,
): boolean =>
  !type || !modes || type.workModes.length === 0 || modes.some((mode) => type.workModes.includes(mode))
