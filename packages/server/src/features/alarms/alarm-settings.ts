import {
  alarmLimits,
  type OwnAlarmSettings,
  toAlarmFields,
  toAlarmRules,
} from '@trackway/core/features/alarms/alarm-settings.ts'
import { type AlarmSettingsOfLevel, alarmSettingKind } from '@trackway/core/features/alarms/setting-calls.ts'
import { trackSettingKind } from '@trackway/core/features/track-settings/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Level } from '../../platform/level-settings.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { lockOwn, setOwn, settingsAt } from '../level-settings/queries.ts'
import { setTrackSettings } from '../track-settings/queries.ts'

/** What is set for alarms at a level, what it inherits, and what counts in the end. */
export async function alarmSettingsAt(db: Db, level: Level, scope: Scope): Promise<AlarmSettingsOfLevel> {
  const { own, inherited, origins, effective } = await settingsAt(db, alarmSettingKind, level, scope)
  const track = await settingsAt(db, trackSettingKind, level, scope)
  const { overspeedKmh: origin } = track.origins
  return {
    own: toAlarmRules({
      ...own,
      ...(track.own.overspeedKmh !== undefined && { 'overspeed.limit': track.own.overspeedKmh }),
    }),
    inherited: toAlarmRules({ ...inherited, 'overspeed.limit': track.inherited.overspeedKmh }),
    origins: { ...origins, ...(origin && { 'overspeed.limit': origin }) },
    effective: toAlarmRules({ ...effective, 'overspeed.limit': track.effective.overspeedKmh }),
    pairedWith: 'deviceId' in level ? await pairedWith(db, scope, level.deviceId) : null,
  }
}

/** Null also where the other has gone to an account that the caller does not see. */
async function pairedWith(db: Db, scope: Scope, deviceId: number): Promise<string | null> {
  const { rows } = await sql<{ terminal_id: string }>`
    select devices.terminal_id from device_pairs p join devices on devices.id = p.paired_id
    where p.device_id = ${deviceId} and ${devicesIn(scope)}`.execute(db)
  return rows[0]?.terminal_id ?? null
}

/**
 * Replaces what is set at a level. Its speed limit, which is a track setting, stays where it is left out.
 * @param today since when days are found anew after the speed limit has changed
 * @throws {Refusal} `invalidInput` where a limit is out of its bounds
 */
export async function setAlarmSettings(
  tx: Db,
  level: Level,
  own: OwnAlarmSettings,
  today: number,
): Promise<void> {
  const issues = issuesOf(own)
  if (issues.length > 0) throw new Refusal('invalidInput', { issues })
  const { 'overspeed.limit': limit, ...fields } = toAlarmFields(own)
  await setOwn(tx, alarmSettingKind, level, fields)
  // Who does not know of it leaves it as it is.
  if (limit === undefined) return
  const { overspeedKmh, ...others } = await lockOwn(tx, trackSettingKind, level)
  if (limit === (overspeedKmh ?? null)) return
  await setTrackSettings(tx, level, limit === null ? others : { ...others, overspeedKmh: limit }, today)
}

/**
 * Pairs two devices of a vehicle, or with null unpairs them. The first is compared with the second as long as that
 * belongs to its account or to one below.
 * @throws {Refusal} `notFound` where it does not
 */
export async function setPair(db: Db, deviceId: number, pairedId: number | null): Promise<void> {
  if (pairedId === deviceId)
    throw new Refusal('invalidInput', { issues: [{ path: 'pairedWith', reason: 'same_device' }] })
  await sql`delete from device_pairs where device_id = ${deviceId}`.execute(db)
  if (pairedId === null) return
  const { numAffectedRows } = await sql`
    insert into device_pairs (device_id, paired_id)
    select one.id, other.id from devices one join accounts a on a.id = one.account_id
      join devices other on other.id = ${pairedId} join accounts b on b.id = other.account_id
    where one.id = ${deviceId} and starts_with(b.path, a.path)`.execute(db)
  if (numAffectedRows === 0n) throw new Refusal('notFound')
}

/** Which limits are out of their bounds. */
export function issuesOf(own: OwnAlarmSettings) {
  return Object.entries(own).flatMap(([name, { limit }]) => {
    if (limit === undefined) return []
    const path = `own.${name}.limit`
    const bounds = name in alarmLimits ? alarmLimits[name as keyof typeof alarmLimits] : null
    if (bounds === null) return limit === null ? [] : [{ path, reason: 'takes_none' }]
    // The speed limit is then inherited again.
    if (limit === null) return name === 'overspeed' ? [] : [{ path, reason: 'required' }]
    if (limit < bounds.min) return [{ path, reason: 'too_small' }]
    return limit > bounds.max ? [{ path, reason: 'too_big' }] : []
  })
}
