import { type AlarmName, batteryAlarms, vehicleAlarms } from '@trackway/core/codes/alarms.ts'
import {
  type AlarmRule,
  alarmLimits,
  type OwnAlarmSettings,
} from '@trackway/core/features/alarms/alarm-settings.ts'
import type { AlarmSettingsOfLevel } from '@trackway/core/features/alarms/setting-calls.ts'
import type { SettingOrigins } from '@trackway/core/features/level-settings/levels.ts'
import type { TFunction } from 'i18next'
import { originText } from '../../../ui/levels/origin-text.ts'

interface AlarmLimit {
  unit: string
  min: number
  max: number
}

/** The limit that an alarm takes, with its bounds; most take none. */
export function limitOf(name: AlarmName): AlarmLimit | undefined {
  return (alarmLimits as Partial<Record<AlarmName, AlarmLimit>>)[name]
}

export const alarmGroups = {
  vehicle: Object.keys(vehicleAlarms) as AlarmName[],
  battery: Object.keys(batteryAlarms) as AlarmName[],
}

/** What is set here with one field of an alarm changed; what is as inherited is not set. */
export function withField<K extends keyof AlarmRule>(
  own: OwnAlarmSettings,
  inherited: AlarmSettingsOfLevel['inherited'],
  name: AlarmName,
  field: K,
  value: AlarmRule[K],
): OwnAlarmSettings {
  const others = withoutField(own, name, field)
  if (inherited[name]?.[field] === value) return others
  return { ...others, [name]: { ...others[name], [field]: value } }
}

/** What is set here with one field of an alarm inherited again. */
export function withoutField(
  own: OwnAlarmSettings,
  name: AlarmName,
  field: keyof AlarmRule,
): OwnAlarmSettings {
  const { [name]: rule = {}, ...rest } = own
  const { [field]: _, ...others } = rule
  // It is a track setting: left out it stays as it is.
  if (name === 'overspeed' && field === 'limit') return { ...rest, [name]: { ...others, limit: null } }
  return Object.keys(others).length > 0 ? { ...rest, [name]: others } : rest
}

/** What counts of an alarm with what is set here. */
export function ruleOf(inherited: AlarmRule, own: Partial<AlarmRule> = {}): AlarmRule {
  return { ...inherited, ...own, limit: own.limit ?? inherited.limit }
}

/** Is something set here? */
export function isSetHere(own: Partial<AlarmRule> | undefined): boolean {
  return Object.values(own ?? {}).some((value) => value !== null)
}

/** All of an alarm is inherited again. */
export function withoutAlarm(own: OwnAlarmSettings, name: AlarmName): OwnAlarmSettings {
  const { [name]: _, ...rest } = own
  return name === 'overspeed' ? { ...rest, overspeed: { limit: null } } : rest
}

/** The first alarm whose limit or window is beyond its bounds. */
export function faultOf(own: OwnAlarmSettings): AlarmName | null {
  const isWrong = (name: AlarmName) => {
    const { limit, windowMinutes = 0 } = own[name] ?? {}
    const bounds = limitOf(name)
    const isBeyond = typeof limit === 'number' && bounds && (limit < bounds.min || limit > bounds.max)
    return isBeyond || windowMinutes < 0 || windowMinutes > 1_440
  }
  return (Object.keys(own) as AlarmName[]).find(isWrong) ?? null
}

const fields = [
  'isOn',
  'severity',
  'windowMinutes',
  'byPlatform',
  'limit',
] as const satisfies (keyof AlarmRule)[]

/** Where each field of an alarm was set, in words; those with the value of the platform are left out. */
export function originsOf(t: TFunction, name: AlarmName, own: OwnAlarmSettings, origins: SettingOrigins) {
  return fields.flatMap((field) => {
    const isOwn = (own[name]?.[field] ?? null) !== null
    const origin = origins[`${name}.${field}`]
    if (!isOwn && !origin) return []
    return [{ field, isOwn, text: isOwn ? t('alarms.settings.own') : originText(t, origin) }]
  })
}
