import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Batches were jobs up to version 0.2, whose processes may still add some: each becomes a task of the same id. */

const queue = 'commands'
/** As many as one transaction takes in a moment. */
const atOnce = 20

/**
 * Makes tasks of batches that are jobs. Their commands keep the times at which they are due; those that wait are
 * under way.
 * @returns how many
 */
export async function adoptBatches(db: Db, now: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from jobs j where queue = ${queue} and not exists (select from device_tasks t where t.id = j.id)
      order by id limit ${atOnce} for update skip locked`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await sql`
      insert into device_tasks (id, kind, account_id, scope_account_id, creator_id, creator, name, params, start_time,
        create_time, change_time)
      select j.id, 'command', j.account_id, j.account_id, first.sender_id, first.sender, '',
        jsonb_build_object('code', first.code, 'expireTime', null), j.create_time, j.create_time, ${now}
      from jobs j,
        lateral (select sender_id, sender, code from commands where job_id = j.id order by id limit 1) first
      where j.id = any(${ids}::int4[])`.execute(tx)
    await sql`
      insert into device_task_items (task_id, device_id, terminal_id, state, step, is_begun, failure, result, offer_time,
        change_time, finish_time)
      select c.job_id, d.id, d.terminal_id,
        case c.state when 'queued' then 'offered' when 'sent' then 'running' when 'acknowledged' then 'done'
          when 'confirmed' then 'done' when 'cancelled' then 'cancelled' else 'failed' end,
        'send', true, case when c.state in ('failed', 'expired') then coalesce(c.failure, 'expired') end, c.reply,
        c.due_time, ${now}, case when c.state in ('queued', 'sent') then null else ${now}::bigint end
      from (
        select distinct on (job_id, device_id) * from commands where job_id = any(${ids}::int4[])
        order by job_id, device_id, id desc) c
        join devices d on d.id = c.device_id
      order by c.due_time, c.id`.execute(tx)
    await sql`
      update commands set task_id = job_id, job_id = null where job_id = any(${ids}::int4[])`.execute(tx)
    await sql`delete from jobs where id = any(${ids}::int4[])`.execute(tx)
    return ids.length
  })
}
