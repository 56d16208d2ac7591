import type { AlarmFields } from '@trackway/core/features/alarms/alarm-settings.ts'
import { alarmSettingKind } from '@trackway/core/features/alarms/setting-calls.ts'
import type { BatterySettingValues } from '@trackway/core/features/batteries/battery-settings.ts'
import { batterySettingKind } from '@trackway/core/features/batteries/calls.ts'
import { trackSettingKind } from '@trackway/core/features/track-settings/calls.ts'
import { tyreSettingKind } from '@trackway/core/features/tyres/calls.ts'
import type { TyreSettingValues } from '@trackway/core/features/tyres/tyre-settings.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { settingsOfKinds } from '../../platform/level-settings.ts'
import { sourceByDevice } from './config-source.ts'

/** Limits of the rules that find alarms; null: the alarm is off. */
export interface AlarmLimits {
  /** Of the vehicle, also for its live state. */
  overspeedKmh: number
  overspeedMs: number
  isOverspeedSought: boolean
  movedWhileParkedM: number | null
  fuelDropPercent: number | null
}

interface RuleSettings {
  alarms: AlarmLimits
  tyres: TyreSettingValues
  batteries: BatterySettingValues
}

const kinds = {
  alarms: alarmSettingKind,
  tracks: trackSettingKind,
  tyres: tyreSettingKind,
  batteries: batterySettingKind,
}

/** Settings by level. */
export const ruleSettings = sourceByDevice<RuleSettings>(
  async (client, deviceIds) => {
    const { alarms, tracks, tyres, batteries } = await settingsOfKinds(client, kinds, deviceIds)
    const settingsOf = (id: number): RuleSettings => ({
      alarms: toAlarmLimits(alarms.get(id)!, tracks.get(id)!),
      tyres: tyres.get(id)!,
      batteries: batteries.get(id)!,
    })
    return new Map(deviceIds.map((id) => [id, settingsOf(id)]))
  },
  {
    alarms: toAlarmLimits(alarmSettingKind.defaults, trackSettingKind.defaults),
    tyres: tyreSettingKind.defaults,
    batteries: batterySettingKind.defaults,
  },
)

/** The limit of speed is set with those of tracks. */
function toAlarmLimits(alarm: AlarmFields, { overspeedKmh, overspeedMs }: TrackSettingValues): AlarmLimits {
  const isSought = (name: 'overspeed' | 'movedWhileParked' | 'fuelDrop') =>
    alarm[`${name}.isOn`] && alarm[`${name}.byPlatform`]
  return {
    overspeedKmh,
    overspeedMs,
    isOverspeedSought: isSought('overspeed'),
    movedWhileParkedM: isSought('movedWhileParked') ? alarm['movedWhileParked.limit'] : null,
    fuelDropPercent: isSought('fuelDrop') ? alarm['fuelDrop.limit'] : null,
  }
}
