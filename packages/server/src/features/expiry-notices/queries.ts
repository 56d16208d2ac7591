import type { ServiceEnd, serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'

type ExpiryNotices = z.output<typeof serviceEndCalls.news.output>
export type Contact = z.output<typeof serviceEndCalls.contact.output>

/** From the first hour of notices to the end of that day, at most. */
const sameDayMs = 16 * 3_600_000

/**
 * Announced ends that still hold: nothing was renewed, resumed or transferred since. What had ended when it was announced is shown for that day.
 * @param condition which rows of `told_ends t`
 */
const holding = (path: string, condition: RawBuilder<unknown>, now: number) => sql`
  select 'device' as what, t.device_id as id, t.end_time, min(t.days) as days,
    coalesce(nullif(d.car_number, ''), nullif(d.nickname, ''), d.terminal_id) as name, d.terminal_id as "terminalId"
  from told_ends t join devices d on d.id = t.device_id join accounts a on a.id = d.account_id
  where ${condition} and (t.end_time > ${now} or t.told_time > greatest(t.end_time, ${now - sameDayMs})) and t.end_time in (d.platform_expire_time, d.user_expire_time)
    and a.path >= ${path} and a.path < ${pathEnd(path)}
  group by t.device_id, t.end_time, d.id
  union all
  select case when a.suspend_time is null then 'expired' else 'suspended' end, t.below_id, t.end_time, 0,
    a.username, null
  from told_ends t join accounts a on a.id = t.below_id
  where ${condition} and t.end_time = coalesce(a.suspend_time, a.expire_time)
    and a.path > ${path} and a.path < ${pathEnd(path)}`

/** The notices of the caller's account that are not closed, by kind and step, the most urgent first. */
export async function findNotices(db: Db, { accountId, path }: Scope, now: number): Promise<ExpiryNotices> {
  const unseen = sql`t.account_id = ${accountId} and t.seen_time is null and t.told_time <= ${now}`
  const { rows } = await sql<ExpiryNotices['list'][number]>`
    select what, days, count(*)::int as count, (array_agg(name order by end_time, id))[1] as name,
      min(end_time) as "endTime"
    from (${holding(path, unseen, now)}) as announced
    group by what, days order by what <> 'device', days, what`.execute(db)
  return { list: rows, time: now }
}

/** Closes the notices until then. */
export async function markSeen(db: Db, accountId: number, until: number, now: number): Promise<void> {
  await db
    .updateTable('told_ends')
    .set({ seen_time: now })
    .where('account_id', '=', accountId)
    .where('told_time', '<=', until)
    .where('seen_time', 'is', null)
    .execute()
}

export type Switches = z.output<typeof serviceEndCalls.switches.output>

export async function findSwitches(db: Db, accountId: number): Promise<Switches> {
  return await db
    .selectFrom('accounts')
    .select(['tells_own_ends as own', 'tells_customer_ends as customers'])
    .select(['reminds_by_mail as byMail', 'reminds_by_push as byPush', 'reminds_by_sms as bySms'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export async function saveSwitches(db: Db, accountId: number, switches: Switches): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      tells_own_ends: switches.own,
      tells_customer_ends: switches.customers,
      reminds_by_mail: switches.byMail,
      reminds_by_push: switches.byPush,
      reminds_by_sms: switches.bySms,
    })
    .where('id', '=', accountId)
    .execute()
}

/** The account above as its own form names it. Its user name is half of a sign-in, and is not shown. */
export async function findContact(db: Db, accountId: number): Promise<Contact> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('accounts as above', 'above.id', 'accounts.parent_id')
    .select(['above.nickname', 'above.realname', 'above.telephone', 'above.email'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  return {
    name: row?.nickname || row?.realname || null,
    telephone: row?.telephone || null,
    email: row?.email || null,
  }
}

export interface MailedEnd {
  what: ServiceEnd
  days: number
  end_time: number
  name: string
  terminalId: string | null
}

/** The ends that a mail is about, as they hold now. */
export const findMailedEnds = (db: Db, path: string, jobId: number, now: number): Promise<MailedEnd[]> =>
  findEnds(db, path, sql`t.job_id = ${jobId}`, now)

/** The ends of these announcements, as they hold now, the first one first. */
export const findAnnouncedEnds = (
  db: Db,
  path: string,
  ids: readonly number[],
  now: number,
): Promise<MailedEnd[]> => findEnds(db, path, sql`t.id = any(${ids}::int4[])`, now)

async function findEnds(
  db: Db,
  path: string,
  condition: RawBuilder<unknown>,
  now: number,
): Promise<MailedEnd[]> {
  const { rows } = await sql<MailedEnd>`
    select what, days, end_time, name, "terminalId" from (${holding(path, condition, now)}) as announced
    order by end_time, id`.execute(db)
  return rows
}
