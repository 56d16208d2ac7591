import type { OutputOf } from '@trackway/core/api/call.ts'
import { toAlarmFields } from '@trackway/core/features/alarms/alarm-settings.ts'
import type { selectionSettingCalls } from '@trackway/core/features/alarms/selection-calls.ts'
import { alarmSettingKind } from '@trackway/core/features/alarms/setting-calls.ts'
import { trackSettingKind } from '@trackway/core/features/track-settings/calls.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { settingsOf } from '../../platform/level-settings.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import { addTrackChanges } from '../track-settings/queries.ts'
import { trackSettingsOf } from '../track-settings/resolve.ts'
import { issuesOf } from './alarm-settings.ts'

type Value = number | string | boolean | null
/** By kind and name: `track.overspeedKmh`. */
type Fields = Record<string, Value>
type Change = Pick<z.output<typeof selectionSettingCalls.set.input>, 'track' | 'alarm'>

interface Device {
  id: number
  terminalID: string
  displayName: string
  /** What holds now. */
  now: Fields
}

const mostShown = 200

/** What a change is, the limit of speeding as the track setting that it is. */
function fieldsOf({ track, alarm }: Change): Fields {
  const issues = issuesOf(alarm)
  if (issues.length > 0) throw new Refusal('invalidInput', { issues })
  const { 'overspeed.limit': limit, ...rules } = toAlarmFields(alarm)
  const speedLimit = typeof limit === 'number' ? { overspeedKmh: limit } : {}
  return { ...named('track', { ...track, ...speedLimit }), ...named('alarm', rules) }
}

const named = (kind: 'track' | 'alarm', values: object): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${kind}.${name}`, value]))

async function readDevices(db: Db, scope: Scope, terminalIDs: readonly string[]): Promise<Device[]> {
  const rows = await db
    .selectFrom('devices')
    .select(['devices.id', 'devices.terminal_id', sql<string>`${displayNameSql}`.as('name')])
    .where('devices.terminal_id', 'in', terminalIDs)
    .where(devicesIn(scope))
    .orderBy(sql`${displayNameSql} collate display_names, devices.id`)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [track, alarm] = [await trackSettingsOf(db, ids), await settingsOf(db, alarmSettingKind, ids)]
  return rows.map(({ id, terminal_id, name }) => ({
    id,
    terminalID: terminal_id,
    displayName: name,
    now: { ...named('track', track.get(id)!), ...named('alarm', alarm.get(id)!) },
  }))
}

const isOther = (fields: Fields, { now }: Device) =>
  Object.keys(fields).some((name) => now[name] !== fields[name])

/** What a change would change. @throws {Refusal} `notFound` for a device outside the scope; `invalidInput` */
export async function previewSettings(
  db: Db,
  scope: Scope,
  terminalIDs: readonly string[],
  change: Change,
): Promise<OutputOf<typeof selectionSettingCalls.preview>> {
  const fields = fieldsOf(change)
  const devices = await readDevices(db, scope, terminalIDs)
  if (devices.length < new Set(terminalIDs).size) throw new Refusal('notFound')
  const changed = devices.filter((device) => isOther(fields, device))
  const [first] = devices
  const shared = Object.entries(first?.now ?? {}).filter(([name, value]) =>
    devices.every(({ now }) => now[name] === value),
  )
  return {
    changed: changed.length,
    unchanged: devices.length - changed.length,
    devices: changed.slice(0, mostShown).map(({ terminalID, displayName, now }) => ({
      terminalID,
      displayName,
      before: Object.fromEntries(
        Object.keys(fields).flatMap((name) => (now[name] === fields[name] ? [] : [[name, now[name]!]])),
      ),
    })),
    shared: Object.fromEntries(shared),
  }
}

/**
 * Sets some settings for each of these devices. A device that would stop before it starts is refused.
 * @param today since when days are found anew
 * @returns the devices that were changed
 */
export async function setManySettings(
  tx: Db,
  scope: Scope,
  terminalIDs: readonly string[],
  change: Change & { today: number },
): Promise<{
  deviceIds: number[]
  done: number
  failed: { id: string; result: 'notFound' | 'invalidInput' }[]
}> {
  const fields = fieldsOf(change)
  const devices = await readDevices(tx, scope, terminalIDs)
  const found = new Set(devices.map(({ terminalID }) => terminalID))
  const fits = devices.filter(({ now }) => {
    const { 'track.startKmh': startKmh, 'track.stopKmh': stopKmh } = { ...now, ...fields }
    return Number(stopKmh) <= Number(startKmh)
  })
  const deviceIds = fits.filter((device) => isOther(fields, device)).map(({ id }) => id)
  const partOf = (kind: 'track' | 'alarm') =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(`${kind}.`) ? [[name.slice(kind.length + 1), value]] : [],
      ),
    )
  await addOwn(tx, trackSettingKind.name, deviceIds, partOf('track') as Partial<TrackSettingValues>)
  await addOwn(tx, alarmSettingKind.name, deviceIds, partOf('alarm'))
  if (Object.keys(partOf('track')).length > 0) await addTrackChanges(tx, deviceIds, change.today)
  const misfits = devices.filter((device) => !fits.includes(device))
  return {
    deviceIds,
    done: fits.length,
    failed: [
      ...[...new Set(terminalIDs)].flatMap((id) =>
        found.has(id) ? [] : [{ id, result: 'notFound' as const }],
      ),
      ...misfits.map(({ terminalID }) => ({ id: terminalID, result: 'invalidInput' as const })),
    ],
  }
}

/** Adds fields to what is set for devices themselves. */
async function addOwn(tx: Db, kind: string, deviceIds: readonly number[], own: object): Promise<void> {
  if (deviceIds.length === 0 || Object.keys(own).length === 0) return
  await sql`
    insert into level_settings (kind, device_id, own)
    select ${kind}, id, ${JSON.stringify(own)}::jsonb from unnest(${deviceIds}::int4[]) as device (id) order by id
    on conflict on constraint level_settings_level
    do update set own = level_settings.own || excluded.own`.execute(tx)
}
