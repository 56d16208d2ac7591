import type { DeviceReset } from '@trackway/core/features/devices/service-calls.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { renewResults } from '../../../ingest/rules/rule-results.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../../platform/database/read-page.ts'
import { refusal } from '../../../platform/errors.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { devicesIn } from '../../../platform/scope/scope-sql.ts'
import { clearStates, setStates } from './device-states.ts'
import { type Changed, lockDevices, type Trx } from './lock-devices.ts'

/** A reset can be undone for so long; then what it hid is deleted. */
export const archiveMs = 30 * 86_400_000

/**
 * Returns devices to unactivated: what they reported is shown to nobody any more and goes into the archive, the
 * terms that count from activation begin anew with the next report. Refuses of a device: `notFound`.
 * @param isFree the caller sets the platform's term as he likes; for others it does not begin anew
 */
export async function resetDevices(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
  { actorId, isFree, now }: { actorId: number; isFree: boolean; now: number },
): Promise<Changed> {
  const devices = await lockDevices(trx, scope, terminalIDs, { withStates: true })
  const ids = [...devices.values()].map(({ id }) => id)
  await sql`
    insert into device_resets (device_id, time, actor_id, history_from_time, activate_time, information, state)
    select d.id, ${now}, ${actorId}, d.history_from_time, d.activate_time, d.information, to_jsonb(s)
    from devices d join device_states s on s.device_id = d.id where d.id = any(${ids}::int4[])`.execute(trx)
  await trx
    .updateTable('devices')
    .set({ activate_time: null, information: sql`'{}'::jsonb`, history_from_time: now })
    // What was paid of the platform's term goes on, instead of beginning anew.
    .$if(!isFree, (query) =>
      query.set({ platform_from_activation: sql`platform_from_activation and activate_time is null` }),
    )
    .where('id', '=', sql<number>`any(${ids}::int4[])`)
    .execute()
  await clearStates(trx, ids, now)
  return {
    done: [...devices.values()].map(({ id, terminalID }) => ({ id, terminalID })),
    failed: terminalIDs.flatMap((id) => (devices.has(id) ? [] : { id, result: 'notFound' as const })),
  }
}

/** What an earlier owner reset is not for the next to see or take back. */
const isOfPresentOwner = sql<boolean>`not exists (
  select from device_owners where device_owners.device_id = devices.id and to_time > device_resets.time)`

/** A page of the resets in the archive, newest first. */
export async function findResets(
  db: Db,
  scope: Scope,
  { search, pageNum, pageSize }: { search?: string | undefined } & Paging,
  now: number,
): Promise<Page<DeviceReset>> {
  const found = db
    .selectFrom('device_resets')
    .innerJoin('devices', 'devices.id', 'device_resets.device_id')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .leftJoin('accounts as actors', 'actors.id', 'device_resets.actor_id')
    .where('device_resets.time', '>', now - archiveMs)
    .where(devicesIn(scope))
    .where(isOfPresentOwner)
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`strpos(devices.search_text, lower(${search})) > 0`),
    )
    .select([
      'device_resets.id',
      'devices.terminal_id as terminalID',
      'devices.nickname',
      'devices.car_number as carNumber',
      'accounts.username',
      'device_resets.time',
      'actors.username as actor',
      'device_resets.activate_time as activateTime',
    ])
    .select([
      sql<number | null>`(device_resets.state ->> 'state_time')::int8`.as('stateTime'),
      sql<number>`device_resets.time + ${archiveMs}`.as('restoreUntilTime'),
      sql<boolean>`devices.history_from_time is not distinct from device_resets.time`.as('canRestore'),
    ])
    .orderBy('device_resets.time', 'desc')
    .orderBy('device_resets.id', 'desc')
  return readPage(found, { pageNum, pageSize })
}

/**
 * A reset that can be undone.
 * @throws {Refusal} `notFound`, also for one that is no longer in the archive or was followed by another reset
 */
export async function findReset(
  db: Db,
  scope: Scope,
  id: number,
  now: number,
): Promise<{ id: number; terminalID: string }> {
  return await db
    .selectFrom('device_resets')
    .innerJoin('devices', 'devices.id', 'device_resets.device_id')
    .select(['devices.id', 'devices.terminal_id as terminalID'])
    .where('device_resets.id', '=', id)
    .where('device_resets.time', '>', now - archiveMs)
    .whereRef('devices.history_from_time', '=', 'device_resets.time')
    .where(devicesIn(scope))
    .where(isOfPresentOwner)
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/**
 * Takes a reset back: what it hid is shown again, beside what was reported since. The device is locked before.
 * @throws {Refusal} `notFound` as `findReset`
 */
export async function restoreReset(
  trx: Trx,
  scope: Scope,
  id: number,
  now: number,
): Promise<{ id: number; terminalID: string }> {
  const device = await findReset(trx, scope, id, now)
  await sql`
    update devices set history_from_time = r.history_from_time,
      activate_time = coalesce(r.activate_time, devices.activate_time),
      information = r.information || devices.information
    from device_resets r where r.id = ${id} and devices.id = r.device_id`.execute(trx)
  await setStates(
    trx,
    [device.id],
    // Unless it has been somewhere since.
    sql`select r.device_id, r.state from device_resets r join device_states s using (device_id)
      where r.id = ${id} and s.fix_time is null`,
  )
  await renewResults(trx, [device.id])
  await trx.deleteFrom('device_resets').where('id', '=', id).execute()
  return device
}

/** Deletes for good what resets hid longer ago than the archive goes back. */
export async function emptyArchive(pool: pg.Pool, now: number): Promise<void> {
  const { rows } = await pool.query<{ id: number; device_id: number; time: number }>(
    'select id, device_id, time from device_resets where time <= $1 order by id limit 1000',
    [now - archiveMs],
  )
  for (const { id, device_id, time } of rows) {
    // A packed day that the reset lies in stays, hidden, until its retention ends; so does what a former owner sees.
    const hidden: [table: string, first: string, last: string][] = [
      ['positions', 'fix_time', 'fix_time'],
      ['alarms', 'fix_time', 'fix_time'],
      ['alarm_episodes', 'start_time', 'end_time'],
      ['track_days', 'first_time', 'last_time'],
      ['track_episodes', 'from_time', 'to_time'],
      ['day_sums', 'from_time', 'to_time - 1'],
      ['contact_spans', 'from_time', 'to_time'],
    ]
    for (const [table, first, last] of hidden)
      await pool.query(
        `delete from ${table} where device_id = $1 and ${last} < $2 and not exists (
          select from device_owners o where o.device_id = ${table}.device_id
            and o.to_time > ${table}.${first} and o.from_time <= ${table}.${last})`,
        [device_id, time],
      )
    await pool.query('delete from device_resets where id = $1', [id])
  }
}
