/**
 * Alarm codes: what a device or a rule of ours can raise. Numbers are the product's own and
 * stored with every alarm; the names are the keys of their translations (`alarm.<name>`).
 */
export const vehicleAlarms = {
  sos: 0,
  externalPowerCut: 1,
  vibration: 2,
  fenceEntered: 3,
  fenceLeft: 4,
  overspeed: 5,
  movedWhileParked: 6,
  internalBatteryLow: 7,
  externalVoltageLow: 8,
  tampered: 9,
  antennaCut: 10,
  antennaShort: 11,
  positioningFault: 12,
  deadZoneEntered: 13,
  deadZoneLeft: 14,
  poweredOn: 15,
  poweredOff: 16,
  ignitionOn: 17,
  ignitionOff: 18,
  doorOpened: 19,
  doorClosed: 20,
  collision: 21,
  rollover: 22,
  harshAcceleration: 23,
  harshBraking: 24,
  harshCornering: 25,
  driverFatigue: 26,
  drivingTooLong: 27,
  parkedTooLong: 28,
  offlineTooLong: 29,
  onlineAgain: 30,
  idlingTooLong: 31,
  illegalIgnition: 32,
  illegalMovement: 33,
  towed: 34,
  simChanged: 35,
  pseudoBaseStation: 36,
  signalJammed: 37,
  temperatureHigh: 38,
  temperatureLow: 39,
  humidityOutOfRange: 40,
  fuelDrop: 41,
  fuelLow: 42,
  insideRiskPoint: 43,
  offRoute: 44,
  tyrePressureHigh: 45,
  tyrePressureLow: 46,
  tyreTemperatureHigh: 47,
  tyreLeak: 48,
  pairedDevicesApart: 201,
} as const

/** Alarms of a traction battery's management system. */
export const batteryAlarms = {
  packVoltageHigh: 50,
  packVoltageLow: 51,
  cellVoltageHigh: 52,
  cellVoltageLow: 53,
  chargeCurrentHigh: 54,
  dischargeCurrentHigh: 55,
  chargingTooHot: 56,
  chargingTooCold: 57,
  dischargingTooHot: 58,
  dischargingTooCold: 59,
  switchTooHot: 60,
  ambientHot: 61,
  ambientCold: 62,
  shortCircuit: 63,
  chargeLow: 64,
  chargeTooHigh: 65,
  cellsUnbalanced: 66,
  temperatureSpread: 67,
  insulationLow: 68,
  chargeSwitchFault: 69,
  dischargeSwitchFault: 70,
  frontEndFault: 71,
  communicationLost: 72,
  sensorFault: 73,
  preChargeFailed: 74,
  batteryRemoved: 75,
  batteryMoved: 76,
  thermalRunaway: 77,
  waterInside: 78,
  endOfLife: 79,
  otherFault: 80,
} as const

export const alarms = { ...vehicleAlarms, ...batteryAlarms } as const

export type AlarmName = keyof typeof alarms
export type AlarmCode = (typeof alarms)[AlarmName]

/** Alarm names by code, for showing. */
export const alarmNames = Object.fromEntries(
  Object.entries(alarms).map(([name, code]) => [code, name]),
) as Record<AlarmCode, AlarmName>

/** Codes whose subject, where the platform found them, is a fence. */
export const fenceCodes: readonly number[] = [alarms.fenceEntered, alarms.fenceLeft, alarms.overspeed]

/** The name of a code; one that has none is its number, and no code is none. */
export function alarmNameOf(code: number | null): string | null {
  return code === null ? null : (alarmNames[code as AlarmCode] ?? String(code))
}

/** Default severity of each alarm: the greater, the more it matters. */
export const alarmSeverities = { notice: 1, warning: 2, critical: 3 } as const
export type AlarmSeverity = keyof typeof alarmSeverities

/**
 * What holds for each alarm unless somebody sets something else: its severity, and within how many minutes occurrences
 * are one episode; 0: each is an episode of its own. A critical alarm is somebody in danger or a theft, a warning what a
 * person should look at today, a notice is only counted. An alarm that `isCall` is raised by a person or an accident:
 * one that comes after somebody acknowledged an earlier one is a new episode, however short the time between them. The
 * table `alarm_codes` of the database holds the same.
 */
export const alarmDefaults = {
  sos: { severity: 'critical', windowMinutes: 10, isCall: true },
  externalPowerCut: { severity: 'critical', windowMinutes: 10 },
  vibration: { severity: 'notice', windowMinutes: 30 },
  fenceEntered: { severity: 'notice', windowMinutes: 10 },
  fenceLeft: { severity: 'notice', windowMinutes: 10 },
  overspeed: { severity: 'warning', windowMinutes: 5 },
  movedWhileParked: { severity: 'critical', windowMinutes: 30 },
  internalBatteryLow: { severity: 'warning', windowMinutes: 360 },
  externalVoltageLow: { severity: 'warning', windowMinutes: 360 },
  tampered: { severity: 'critical', windowMinutes: 10 },
  antennaCut: { severity: 'warning', windowMinutes: 60 },
  antennaShort: { severity: 'warning', windowMinutes: 60 },
  positioningFault: { severity: 'warning', windowMinutes: 60 },
  deadZoneEntered: { severity: 'notice', windowMinutes: 10 },
  deadZoneLeft: { severity: 'notice', windowMinutes: 10 },
  poweredOn: { severity: 'notice', windowMinutes: 5 },
  poweredOff: { severity: 'notice', windowMinutes: 5 },
  ignitionOn: { severity: 'notice', windowMinutes: 1 },
  ignitionOff: { severity: 'notice', windowMinutes: 1 },
  doorOpened: { severity: 'notice', windowMinutes: 5 },
  doorClosed: { severity: 'notice', windowMinutes: 5 },
  collision: { severity: 'critical', windowMinutes: 5, isCall: true },
  rollover: { severity: 'critical', windowMinutes: 10, isCall: true },
  harshAcceleration: { severity: 'notice', windowMinutes: 1 },
  harshBraking: { severity: 'notice', windowMinutes: 1 },
  harshCornering: { severity: 'notice', windowMinutes: 1 },
  driverFatigue: { severity: 'warning', windowMinutes: 10 },
  drivingTooLong: { severity: 'warning', windowMinutes: 30 },
  parkedTooLong: { severity: 'notice', windowMinutes: 30 },
  offlineTooLong: { severity: 'warning', windowMinutes: 10 },
  onlineAgain: { severity: 'notice', windowMinutes: 0 },
  idlingTooLong: { severity: 'notice', windowMinutes: 10 },
  illegalIgnition: { severity: 'critical', windowMinutes: 10 },
  illegalMovement: { severity: 'critical', windowMinutes: 30 },
  towed: { severity: 'critical', windowMinutes: 30 },
  simChanged: { severity: 'critical', windowMinutes: 60 },
  pseudoBaseStation: { severity: 'warning', windowMinutes: 60 },
  signalJammed: { severity: 'critical', windowMinutes: 30 },
  temperatureHigh: { severity: 'warning', windowMinutes: 30 },
  temperatureLow: { severity: 'warning', windowMinutes: 30 },
  humidityOutOfRange: { severity: 'warning', windowMinutes: 30 },
  fuelDrop: { severity: 'critical', windowMinutes: 30 },
  fuelLow: { severity: 'warning', windowMinutes: 360 },
  insideRiskPoint: { severity: 'critical', windowMinutes: 30 },
  offRoute: { severity: 'warning', windowMinutes: 10 },
  tyrePressureHigh: { severity: 'warning', windowMinutes: 60 },
  tyrePressureLow: { severity: 'warning', windowMinutes: 60 },
  tyreTemperatureHigh: { severity: 'warning', windowMinutes: 30 },
  tyreLeak: { severity: 'critical', windowMinutes: 30 },
  pairedDevicesApart: { severity: 'critical', windowMinutes: 30 },
  packVoltageHigh: { severity: 'warning', windowMinutes: 30 },
  packVoltageLow: { severity: 'warning', windowMinutes: 30 },
  cellVoltageHigh: { severity: 'warning', windowMinutes: 30 },
  cellVoltageLow: { severity: 'warning', windowMinutes: 30 },
  chargeCurrentHigh: { severity: 'warning', windowMinutes: 30 },
  dischargeCurrentHigh: { severity: 'warning', windowMinutes: 30 },
  chargingTooHot: { severity: 'warning', windowMinutes: 30 },
  chargingTooCold: { severity: 'warning', windowMinutes: 30 },
  dischargingTooHot: { severity: 'warning', windowMinutes: 30 },
  dischargingTooCold: { severity: 'warning', windowMinutes: 30 },
  switchTooHot: { severity: 'warning', windowMinutes: 30 },
  ambientHot: { severity: 'notice', windowMinutes: 60 },
  ambientCold: { severity: 'notice', windowMinutes: 60 },
  shortCircuit: { severity: 'critical', windowMinutes: 30 },
  chargeLow: { severity: 'notice', windowMinutes: 360 },
  chargeTooHigh: { severity: 'notice', windowMinutes: 360 },
  cellsUnbalanced: { severity: 'notice', windowMinutes: 360 },
  temperatureSpread: { severity: 'notice', windowMinutes: 60 },
  insulationLow: { severity: 'critical', windowMinutes: 60 },
  chargeSwitchFault: { severity: 'warning', windowMinutes: 60 },
  dischargeSwitchFault: { severity: 'warning', windowMinutes: 60 },
  frontEndFault: { severity: 'warning', windowMinutes: 60 },
  communicationLost: { severity: 'warning', windowMinutes: 60 },
  sensorFault: { severity: 'warning', windowMinutes: 60 },
  preChargeFailed: { severity: 'warning', windowMinutes: 60 },
  batteryRemoved: { severity: 'critical', windowMinutes: 10 },
  batteryMoved: { severity: 'critical', windowMinutes: 30 },
  thermalRunaway: { severity: 'critical', windowMinutes: 30 },
  waterInside: { severity: 'critical', windowMinutes: 60 },
  endOfLife: { severity: 'notice', windowMinutes: 1440 },
  otherFault: { severity: 'warning', windowMinutes: 60 },
} as const satisfies Record<AlarmName, { severity: AlarmSeverity; windowMinutes: number; isCall?: true }>

/** What people make of an episode. */
export const alarmStates = ['new', 'acknowledged', 'resolved', 'false'] as const
export type AlarmState = (typeof alarmStates)[number]

/** Events of an episode that a rule may notify of. */
export const alarmChanges = [
  'opened',
  'closed',
  'acknowledged',
  'resolved',
  'false',
  'reopened',
  'assigned',
] as const
export type AlarmChange = (typeof alarmChanges)[number]
