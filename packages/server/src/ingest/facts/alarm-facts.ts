import {
  effectiveAlarmSettings,
  type OwnAlarmSettings,
} from '@trackway/core/features/alarms/alarm-settings.ts'
import { type TrackSettingValues, trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import type { Client, FactSource } from './fact-source.ts'

/** What the rules that find alarms ask for; null: they do not look for it. */
export interface AlarmFacts {
  /** Of the vehicle, also for its live state. */
  overspeedKmh: number
  overspeedMs: number
  isOverspeedSought: boolean
  movedWhileParkedM: number | null
  fuelDropPercent: number | null
}

/** What is set at one level; for a device, or an account with all types or one. */
interface Own {
  deviceTypeId: number | null
  alarms: OwnAlarmSettings | null
  track: Partial<TrackSettingValues> | null
}

/** Settings of alarms, and of the speed limit, which are set with those of tracks. */
export const alarmFacts: FactSource<readonly Own[], AlarmFacts> = {
  ofAccounts: (client, ids) => read(client, 'account_id', ids),
  ofDevices: (client, ids) => read(client, 'device_id', ids),
  combine(levels, { deviceTypeId }) {
    const own = levels
      .flat()
      .filter((level) => level.deviceTypeId === null || level.deviceTypeId === deviceTypeId)
    return factsOf(own)
  },
  none: factsOf([]),
}

function factsOf(own: readonly Own[]): AlarmFacts {
  const { overspeed, movedWhileParked, fuelDrop } = effectiveAlarmSettings(
    own.flatMap(({ alarms }) => alarms ?? []),
  )
  const { overspeedKmh, overspeedMs } = Object.assign(
    { ...trackSettingDefaults },
    ...own.map(({ track }) => track),
  ) as TrackSettingValues
  return {
    overspeedKmh,
    overspeedMs,
    isOverspeedSought: overspeed.isOn && overspeed.byPlatform,
    movedWhileParkedM: movedWhileParked.isOn && movedWhileParked.byPlatform ? movedWhileParked.limit : null,
    fuelDropPercent: fuelDrop.isOn && fuelDrop.byPlatform ? fuelDrop.limit : null,
  }
}

/** By account or device; of an account what is set for all types stands first. */
async function read(
  client: Client,
  column: 'account_id' | 'device_id',
  ids: readonly number[],
): Promise<Map<number, Own[]>> {
  const { rows } = await client.query<Own & { id: number }>({
    name: `alarm-facts-${column}`,
    text: `select s.${column} as id, s.device_type_id as "deviceTypeId", s.own as alarms, null::jsonb as track
      from alarm_settings s where s.${column} = any($1::int4[])
      union all
      select s.${column}, s.device_type_id, null, s.own from track_settings s
      where s.${column} = any($1::int4[]) and (s.own ? 'overspeedKmh' or s.own ? 'overspeedMs')
      order by 2 nulls first`,
    values: [ids],
  })
  const levels = new Map<number, Own[]>()
  for (const { id, ...own } of rows) {
    const known = levels.get(id)
    if (known === undefined) levels.set(id, [own])
    else known.push(own)
  }
  return levels
}
