import type { Language } from '@trackway/core/codes/languages.ts'
import type { MailConsent } from '@trackway/core/codes/notifications.ts'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Who wants mails of an account. An account may mail its own confirmed address and those of accounts above and below
 * it; any other address agrees first. All may end each kind of mails.
 */

/** Kinds of mails that nobody has asked for just now. */
export const mailKinds = ['alarms', 'reports', 'notices'] as const
export type MailKind = (typeof mailKinds)[number]

/** An agreement may be given for so long after it was asked for. */
export const consentMs = 7 * 86_400_000
/** Somebody who has not answered is asked again after this time at the earliest. */
const askAgainMs = 86_400_000

export interface MailReceiver {
  accountId: number
  email: string
}

interface Row {
  at: number
  isOwn: boolean
  isOut: boolean
  askDueTime: number | null
  askTime: number | null
  agreeTime: number | null
  leftKinds: string[]
}

/** Whether each receiver wants mails of a kind from the account, in the order given. */
export async function findConsents(
  db: Db,
  receivers: readonly MailReceiver[],
  kind: MailKind,
  now: number,
): Promise<MailConsent[]> {
  if (receivers.length === 0) return []
  const given = receivers.map(({ accountId, email }, at) => ({ at, accountId, email: email.toLowerCase() }))
  const { rows } = await sql<Row>`
    select w.at, exists (
        select from bound_emails b join accounts o on o.id = b.account_id
        join accounts a on a.id = w."accountId"
        where lower(b.email) = w.email and (starts_with(o.path, a.path) or starts_with(a.path, o.path))
      ) as "isOwn",
      exists (select from unsubscribed_emails u where u.email = w.email) as "isOut",
      r.ask_due_time as "askDueTime", r.ask_time as "askTime", r.agree_time as "agreeTime",
      coalesce(r.left_kinds, '{}') as "leftKinds"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as w (at int4, "accountId" int4, email text)
    left join mail_receivers r on r.account_id = w."accountId" and r.email = w.email
    order by w.at`.execute(db)
  return rows.map((row) => consentOf(row, kind, now))
}

function consentOf(row: Row, kind: MailKind, now: number): MailConsent {
  const { isOwn, isOut, askDueTime, askTime, agreeTime, leftKinds } = row
  const isAgreed = isOwn || agreeTime !== null
  // The links of version 0.2 ended mails of alarms; later ones of mails that ask for consent have no account either.
  const hasLeft = leftKinds.includes(kind) || (isOut && (kind === 'alarms' || !isAgreed))
  if (hasLeft) return 'unsubscribed'
  if (isAgreed) return 'agreed'
  const isExpired = askDueTime === null && askTime !== null && askTime + consentMs <= now
  return isExpired ? 'expired' : 'waiting'
}

/** Has those addresses of an account asked for their consent that have not been asked yet. */
export async function requestConsent(
  db: Db,
  receivers: readonly (MailReceiver & { language: Language })[],
  now: number,
): Promise<void> {
  if (receivers.length === 0) return
  const consents = await findConsents(db, receivers, 'alarms', now)
  const strangers = receivers.filter((_, at) => consents[at] === 'waiting')
  if (strangers.length === 0) return
  const rows = strangers.map(({ accountId, email, language }) => ({
    accountId,
    email: email.toLowerCase(),
    language,
  }))
  await sql`
    insert into mail_receivers (account_id, email, language, ask_due_time)
    select distinct on ("accountId", email) "accountId", email, language, ${now}::int8
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("accountId" int4, email text, language text)
    order by "accountId", email
    on conflict (account_id, email) do update set ask_due_time = ${now}
    where mail_receivers.ask_time is null and mail_receivers.agree_time is null
      and mail_receivers.ask_due_time is null`.execute(db)
}

/**
 * Asks an address once more, a day after the last time at the earliest.
 * @returns `unknown` when it has agreed, or nothing is to be mailed to it
 */
export async function requestConsentAgain(
  db: Db,
  { accountId, email }: MailReceiver,
  now: number,
): Promise<'asked' | 'tooEarly' | 'unknown'> {
  const { rows } = await sql<{ isAsked: boolean }>`
    with known as (
      select account_id, email, ask_due_time is null and coalesce(ask_time, 0) <= ${now - askAgainMs} as is_free
      from mail_receivers where account_id = ${accountId} and email = ${email.toLowerCase()} and agree_time is null
      for update)
    update mail_receivers r set ask_due_time = case when known.is_free then ${now}::int8 else ask_due_time end
    from known where r.account_id = known.account_id and r.email = known.email
    returning known.is_free as "isAsked"`.execute(db)
  if (rows[0] === undefined) return 'unknown'
  return rows[0].isAsked ? 'asked' : 'tooEarly'
}

/** The address agrees to mails of the account. @returns false: the account is gone, or does not want to mail it */
export async function agreeToMails(
  db: Db,
  { accountId, email }: MailReceiver,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_receivers')
    .set({ agree_time: now, ask_due_time: null })
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @param email in small letters */
export async function isUnsubscribed(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('unsubscribed_emails')
    .select('email')
    .where('email', '=', email)
    .execute()
  return found.length > 0
}

/** Ends what all accounts may send to an address, or allows it again. */
export async function setUnsubscribed(db: Db, email: string, isOut: boolean, now: number): Promise<void> {
  if (isOut)
    await db
      .insertInto('unsubscribed_emails')
      .values({ email, time: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
  else await db.deleteFrom('unsubscribed_emails').where('email', '=', email).execute()
}

/** Has the address ended mails of this kind from the account? */
export async function hasLeft(db: Db, { accountId, email }: MailReceiver, kind: MailKind): Promise<boolean> {
  const { rows } = await sql`
    select from mail_receivers where account_id = ${accountId} and email = ${email} and ${kind} = any(left_kinds)`.execute(
    db,
  )
  return rows.length > 0
}

/** Ends mails of a kind from an account, or allows them again; of an account that is gone nothing is to be ended. */
export async function setLeft(
  db: Db,
  { accountId, email }: MailReceiver,
  kind: MailKind,
  isOut: boolean,
): Promise<void> {
  await sql`
    insert into mail_receivers (account_id, email, language, left_kinds)
    select id, ${email}, coalesce(language, 'en'), ${isOut ? [kind] : []}::text[] from accounts where id = ${accountId}
    on conflict (account_id, email) do update set
      left_kinds = array_remove(mail_receivers.left_kinds, ${kind}) || excluded.left_kinds`.execute(db)
}
