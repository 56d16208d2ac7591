import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** What lies further back has been looked at, mostly. */
const handledAfterMs = 8 * 3_600_000
const notes = [
  'Driver called, all well.',
  'Known: the vehicle was being serviced.',
  'Spoke to the driver about the limit.',
  'Loose cable, fixed in the workshop.',
  'Street works shook the car.',
]

/**
 * Handles the alarms of the demo as its owners would have: most of what lies hours back has been read, much of it
 * resolved, some marked as false or noted. Which, follows from the alarm, so that a second start changes nothing of it.
 * @param deviceIds the demo's own
 */
export async function handleDemoAlarms(db: Db, deviceIds: readonly number[], now: number): Promise<void> {
  await sql`
    with due as (
      select e.id, e.start_time, e.account_id,
        abs(hashint8(e.start_time + e.device_id * 7919 + e.code)) % 100 as luck,
        -- Within minutes or some hours.
        e.end_time + 120000 + abs(hashint8(e.start_time)) % 14400000 as at
      from alarm_episodes e
      where e.device_id = any(${deviceIds}::int4[]) and e.state = 'new' and e.read_time is null
        and not e.is_open and e.end_time < ${now - handledAfterMs}
    ), verdicts as (
      select *, case when luck < 55 then 'resolved' when luck < 67 then 'false' when luck < 75 then 'acknowledged' end as state,
        case when luck % 6 = 0 then (${notes}::text[])[1 + luck % ${notes.length}::int4] end as note
      from due where luck < 92
    ), kept as (
      insert into alarm_handlings (batch_id, episode_id, time, account_id, action, note, before)
      select nextval('alarm_batches')::int4, id, at, account_id,
        case state when 'resolved' then 'resolve' when 'acknowledged' then 'acknowledge' else 'false' end, note, '{}'
      from verdicts where state is not null
    )
    update alarm_episodes e set state = coalesce(v.state, 'new'), read_time = v.at, note = v.note,
      handler_id = case when v.state is not null then v.account_id end,
      handle_time = case when v.state is not null then v.at end
    from verdicts v where e.id = v.id`.execute(db)
  // Of what happened before the start nobody needs to be notified.
  await sql`
    delete from alarm_news n using alarm_episodes e where e.id = n.episode_id
      and e.device_id = any(${deviceIds}::int4[]) and n.time < ${now - handledAfterMs}`.execute(db)
}
