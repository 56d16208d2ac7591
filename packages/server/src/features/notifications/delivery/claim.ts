import type { Language } from '@trackway/core/codes/languages.ts'
import type { DeliveryReason, MailConsent, NotifyChannel } from '@trackway/core/codes/notifications.ts'
import type { UnitSystem } from '@trackway/core/readings/units.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { findConsents, requestConsent } from '../../../platform/mail/mail-receivers.ts'
import { plainText, smsSegments } from '../channels/segments.ts'
import { spend } from '../settings/budgets.ts'
import { type AlarmData, findAlarmData } from '../texts/alarm-data.ts'
import { type AlarmFacts, notifyText, type Reader, smsText, spokenText } from '../texts/texts.ts'
import { consentCheckMs } from './held-mails.ts'
import { type NoticeText, readNotice } from './notices.ts'
import { quietUntil } from './quiet-hours.ts'

/**
 * Claims deliveries that are due: decides of each whether it is sent now, later or never, and writes that and the begin
 * of the attempt in one transaction, before anything is sent.
 */

type DeliveryRow = Selectable<Tables['notification_deliveries']>

/** A delivery whose attempt has begun, with all that its sending needs. */
export interface Claimed extends DeliveryRow {
  attemptId: number
  /** Of its account. */
  path: string
  alarmFacts: AlarmFacts | null
  /** Of one that is about no alarm. */
  notice: NoticeText | null
  reader: Reader
  webhook: Selectable<Tables['webhooks']> | null
  push: Selectable<Tables['push_subscriptions']> | null
  /** What goes out in the same mail. */
  others: Claimed[]
}

export interface ClaimOptions {
  /** Endpoints that something is posted to now: nothing else is, so that what comes later does not pass. */
  busyWebhooks: readonly number[]
  /** Accounts that have as many attempts under way as one may. */
  busyAccounts: readonly number[]
  /** Ways that nothing is taken by at present. */
  closedChannels: readonly NotifyChannel[]
  /** The provider of each way that has one, by name. */
  carriers: Partial<Record<NotifyChannel, string>>
  publicUrl: string | null
  most: number
  /** Number of the sender (`presence.ts`). */
  senderId: number | null
}

/** Longer than any attempt takes: what is not settled by then was begun by a process that is gone. */
const leaseMs = (channel: NotifyChannel) => (channel === 'email' ? 180_000 : 30_000)

/** Attempts of one account at once. */
export const perAccount = 8
/** Mails that go out as one. */
const perMail = 200

/** Is there anything to claim? It costs far less than to look. */
export async function isAnyDue(db: Db, now: number): Promise<boolean> {
  const { rows } = await sql`
    select from notification_deliveries where state = 'due' and due_time <= ${now} limit 1`.execute(db)
  return rows.length > 0
}

export async function claimDue(db: Db, options: ClaimOptions, now: number): Promise<Claimed[]> {
  return await db.transaction().execute(async (tx) => {
    const rows = await findDue(tx, options, now)
    if (rows.length === 0) return []
    const facts = await factsOf(tx, rows, now)
    const claimed: Claimed[] = []
    const settled: Settled[] = []
    const takenWebhooks = new Set<number>()
    for (const row of rows) {
      if (row.channel === 'webhook') {
        // One at a time: the others of this endpoint wait for it.
        if (takenWebhooks.has(row.endpoint_id!)) continue
        takenWebhooks.add(row.endpoint_id!)
      }
      const verdict = await judge(tx, row, facts, options, now)
      if (verdict.kind === 'go') claimed.push(verdict.claimed)
      else settled.push(verdict)
    }
    await writeSettled(tx, settled, now)
    return await begin(tx, gatherMails(claimed), options, now)
  })
}

/** Accounts take turns: the oldest rows of each are considered, however many another one has. */
async function findDue(
  tx: Db,
  { busyWebhooks, busyAccounts, closedChannels, most }: ClaimOptions,
  now: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    with recursive accounts_due as (
      (select account_id from notification_deliveries where state = 'due' order by account_id limit 1)
      union all
      select (select account_id from notification_deliveries
        where state = 'due' and account_id > a.account_id order by account_id limit 1)
      from accounts_due a where a.account_id is not null)
    select d.* from accounts_due a cross join lateral (
      select * from notification_deliveries d
      where d.account_id = a.account_id and d.state = 'due' and d.due_time <= ${now}
        and d.account_id <> all(${[...busyAccounts]}::int4[])
        and not (d.channel = 'webhook' and d.endpoint_id = any(${[...busyWebhooks]}::int4[]))
        and d.channel <> all(${[...closedChannels]}::text[])
      order by d.due_time, d.id limit ${perAccount} for update skip locked) d
    order by d.due_time, d.id limit ${most}`.execute(tx)
  const mailed = rows.filter(({ channel }) => channel === 'email')
  if (mailed.length === 0) return rows
  // Other mails to the same receivers go out with it.
  const { rows: others } = await sql<DeliveryRow>`
    select * from notification_deliveries
    where account_id = any(${mailed.map(({ account_id }) => account_id)}::int4[]) and state = 'due'
      and due_time <= ${now} and channel = 'email'
      and receiver_id = any(${mailed.map(({ receiver_id }) => receiver_id)}::int4[])
      and id <> all(${mailed.map(({ id }) => id)}::int8[])
    order by id limit ${perMail} for update skip locked`.execute(tx)
  return [...rows, ...others]
}

interface Facts {
  alarms: ReadonlyMap<number, AlarmData>
  receivers: ReadonlyMap<number, Selectable<Tables['notification_receivers']>>
  /** Numbers. */
  optedOut: ReadonlySet<string>
  /** By the id of a delivery by mail, whether its receiver wants it. */
  consents: ReadonlyMap<number, MailConsent>
  webhooks: ReadonlyMap<number, Selectable<Tables['webhooks']>>
  pushes: ReadonlyMap<number, Selectable<Tables['push_subscriptions']>>
  accounts: ReadonlyMap<number, Reader & { id: number; path: string }>
  /** Keys of the deliveries that were made when the episodes began. */
  opened: ReadonlySet<string>
}

/** Read within the claim, so that acknowledging, opting out and switching off count until the last moment. */
async function factsOf(tx: Db, rows: readonly DeliveryRow[], now: number): Promise<Facts> {
  const idsOf = (pick: (row: DeliveryRow) => number | null) => [
    ...new Set(rows.map(pick).filter((id) => id !== null)),
  ]
  const by = <T extends { id: number }>(found: T[]) => new Map(found.map((each) => [each.id, each]))
  const endpointsOf = (channel: NotifyChannel) =>
    idsOf((row) => (row.channel === channel ? row.endpoint_id : null))
  const receivers = await tx
    .selectFrom('notification_receivers')
    .selectAll()
    .where(sql<boolean>`id = any(${idsOf((row) => row.receiver_id)}::int4[])`)
    .execute()
  const { rows: out } = await sql<{ telephone: string }>`
    select telephone from opted_out_numbers where telephone = any(${rows.map(({ target }) => target)}::text[])`.execute(
    tx,
  )
  const mailed = rows.filter(({ channel, change }) => channel === 'email' && change !== 'endpointOff')
  const mailReceivers = mailed.map(({ account_id: accountId, target: email }) => ({ accountId, email }))
  const consents = await findConsents(tx, mailReceivers, 'alarms', now)
  const webhooks = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where(sql<boolean>`id = any(${endpointsOf('webhook')}::int4[])`)
    .execute()
  const pushes = await tx
    .selectFrom('push_subscriptions')
    .selectAll()
    .where(sql<boolean>`id = any(${endpointsOf('webPush')}::int4[])`)
    .execute()
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'path', 'time_zone as timeZone'])
    .select(sql<UnitSystem>`units`.as('units'))
    .select(sql<Language>`coalesce(language, 'en')`.as('language'))
    .where(sql<boolean>`id = any(${idsOf((row) => row.account_id)}::int4[])`)
    .execute()
  const keys = rows.filter(({ change }) => change === 'closed').map(openingKey)
  const { rows: opened } = await sql<{ key: string }>`
    select key from notification_deliveries where key = any(${keys}::text[])
      and state in ('due', 'sending', 'sent', 'delivered', 'unknown')`.execute(tx)
  return {
    alarms: await findAlarmData(
      tx,
      idsOf((row) => row.episode_id),
    ),
    receivers: by(receivers),
    optedOut: new Set(out.map(({ telephone }) => telephone)),
    consents: new Map(mailed.map(({ id }, at) => [id, consents[at]!])),
    webhooks: by(webhooks),
    pushes: by(pushes),
    accounts: by(accounts),
    opened: new Set(opened.map(({ key }) => key)),
  }
}

const openingKey = ({ key }: DeliveryRow) => key.replace(':closed:', ':opened:')

/** What becomes of a row that is not sent now. */
interface Settled {
  kind: 'settled'
  id: number
  state: 'due' | 'dropped'
  reason: DeliveryReason
  dueTime: number
}

type Verdict = Settled | { kind: 'go'; claimed: Claimed }

/** Why a delivery that was not sent in time was not. */
function expiryReason({ reason, tries }: DeliveryRow): DeliveryReason {
  if (reason === 'noConsent' || reason === 'tooMany') return reason
  return tries > 0 ? 'givenUp' : 'stale'
}

async function judge(
  tx: Db,
  row: DeliveryRow,
  facts: Facts,
  options: ClaimOptions,
  now: number,
): Promise<Verdict> {
  const drop = (reason: DeliveryReason): Verdict => ({
    kind: 'settled',
    id: row.id,
    state: 'dropped',
    reason,
    dueTime: row.due_time,
  })
  const account = facts.accounts.get(row.account_id)!
  const { channel } = row
  const alarm = row.episode_id === null ? null : (facts.alarms.get(row.episode_id) ?? null)
  if (row.expire_time <= now) return drop(expiryReason(row))
  const claimed: Claimed = {
    ...row,
    attemptId: 0,
    path: account.path,
    alarmFacts: null,
    notice: row.change === 'notice' ? readNotice(row.body) : null,
    reader: account,
    webhook: null,
    push: null,
    others: [],
  }

  if (channel === 'webhook') {
    const webhook = facts.webhooks.get(row.endpoint_id!)
    if (webhook === undefined || (!webhook.is_enabled && row.change !== 'test')) return drop('endpointOff')
    return { kind: 'go', claimed: { ...claimed, webhook } }
  }
  if (row.change === 'endpointOff')
    return options.carriers.email === undefined ? drop('noMailServer') : { kind: 'go', claimed }
  if (claimed.notice === null) {
    if (alarm === null) return drop('stale')
    claimed.alarmFacts = {
      alarm,
      change: row.change as AlarmFacts['change'],
      swallowed: row.swallowed,
      step: row.step,
    }
    if (row.step > 0 && alarm.state !== 'new') return drop('acknowledged')
    if (row.change === 'closed' && !facts.opened.has(openingKey(row))) return drop('notOpened')
  }
  if (channel === 'webPush') {
    const push = facts.pushes.get(row.endpoint_id!)
    // Somebody else may have signed in to that browser meanwhile.
    if (push?.account_id !== row.account_id) return drop('endpointOff')
    claimed.reader = { ...account, language: push.language }
    return { kind: 'go', claimed: { ...claimed, push } }
  }

  if (claimed.notice !== null) return judgeText(tx, claimed, { facts, options, drop }, now)
  const receiver = facts.receivers.get(row.receiver_id!)
  if (receiver === undefined) return drop('noReceiver')
  claimed.reader = { ...account, language: receiver.language, timeZone: receiver.time_zone }
  if (options.carriers[channel] === undefined)
    return drop(channel === 'email' ? 'noMailServer' : 'noProvider')
  const quiet = row.is_urgent ? null : quietUntil(quietHours(receiver), now)
  if (quiet !== null) {
    if (!receiver.quiet_holds || quiet >= row.expire_time + heldMs) return drop('quiet')
    return { kind: 'settled', id: row.id, state: 'due', reason: 'quiet', dueTime: quiet }
  }
  if (channel === 'email') {
    const consent = facts.consents.get(row.id)!
    if (consent === 'agreed') return { kind: 'go', claimed }
    if (consent === 'unsubscribed') return drop('optedOut')
    const { account_id: accountId, target: email } = row
    await requestConsent(tx, [{ accountId, email, language: receiver.language }], now)
    const dueTime = Math.min(row.expire_time, now + consentCheckMs)
    return { kind: 'settled', id: row.id, state: 'due', reason: 'noConsent', dueTime }
  }
  return judgeText(tx, claimed, { facts, options, drop }, now)
}

/** Of an SMS or a call: it is written here, for its length is what it costs. */
async function judgeText(
  tx: Db,
  claimed: Claimed,
  {
    facts,
    options,
    drop,
  }: { facts: Facts; options: ClaimOptions; drop: (reason: DeliveryReason) => Verdict },
  now: number,
): Promise<Verdict> {
  const { channel, target, path } = claimed
  if (channel !== 'sms' && channel !== 'phone') return drop('stale')
  if (options.carriers[channel] === undefined) return drop('noProvider')
  if (channel === 'sms' && facts.optedOut.has(target)) return drop('optedOut')
  claimed.text = textOf(claimed, options.publicUrl)
  claimed.segments = channel === 'sms' ? smsSegments(claimed.text) : null
  const hasBudget = await spend(tx, path, { channel, count: claimed.segments ?? 1 }, now)
  return hasBudget ? { kind: 'go', claimed } : drop('budget')
}

function textOf({ channel, notice, alarmFacts, reader }: Claimed, publicUrl: string | null): string {
  if (notice !== null) return plainText(notice.sms)
  return channel === 'sms' ? smsText(alarmFacts!, reader, publicUrl) : spokenText(alarmFacts!, reader)
}

/** What was held over quiet hours is still sent, though it would have been stale. */
const heldMs = 12 * 3_600_000

function quietHours({
  quiet_from,
  quiet_to,
  quiet_days,
  time_zone,
}: Selectable<Tables['notification_receivers']>) {
  return { from: quiet_from, to: quiet_to, days: quiet_days, timeZone: time_zone }
}

/** Mails to one receiver that are due together are one mail. */
function gatherMails(claimed: readonly Claimed[]): Claimed[] {
  const first = new Map<number, Claimed>()
  return claimed.filter((each) => {
    if (each.channel !== 'email' || each.receiver_id === null) return true
    const lead = first.get(each.receiver_id)
    if (lead === undefined) first.set(each.receiver_id, each)
    else lead.others.push(each)
    return lead === undefined
  })
}

async function writeSettled(tx: Db, settled: readonly Settled[], now: number): Promise<void> {
  if (settled.length === 0) return
  await sql`
    update notification_deliveries d set state = s.state, reason = s.reason, due_time = s."dueTime",
      -- Held over quiet hours it is news until some time after them.
      expire_time = case when s.reason = 'quiet' and s.state = 'due' then greatest(d.expire_time, s."dueTime" + ${heldMs}::int8)
        else d.expire_time end,
      finish_time = case when s.state = 'dropped' then ${now}::int8 end
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as s (id int8, state text, reason text, "dueTime" int8)
    where d.id = s.id`.execute(tx)
}

async function begin(
  tx: Db,
  claimed: readonly Claimed[],
  { carriers, senderId }: ClaimOptions,
  now: number,
): Promise<Claimed[]> {
  const rows = claimed.flatMap((lead) => [lead, ...lead.others].map((each) => ({ each, lead })))
  if (rows.length === 0) return []
  const given = rows.map(({ each, lead }) => ({
    id: each.id,
    text: each.text,
    segments: each.segments,
    number: each.tries + 1,
    sentWith: each === lead ? null : lead.id,
    provider: carriers[each.channel] ?? each.channel,
    claimUntil: now + leaseMs(each.channel),
  }))
  const json = JSON.stringify(given)
  await sql`
    update notification_deliveries d set state = 'sending', reason = null, tries = g.number, text = g.text,
      segments = g.segments, sent_with = g."sentWith", claim_until = g."claimUntil", claimed_by = ${senderId}
    from jsonb_to_recordset(${json}::jsonb)
      as g (id int8, number int2, text text, segments int2, "sentWith" int8, "claimUntil" int8)
    where d.id = g.id`.execute(tx)
  const { rows: attempts } = await sql<{ id: number; deliveryId: number }>`
    insert into notification_attempts (delivery_id, number, provider, start_time)
    select id, number, provider, ${now} from jsonb_to_recordset(${json}::jsonb)
      as g (id int8, number int2, provider text)
    returning id, delivery_id as "deliveryId"`.execute(tx)
  const attemptOf = new Map(attempts.map(({ id, deliveryId }) => [deliveryId, id]))
  for (const { each } of rows) {
    each.attemptId = attemptOf.get(each.id)!
    each.tries++
    each.claim_until = now + leaseMs(each.channel)
  }
  return [...claimed]
}

/** The text spoken before a key is requested. */
export const keyText = (language: Language) => notifyText('pressKey', language)
