import { trackSettingKind } from '@trackway/core/features/track-settings/calls.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Level } from '../../platform/level-settings.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { setOwn } from '../level-settings/queries.ts'

/** Replaces what is set at a level, and has the days from `from` on found anew wherever it counts. */
export async function setTrackSettings(
  tx: Db,
  level: Level,
  own: Partial<TrackSettingValues>,
  from: number,
): Promise<void> {
  await setOwn(tx, trackSettingKind, level, own)
  const isBelow =
    'deviceId' in level
      ? sql`d.id = ${level.deviceId}`
      : 'groupId' in level
        ? sql`d.id in (select device_id from vehicle_group_members where group_id = ${level.groupId})`
        : sql`a.path >= ${level.path} and a.path < ${pathEnd(level.path)}
          and (${level.deviceTypeId}::int4 is null or d.device_type_id = ${level.deviceTypeId})`
  await sql`
    insert into track_changes (device_id, from_time)
    select d.id, ${from}::int8 from devices d join accounts a on a.id = d.account_id where ${isBelow}`.execute(
    tx,
  )
}

/** Has the days of these devices from `from` on found anew. */
export async function addTrackChanges(tx: Db, deviceIds: readonly number[], from: number): Promise<void> {
  await sql`insert into track_changes (device_id, from_time)
    select id, ${from}::int8 from unnest(${deviceIds}::int4[]) as device (id)`.execute(tx)
}
