import type { DurationId } from '@trackway/core/codes/durations.ts'
import { cardAsset } from '@trackway/core/codes/ledger.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import type {
  AutoRenewal,
  AutoRenewalRecord,
  AutoRenewalResult,
  autoRenewalCalls,
} from '@trackway/core/features/auto-renewals/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { accountPlace } from '../ledger/ledger.ts'
import { findBalances } from '../ledger/queries.ts'

export type Setting = Omit<z.output<typeof autoRenewalCalls.save.input>, 'duration'> & {
  duration: DurationId
}

const dayMs = 86_400_000
/** A device whose end is longer ago is not renewed by itself any more. */
const overdueMs = dayMs
/** What became of a device is listed for so long. */
const keptMs = 2 * 365 * dayMs

const usual: Setting = { isOn: false, daysBefore: 7, duration: 3, payType: 'card', currency: 'USD' }

export async function findSetting(
  db: Db,
  accountId: number,
): Promise<{ setting: Setting; changeTime: number | null }> {
  const row = await db
    .selectFrom('auto_renewals')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return { setting: usual, changeTime: null }
  const { is_on: isOn, days_before: daysBefore, duration, pay_type: payType, currency } = row
  return {
    setting: { isOn, daysBefore, duration, payType, currency },
    changeTime: row.change_time,
  }
}

export async function showSetting(db: Db, accountId: number, now: number): Promise<AutoRenewal> {
  const { setting, changeTime } = await findSetting(db, accountId)
  const due = await findDue(db, accountId, setting, now)
  return { ...setting, changeTime, due: due.length, held: await heldFor(db, accountId, setting) }
}

/** Cards, or money, that the account has for it; null: no limit. */
export async function heldFor(
  db: Db,
  accountId: number,
  { payType, duration, currency }: Setting,
): Promise<number | null> {
  if (payType === 'card' && (await accountPlace(db, accountId)) === 'issued') return null
  const balances = (await findBalances(db, [accountId])).get(accountId) ?? {}
  return balances[payType === 'card' ? cardAsset(duration) : currency] ?? 0
}

export async function saveSetting(
  trx: Db,
  accountId: number,
  { isOn, daysBefore, duration, payType, currency }: Setting,
  now: number,
): Promise<void> {
  const row = {
    is_on: isOn,
    days_before: daysBefore,
    duration,
    pay_type: payType,
    currency,
    change_time: now,
  }
  await trx
    .insertInto('auto_renewals')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/** The accounts whose devices renew by themselves, and which may act: none that is suspended, over, or for demonstration. */
export async function findRenewing(db: Db, now: number): Promise<{ accountId: number; path: string }[]> {
  return await db
    .selectFrom('auto_renewals as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select(['a.id as accountId', 'a.path'])
    .where('r.is_on', '=', true)
    .where('a.is_demo', '=', false)
    .where('a.suspend_time', 'is', null)
    .where((eb) => eb.or([eb('a.expire_time', 'is', null), eb('a.expire_time', '>', now)]))
    .orderBy('a.id')
    .execute()
}

export interface DueDevice {
  id: number
  terminalID: string
  endTime: number
}

/**
 * Devices of an account whose platform term ends within the time, soonest first: its own, and of an agent those of its
 * direct customers that do not renew theirs themselves. Left out is what was renewed for this end already.
 */
export async function findDue(
  db: Db,
  accountId: number,
  { daysBefore }: Pick<Setting, 'daysBefore'>,
  now: number,
): Promise<DueDevice[]> {
  const { rows } = await sql<DueDevice>`
    select d.id, d.terminal_id as "terminalID", d.platform_expire_time as "endTime"
    from devices d join accounts owner on owner.id = d.account_id
    where (owner.id = ${accountId} or owner.parent_id = ${accountId}
        and not owner.role = any(${[...rolesWithSubAccounts]}::int[])
        and not exists (select from auto_renewals own where own.account_id = owner.id and own.is_on))
      and d.platform_expire_time > ${now - overdueMs} and d.platform_expire_time <= ${now + daysBefore * dayMs}
      and not exists (select from auto_renewal_results r where r.account_id = ${accountId} and r.device_id = d.id
        and r.end_time = d.platform_expire_time and r.result = 'renewed')
    order by d.platform_expire_time, d.id`.execute(db)
  return rows
}

export interface Outcome extends DueDevice {
  result: AutoRenewalResult
}

/** Stores what became of devices. What is as it was, is left as it is, so that nobody gets a second notice of it. */
export async function noteOutcomes(
  trx: Db,
  accountId: number,
  outcomes: readonly Outcome[],
  now: number,
): Promise<void> {
  await sql`
    insert into auto_renewal_results as r (account_id, device_id, end_time, result, time)
    select ${accountId}, o.id, o."endTime", o.result, ${now}
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (id int4, "endTime" int8, result text)
    order by o.id on conflict (account_id, device_id, end_time) do update
      set result = excluded.result, time = excluded.time, seen_time = null, job_id = null
      where r.result <> excluded.result and r.result <> 'renewed'`.execute(trx)
}

/** Failures of an account that still hold: the end is what it was, and the device still in the account's reach. */
const holding = (accountId: number, path: string) => sql`
  from auto_renewal_results r join devices d on d.id = r.device_id and d.platform_expire_time = r.end_time
    join accounts owner on owner.id = d.account_id and owner.path >= ${path} and owner.path < ${pathEnd(path)}
  where r.account_id = ${accountId} and r.result <> 'renewed'`

/** Assigns the failures that no mail was about to one. */
export async function bindFailures(
  trx: Db,
  { accountId, path }: { accountId: number; path: string },
  jobId: number,
): Promise<void> {
  await sql`
    update auto_renewal_results f set job_id = ${jobId} from (
      select r.device_id, r.end_time ${holding(accountId, path)} and r.job_id is null) as open
    where f.account_id = ${accountId} and f.device_id = open.device_id and f.end_time = open.end_time`.execute(
    trx,
  )
}

export async function hasUnmailedFailures(
  trx: Db,
  { accountId, path }: { accountId: number; path: string },
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select ${holding(accountId, path)} and r.job_id is null and r.time > ${now - dayMs}) as has`.execute(
    trx,
  )
  return rows[0]!.has
}

export interface MailedFailure {
  name: string
  terminalID: string
  endTime: number
  result: AutoRenewalResult
}

/** The failures of a mail that still hold. */
export async function findMailed(
  db: Db,
  { accountId, path }: { accountId: number; path: string },
  jobId: number,
): Promise<MailedFailure[]> {
  const { rows } = await sql<MailedFailure>`
    select coalesce(nullif(d.car_number, ''), nullif(d.nickname, ''), d.terminal_id) as name,
      d.terminal_id as "terminalID", r.end_time as "endTime", r.result
    ${holding(accountId, path)} and r.job_id = ${jobId} order by r.end_time, d.id`.execute(db)
  return rows
}

export async function findRecords(
  db: Db,
  { accountId, path }: Scope,
  { result = undefined, search = '', pageNum, pageSize }: z.output<typeof autoRenewalCalls.find.input>,
): Promise<Page<AutoRenewalRecord>> {
  const pattern = likePattern(search)
  const found = sql`from auto_renewal_results r join devices d on d.id = r.device_id
    join accounts owner on owner.id = d.account_id and owner.path >= ${path} and owner.path < ${pathEnd(path)}
    where r.account_id = ${accountId} and (${result ?? null}::text is null or r.result = ${result ?? null}::text)
      and (d.terminal_id ilike ${pattern} or d.nickname ilike ${pattern} or owner.username ilike ${pattern})`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  const { rows: list } = await sql<AutoRenewalRecord>`
    select d.id || '-' || r.end_time as id, d.terminal_id as "terminalID", d.nickname, owner.username,
      r.end_time as "endTime", r.result, r.time
    ${found} order by r.time desc, d.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list, total: counted.rows[0]?.total ?? 0 }
}

type News = z.output<typeof autoRenewalCalls.news.output>

export async function findNews(db: Db, { accountId, path }: Scope, now: number): Promise<News> {
  const { rows: list } = await sql<News['list'][number]>`
    select r.result, count(*)::int as count, min(r.end_time) as "endTime",
      (array_agg(coalesce(nullif(d.car_number, ''), nullif(d.nickname, ''), d.terminal_id) order by r.end_time, d.id))[1] as name
    ${holding(accountId, path)} and r.seen_time is null group by r.result order by 3`.execute(db)
  return { list, time: now }
}

export async function markSeen(db: Db, accountId: number, until: number, now: number): Promise<void> {
  await db
    .updateTable('auto_renewal_results')
    .set({ seen_time: now })
    .where('account_id', '=', accountId)
    .where('time', '<=', until)
    .where('seen_time', 'is', null)
    .execute()
}

export async function forgetOldResults(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('auto_renewal_results')
    .where('end_time', '<', now - keptMs)
    .execute()
}
