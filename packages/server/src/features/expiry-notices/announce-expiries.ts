import { type RoleId, rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { audienceOf, expiriesToAnnounce, warningDays, warningOf } from '@trackway/core/rules/service-terms.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { queueMail } from '../../platform/mail/queued-mails.ts'
import { queueNotice } from '../notifications/delivery/notices.ts'
import { endMails, shortNotice } from './mails.ts'
import { findAnnouncedEnds } from './queries.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Notices go out by day, in the reader's time zone: from the first of these hours until the second. */
const noticeHours = [8, 20] as const
/** Notices are kept for so long after the end, so that a clock that was set back announces nothing twice. */
const keptMs = 365 * dayMs

interface Reader {
  accountId: number
  timeZone: string
}

/** An end of service that is to be announced, of a device or of an account. */
interface End {
  deviceId: number | null
  belowId: number | null
  endTime: number
  days: number
}

/**
 * Announces ends of service to each account, once a step, in the page and by the ways that it has switched on: to end users and agents those of their devices, to agents
 * also those of their customers' devices, and to superiors accounts directly below that can no longer sign in. Of
 * several missed steps the last one is announced. Two processes that run this at once announce it once.
 * @param canMail whether a mail server is set; without one the notice is shown in the page alone
 */
export async function announceExpiries(
  db: Db,
  { canMail, now }: { canMail: boolean; now: number },
): Promise<void> {
  const byAccount = Map.groupBy(
    [...(await findEndingDevices(db, now)), ...(await findEndedAccounts(db, now))],
    ({ reader }) => reader.accountId,
  )
  for (const found of byAccount.values()) {
    const { reader } = found[0]!
    if (!isNoticeTime(reader, now)) continue
    const ends = found.flatMap(({ ends }) => ends)
    await db.transaction().execute((trx) => announceToAccount(trx, reader.accountId, ends, { canMail, now }))
  }
}

/** Deletes the notices of ends long past. */
export async function forgetOldEnds(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('told_ends')
    .where('end_time', '<', now - keptMs)
    .execute()
}

/** Stores a notice that counts as seen: the reader suspended the account himself. */
export async function noteOwnSuspension(
  trx: Db,
  { accountId, belowId, time }: { accountId: number; belowId: number; time: number },
): Promise<void> {
  const row = { account_id: accountId, below_id: belowId, end_time: time, days: 0 }
  await trx
    .insertInto('told_ends')
    .values({ ...row, told_time: time, seen_time: time })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function isNoticeTime({ timeZone }: Reader, now: number): boolean {
  const sinceMidnight = now - startOfDay(dayAt(now, timeZone), timeZone)
  return sinceMidnight >= noticeHours[0] * hourMs && sinceMidnight < noticeHours[1] * hourMs
}

async function findEndingDevices(db: Db, now: number): Promise<{ reader: Reader; ends: End[] }[]> {
  // What ended in the night before is of today.
  const since = now - dayMs
  // A day more, since a day's telling is of what comes until its end.
  const horizon = now + (warningDays[0] + 2) * dayMs
  const { rows } = await sql<{
    accountId: number
    role: RoleId
    timeZone: string
    deviceId: number
    platformExpireTime: number | null
    userExpireTime: number | null
    announced: Record<string, number> | null
  }>`
    select reader.id as "accountId", reader.role, reader.time_zone as "timeZone", d.id as "deviceId",
      d.platform_expire_time as "platformExpireTime", d.user_expire_time as "userExpireTime", announced.days as announced
    from devices d join accounts owner on owner.id = d.account_id
    cross join lateral (
      select owner.id union all
      select owner.parent_id where owner.parent_id is not null and not owner.role = any(${[...rolesWithSubAccounts]}::int[])
    ) as r (id) join accounts reader on reader.id = r.id
    cross join lateral (
      select jsonb_object_agg(end_time, days) as days from (
        select end_time, min(days) as days from told_ends t
        where t.device_id = d.id and t.account_id = reader.id group by end_time) each) announced
    where (d.platform_expire_time between ${since} and ${horizon} or d.user_expire_time between ${since} and ${horizon})
      and case when reader.id = owner.id then reader.tells_own_ends else reader.tells_customer_ends end`.execute(
    db,
  )
  return rows.flatMap(({ accountId, role, timeZone, deviceId, announced, ...terms }) => {
    const today = dayAt(now, timeZone)
    const day = { from: startOfDay(today, timeZone), to: startOfDay(addDays(today, 1), timeZone) }
    const ends = expiriesToAnnounce(terms, audienceOf(role)).flatMap((endTime) => {
      const days = stepOf(endTime, day)
      const before = announced?.[endTime]
      return days === null || (before !== undefined && before <= days)
        ? []
        : [{ deviceId, belowId: null, endTime, days }]
    })
    return ends.length > 0 ? [{ reader: { accountId, timeZone }, ends }] : []
  })
}

/** The notice of the morning has what comes into a step by tonight, so that one message has it all; 0: it ends today. */
function stepOf(endTime: number, today: { from: number; to: number }): number | null {
  if (endTime < today.from) return null
  return endTime <= today.to ? 0 : warningOf(endTime, today.to)
}

async function findEndedAccounts(db: Db, now: number): Promise<{ reader: Reader; ends: End[] }[]> {
  const { rows } = await sql<Reader & { belowId: number; endTime: number }>`
    select reader.id as "accountId", reader.time_zone as "timeZone", a.id as "belowId", ended.time as "endTime"
    from accounts a join accounts reader on reader.id = a.parent_id
    cross join lateral (select coalesce(a.suspend_time, a.expire_time) as time) ended
    where (a.suspend_time is not null or a.expire_time <= ${now}) and not exists (
      select from told_ends t
      where t.below_id = a.id and t.account_id = reader.id and t.end_time = ended.time)`.execute(db)
  return rows.map(({ belowId, endTime, ...reader }) => ({
    reader,
    ends: [{ deviceId: null, belowId, endTime, days: 0 }],
  }))
}

async function announceToAccount(
  trx: Db,
  accountId: number,
  ends: readonly End[],
  { canMail, now }: { canMail: boolean; now: number },
): Promise<void> {
  // A process that announces to this account at the same instant waits, and finds the notices stored.
  const account = await trx
    .selectFrom('accounts')
    .select(['is_demo', 'suspend_time', 'expire_time', 'path', 'time_zone as timeZone'])
    .select(['reminds_by_mail', 'reminds_by_push', 'reminds_by_sms'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (account === undefined) return
  const { rows } = await sql<{ id: number }>`
    insert into told_ends (account_id, device_id, below_id, end_time, days, told_time)
    select ${accountId}, g."deviceId", g."belowId", g."endTime", g.days, ${now}
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
      as g ("deviceId" int4, "belowId" int4, "endTime" int8, days int2)
    where (g."belowId" is null or exists (select from accounts where id = g."belowId"))
      and (g."deviceId" is null or exists (select from devices where id = g."deviceId"))
      and not exists (
        select from told_ends t where t.account_id = ${accountId} and t.end_time = g."endTime" and t.days <= g.days
          and (t.device_id = g."deviceId" or t.below_id = g."belowId"))
    returning id`.execute(trx)
  const isActive = account.suspend_time === null && (account.expire_time ?? Infinity) > now
  // Anybody may sign in to the demo account.
  if (rows.length === 0 || !isActive || account.is_demo) return
  const ids = rows.map(({ id }) => id)
  const found = await findAnnouncedEnds(trx, account.path, ids, now)
  if (found.length === 0) return
  await queueNotice(
    trx,
    accountId,
    {
      key: `ends-${ids[0]}`,
      byPush: account.reminds_by_push,
      bySms: account.reminds_by_sms,
      textIn: (language) => shortNotice({ language, timeZone: account.timeZone }, found),
    },
    now,
  )
  if (!canMail || !account.reminds_by_mail) return
  const jobId = await queueMail(trx, endMails, accountId, now)
  if (jobId === null) return
  await sql`update told_ends set job_id = ${jobId} where id = any(${ids}::int4[])`.execute(trx)
}
