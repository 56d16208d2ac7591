import type { OutputOf } from '@trackway/core/api/call.ts'
import type { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Paging } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findDeviceId } from '../devices/find-device-id.ts'
import { episodesIn } from './episode-filter.ts'
import { readEpisode } from './find-episodes.ts'

type EpisodeDetail = OutputOf<typeof alarmCalls.get>
type Occurrences = OutputOf<typeof alarmCalls.occurrences>

/** At most so many handlings of an episode are shown. */
const maxHandlings = 200

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function getEpisode(db: Db, scope: Scope, id: number, now: number): Promise<EpisodeDetail> {
  const alarm = await readEpisode(db, scope, id)
  const { rows: history } = await sql<EpisodeDetail['history'][number]>`
    select h.time, h.action, actor.username, h.note, assignee.username as assignee, h.undo_time is not null as "isUndone"
    from alarm_handlings h left join accounts actor on actor.id = h.account_id
      left join accounts assignee on assignee.id = h.assignee_id
    where h.episode_id = ${id} order by h.id desc limit ${maxHandlings}`.execute(db)
  const { rows: mutes } = await sql<{ until_time: number | null }>`
    select m.until_time from alarm_mutes m join alarm_episodes e on e.device_id = m.device_id and e.code = m.code
      left join device_states s on s.device_id = m.device_id
      join devices d on d.id = e.device_id and d.account_id = e.account_id
    where e.id = ${id} and coalesce(m.until_time > ${now}, s.stopped_since <= m.create_time)`.execute(db)
  return {
    alarm,
    history,
    mutedUntil: mutes[0]?.until_time ?? null,
    mutedUntilMoved: mutes.length > 0 && mutes[0]!.until_time === null,
  }
}

/** A page of the occurrences of one episode, oldest first. @throws {Refusal} `notFound`, also for a stranger's */
export async function findOccurrences(
  db: Db,
  scope: Scope,
  { id, pageNum, pageSize }: { id: number } & Paging,
): Promise<Occurrences> {
  const { count } = await readEpisode(db, scope, id)
  const { rows: list } = await sql<Occurrences['list'][number] & { total: number }>`
    select a.fix_time as "fixTime", a.server_time as "serverTime", a.phase, a.latitude_e7 / 1e7::float8 as lat,
      a.longitude_e7 / 1e7::float8 as lon, a.speed_kmh as "speedKmh", a.source, a.detail,
      count(*) over ()::int4 as total
    from alarm_episodes e join alarms a on a.device_id = e.device_id and a.account_id = e.account_id
      and a.code = e.code and a.subject_id = e.subject_id and a.fix_time between e.start_time and e.end_time
    where e.id = ${id} order by a.fix_time limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return {
    list: list.map(({ total: _, ...occurrence }) => occurrence),
    total: list[0]?.total ?? count,
  }
}

const hourMs = 3_600_000
const muteMs = { '1h': hourMs, '8h': 8 * hourMs }

/** @throws {Refusal} `notFound`, also for a stranger's episode, and for that of a device which is another's by now */
export async function muteEpisode(
  db: Db,
  scope: Scope,
  { id, until }: { id: number; until: '1h' | '8h' | 'moved' | 'now' },
  now: number,
): Promise<void> {
  const { terminalID } = await readEpisode(db, scope, id)
  await findDeviceId(db, scope, terminalID)
  if (until === 'now') {
    await sql`delete from alarm_mutes m using alarm_episodes e
      where e.id = ${id} and m.device_id = e.device_id and m.code = e.code`.execute(db)
    return
  }
  const untilTime = until === 'moved' ? null : now + muteMs[until]
  await sql`
    insert into alarm_mutes (device_id, code, create_time, until_time, account_id)
    select device_id, code, ${now}::int8, ${untilTime}::int8, ${scope.accountId}::int4
    from alarm_episodes where id = ${id}
    on conflict (device_id, code) do update set create_time = excluded.create_time,
      until_time = excluded.until_time, account_id = excluded.account_id`.execute(db)
}

/** @returns the device of the episode. @throws {Refusal} `notFound`, also for a stranger's episode */
export async function saveAddress(
  db: Db,
  scope: Scope,
  { id, address }: { id: number; address: string },
): Promise<number> {
  const { rows } = await sql<{ device_id: number }>`
    update alarm_episodes e set address = ${address}, sequence = nextval('alarm_sequence')
    from devices where devices.id = e.device_id and e.id = ${id} and ${episodesIn(scope)}
    returning e.device_id`.execute(db)
  if (rows.length === 0) throw new Refusal('notFound')
  return rows[0]!.device_id
}
