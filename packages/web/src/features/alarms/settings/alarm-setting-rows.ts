import {
  type AlarmRule,
  alarmLimits,
  alarmSettingDefaults,
  type OwnAlarmSettings,
} from '@trackway/core/alarms/alarm-settings.ts'
import type { AlarmSettingsOfLevel } from '@trackway/core/api/monitor/alarm-settings.ts'
import { type AlarmName, batteryAlarms, vehicleAlarms } from '@trackway/core/codes/alarms.ts'

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
  const { [field]: _, ...others } = own[name] ?? {}
  const rule = inherited[name]?.[field] === value ? others : { ...others, [field]: value }
  const { [name]: __, ...rest } = own
  return Object.keys(rule).length > 0 ? { ...rest, [name]: rule } : rest
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

/** What an alarm inherits is what the platform begins with; else somebody above set it. */
export function isOfPlatform(inherited: AlarmSettingsOfLevel['inherited'], name: AlarmName): boolean {
  const rule = inherited[name]
  const ofPlatform = alarmSettingDefaults[name]
  return (Object.keys(ofPlatform) as (keyof AlarmRule)[]).every(
    (field) => rule?.[field] === ofPlatform[field],
  )
}
