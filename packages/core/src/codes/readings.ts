/**
 * Readings of a device that have no column in the track and can be drawn over time, under the names and in the
 * units of a report (`protocols/protocol.ts`). `temperatureC` is that of the first sensor.
 */
export const readingNames = [
  'batteryPercent',
  'batteryVoltageV',
  'externalVoltageV',
  'fuelPercent',
  'fuelL',
  'temperatureC',
  'humidityPercent',
  'gsmLevel',
] as const
export type ReadingName = (typeof readingNames)[number]
