import type pg from 'pg'
import { daySumRules } from '../storage/day-sums.ts'
import { episodeLock } from './process-track.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** A device is to be processed: it never was, its owner's days are others now, or it reported since. */
const isDueSql = (hasRested: string) =>
  `(p.device_id is null or p.time_zone <> a.time_zone or s.state_time > p.seen_time and ${hasRested})`
const tables = `devices d join accounts a on a.id = d.account_id
  left join device_states s on s.device_id = d.id left join episode_progress p on p.device_id = d.id`

/**
 * All devices with new reports, the most recent first: their days are the ones that users look at.
 * @param seenUntil those whose last report that was seen is newer are left out
 */
export async function devicesWithNewReports(client: Client, seenUntil: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select d.id from ${tables}
     where s.state_time is not null and ${isDueSql('p.seen_time <= $1')} order by s.state_time desc`,
    [seenUntil],
  )
  return rows.map(({ id }) => id)
}

/** Devices whose track changed in the past; marks of devices that are gone are removed. */
export async function devicesToRecompute(client: Client): Promise<number[]> {
  await client.query(
    'delete from track_changes m where not exists (select from devices where id = m.device_id)',
  )
  const { rows } = await client.query<{ device_id: number }>(
    'select device_id from track_changes group by device_id order by min(id)',
  )
  return rows.map(({ device_id }) => device_id)
}

/** So many have their days summed anew by a run: a track of years takes a second, and what is new waits for it. */
const resummedAtOnce = 32

/**
 * Marks the tracks of some devices whose days were summed by older rules. Their days count as summed by the present
 * ones from then on, so that a day whose track is gone, and is not summed again, is not marked for ever.
 */
export async function markOlderSums(client: Client): Promise<void> {
  await client.query(
    `with older as (
       select device_id from (
         select distinct device_id from day_sums where rules_version < $1 order by device_id limit $2) as chosen
       where pg_try_advisory_xact_lock($3, device_id)),
     days as (
       update day_sums s set rules_version = $1 from older
       where s.device_id = older.device_id and s.rules_version < $1 returning s.device_id, s.from_time)
     insert into track_changes (device_id, from_time) select device_id, min(from_time) from days group by device_id`,
    [daySumRules, resummedAtOnce, episodeLock],
  )
}

/** Devices without any contact since they were processed, whose offline period has gone on. */
export async function devicesGoneOffline(client: Client, now: number): Promise<number[]> {
  const { rows } = await client.query<{ device_id: number }>(
    'select device_id from episode_progress where due_time <= $1 order by due_time',
    [now],
  )
  return rows.map(({ device_id }) => device_id)
}

/** Has the job anything to do? */
export async function isAnyDue(client: Client, seenUntil: number, now: number): Promise<boolean> {
  const { rows } = await client.query<{ is_due: boolean }>(
    `select exists (select from ${tables} where s.state_time is not null and ${isDueSql('p.seen_time <= $1')})
       or exists (select from episode_progress where due_time <= $2)
       or exists (select from track_changes) or exists (select from day_sums where rules_version < $3) as is_due`,
    [seenUntil, now, daySumRules],
  )
  return rows[0]!.is_due
}

/** Of these devices those that have new reports, are marked, or are silent. */
export async function dueOf(client: Client, deviceIds: readonly number[], now: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'episodes-due',
    text: `select d.id from ${tables}
      where d.id = any($1::int4[])
        and (${isDueSql('true')} or p.due_time <= $2
          or exists (select from track_changes m where m.device_id = d.id))`,
    values: [deviceIds, now],
  })
  return rows.map(({ id }) => id)
}
