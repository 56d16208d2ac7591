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
