import type { AlarmFields } from '@trackway/core/features/alarms/alarm-settings.ts'
import { alarmSettingKind } from '@trackway/core/features/alarms/setting-calls.ts'
import type { BatterySettingValues } from '@trackway/core/features/batteries/battery-settings.ts'
import { batterySettingKind } from '@trackway/core/features/batteries/calls.ts'
import { trackSettingKind } from '@trackway/core/features/track-settings/calls.ts'
import { tyreSettingKind } from '@trackway/core/features/tyres/calls.ts'
import type { TyreSettingValues } from '@trackway/core/features/tyres/tyre-settings.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { settingsOfKinds } from '../../platform/level-settings.ts'
import { factsByDevice } from './fact-source.ts'

/** What the rules that find alarms ask for; null: they do not look for it. */
export interface AlarmFacts {
  /** Of the vehicle, also for its live state. */
  overspeedKmh: number
  overspeedMs: number
  isOverspeedSought: boolean
  movedWhileParkedM: number | null
  fuelDropPercent: number | null
}

interface SettingFacts {
  alarms: AlarmFacts
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
export const settingFacts = factsByDevice<SettingFacts>(
  async (client, deviceIds) => {
    const { alarms, tracks, tyres, batteries } = await settingsOfKinds(client, kinds, deviceIds)
    const factsOf = (id: number): SettingFacts => ({
      alarms: toAlarmFacts(alarms.get(id)!, tracks.get(id)!),
      tyres: tyres.get(id)!,
      batteries: batteries.get(id)!,
    })
    return new Map(deviceIds.map((id) => [id, factsOf(id)]))
  },
  {
    alarms: toAlarmFacts(alarmSettingKind.defaults, trackSettingKind.defaults),
    tyres: tyreSettingKind.defaults,
    batteries: batterySettingKind.defaults,
  },
)

/** The limit of speed is set with those of tracks. */
function toAlarmFacts(alarm: AlarmFields, { overspeedKmh, overspeedMs }: TrackSettingValues): AlarmFacts {
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
