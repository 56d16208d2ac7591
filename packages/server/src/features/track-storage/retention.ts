import type pg from 'pg'
import { trackSettingsOf } from '../track-settings/resolve.ts'

const dayMs = 86_400_000
/** Rows a statement removes, so that no transaction is long. */
const rowsAtOnce = 1_000
/** Devices processed together. */
const devicesAtOnce = 1_000

type Client = Pick<pg.ClientBase, 'query'>

interface Limited {
  deviceId: number
  /** Nothing from before this instant, a midnight in UTC, is kept. */
  until: number
}

/** What goes with the track: which rows `t` of a device `u`, in the order of their keys. */
const tables = [
  { table: 'track_days', isOld: `t.day < u.until / ${dayMs}` },
  { table: 'track_episodes', isOld: 't.kind = u.kind and t.from_time < u.until and t.to_time <= u.until' },
  { table: 'day_sums', isOld: 't.from_time < u.until and t.to_time <= u.until' },
  { table: 'alarm_episodes', isOld: 't.start_time < u.until and t.end_time < u.until' },
  { table: 'contact_spans', isOld: 't.from_time < u.until and t.to_time <= u.until' },
] as const

export interface Removal {
  rows: number
  /** The most days that a device keeps; null: some keep all. */
  longestDays: number | null
}

/**
 * Removes what devices have kept for longer than their setting `daysKept`, or the platform's where none is set:
 * packed days, episodes, sums, alarms, some at a time. Rows that are not packed yet go once they are.
 * @param platformDays 0: all
 */
export async function removeOld(client: Client, now: number, platformDays: number): Promise<Removal> {
  const removal: Removal = { rows: 0, longestDays: platformDays > 0 ? platformDays : null }
  for (const devices of await devicesWithLimit(client, platformDays > 0)) {
    const limited: Limited[] = []
    for (const [deviceId, { daysKept }] of await trackSettingsOf(client, devices)) {
      const days = daysKept ?? (platformDays > 0 ? platformDays : null)
      if (days === null) continue
      if (removal.longestDays !== null) removal.longestDays = Math.max(removal.longestDays, days)
      limited.push({ deviceId, until: (Math.floor(now / dayMs) - days) * dayMs })
    }
    if (limited.length > 0) removal.rows += await removeBefore(client, limited)
  }
  return removal
}

/** In groups: all where the platform has a limit, else those for which one may be set. */
async function devicesWithLimit(client: Client, isAll: boolean): Promise<number[][]> {
  const { rows } = await client.query<{ id: number }>(
    isAll
      ? 'select id from devices order by id'
      : `select d.id from devices d join accounts a on a.id = d.account_id
         where exists (
           select from level_settings_at(a.path, d.device_type_id, d.id) where kind = 'track' and own ? 'daysKept')
         order by d.id`,
  )
  const groups: number[][] = []
  for (let from = 0; from < rows.length; from += devicesAtOnce)
    groups.push(rows.slice(from, from + devicesAtOnce).map(({ id }) => id))
  return groups
}

async function removeBefore(client: Client, limited: readonly Limited[]): Promise<number> {
  let removed = 0
  const values = [limited.map(({ deviceId }) => deviceId), limited.map(({ until }) => until)]
  for (const { table, isOld } of tables) {
    const isByKind = isOld.includes('u.kind')
    for (let count = rowsAtOnce; count === rowsAtOnce; removed += count) {
      const result = await client.query(
        `delete from ${table} where ctid = any(array(
           select t.ctid
           from (select * from unnest($1::int4[], $2::int8[]) as d (device_id, until)
             ${isByKind ? 'cross join generate_series(1, 8) as k (kind)' : ''}) as u
           join ${table} t on t.device_id = u.device_id and ${isOld} limit ${rowsAtOnce}))`,
        values,
      )
      count = result.rowCount ?? 0
    }
  }
  // Alarms lie in several partitions, where only the key names a row.
  for (let count = rowsAtOnce; count === rowsAtOnce; removed += count) {
    const result = await client.query(
      `delete from alarms where (device_id, fix_time, code, subject_id) in (
         select t.device_id, t.fix_time, t.code, t.subject_id from unnest($1::int4[], $2::int8[]) as u (device_id, until)
         join alarms t on t.device_id = u.device_id and t.fix_time < u.until limit ${rowsAtOnce})`,
      values,
    )
    count = result.rowCount ?? 0
  }
  return removed
}
