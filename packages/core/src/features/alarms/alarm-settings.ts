import { type AlarmName, type AlarmSeverity, alarmDefaults, alarms } from '../../codes/alarms.ts'
import { trackSettingDefaults } from '../../track/track-settings.ts'

/** What is set for one alarm of a vehicle. */
export interface AlarmRule {
  /** Off: occurrences are stored with the track, but raise no alarm. */
  isOn: boolean
  /** Does the platform detect it itself, beside what devices report? */
  byPlatform: boolean
  severity: AlarmSeverity
  /** Occurrences that follow each other within it are one episode. */
  windowMinutes: number
  /** From where on the platform raises it, in the unit of `alarmLimits`; null: it takes none. */
  limit: number | null
}

/** Names of alarms with what is set for each; what is left out is that of the level above. */
export type OwnAlarmSettings = { [Name in AlarmName]?: Partial<AlarmRule> }
export type AlarmSettings = Record<AlarmName, AlarmRule>

interface AlarmLimit {
  unit: 'minutes' | 'm' | 'percent' | 'celsius' | 'V' | 'kmh'
  default: number
  min: number
  max: number
  /** On by default: only alarms that a reading shows by itself, whatever the vehicle. */
  byPlatform?: true
}

/**
 * The alarms that the platform finds by a limit that is set with them. The limit of `overspeed` is the track setting
 * `overspeedKmh` of the same level, so that live state, history and alarm agree; tyres and battery packs have settings of
 * their own.
 */
export const alarmLimits = {
  overspeed: { unit: 'kmh', default: trackSettingDefaults.overspeedKmh, min: 10, max: 300, byPlatform: true },
  movedWhileParked: { unit: 'm', default: 200, min: 50, max: 10_000 },
  internalBatteryLow: { unit: 'percent', default: 20, min: 1, max: 99 },
  externalVoltageLow: { unit: 'V', default: 11, min: 1, max: 100 },
  drivingTooLong: { unit: 'minutes', default: 600, min: 30, max: 1_440 },
  parkedTooLong: { unit: 'minutes', default: 4_320, min: 10, max: 525_600 },
  offlineTooLong: { unit: 'minutes', default: 1_440, min: 10, max: 525_600, byPlatform: true },
  idlingTooLong: { unit: 'minutes', default: 15, min: 1, max: 1_440 },
  temperatureHigh: { unit: 'celsius', default: 60, min: -100, max: 200 },
  temperatureLow: { unit: 'celsius', default: -30, min: -100, max: 200 },
  humidityOutOfRange: { unit: 'percent', default: 90, min: 1, max: 100 },
  fuelDrop: { unit: 'percent', default: 10, min: 2, max: 100, byPlatform: true },
  fuelLow: { unit: 'percent', default: 10, min: 1, max: 99 },
  pairedDevicesApart: { unit: 'm', default: 1_000, min: 100, max: 1_000_000, byPlatform: true },
} as const satisfies { [Name in AlarmName]?: AlarmLimit }

/** Found by the platform from something else than a limit of this table. */
const soughtBesides: readonly AlarmName[] = [
  'onlineAgain',
  'tyreLeak',
  'fenceEntered',
  'fenceLeft',
  'insideRiskPoint',
  'offRoute',
]

export const alarmSettingDefaults = Object.fromEntries(
  (Object.keys(alarms) as AlarmName[]).map((name) => {
    const limit: AlarmLimit | undefined = name in alarmLimits ? alarmLimits[name as 'fuelLow'] : undefined
    const { severity, windowMinutes } = alarmDefaults[name]
    const rule: AlarmRule = {
      isOn: true,
      byPlatform: limit?.byPlatform ?? soughtBesides.includes(name),
      severity,
      windowMinutes,
      limit: limit?.default ?? null,
    }
    return [name, rule]
  }),
) as AlarmSettings

type RuleField = keyof AlarmRule

/** The same with one field a value, as settings are stored and inherited: `overspeed.severity`. */
export type AlarmFields = {
  [Key in `${AlarmName}.${RuleField}`]: Key extends `${string}.${infer Field extends RuleField}`
    ? AlarmRule[Field]
    : never
}

export function toAlarmFields(own: OwnAlarmSettings): Partial<AlarmFields> {
  const fields = Object.entries(own).flatMap(([name, rule]) =>
    Object.entries(rule).map(([field, value]) => [`${name}.${field}`, value]),
  )
  return Object.fromEntries(fields)
}

export function toAlarmRules(fields: AlarmFields): AlarmSettings
export function toAlarmRules(fields: Partial<AlarmFields>): OwnAlarmSettings
export function toAlarmRules(fields: Partial<AlarmFields>): OwnAlarmSettings {
  const rules: Record<string, Partial<AlarmRule>> = {}
  for (const [key, value] of Object.entries(fields)) {
    const [name, field] = key.split('.') as [AlarmName, RuleField]
    rules[name] = { ...rules[name], [field]: value }
  }
  return rules
}
