import { fenceCodes } from '@trackway/core/codes/alarms.ts'
import type { NotifyChannel } from '@trackway/core/codes/notifications.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { scopeOfAccount } from '../../../platform/http/session.ts'
import { idsOf } from '../../../platform/scope/scope-sql.ts'
import { readEpisodes } from '../../alarms/find-episodes.ts'
import { eventBody } from '../texts/alarm-data.ts'
import {
  CooldownHistory,
  cooldownKey,
  type DeliveryContext,
  expand,
  mailKey,
  type NewDelivery,
  type OutboxEntry,
} from './expand.ts'

/** Turns outbox entries into deliveries, in one transaction, so that none is lost and none is delivered twice. */

const entriesAtOnce = 500
/** Longest cool-down and digest. */
const rememberedMs = 86_400_000
/** One process at a time claims entries: the next one needs to see its deliveries for the cool-down. */
const outboxLock = 7_203_072

/** @returns how many entries were claimed; 0 while another process is claiming them */
export async function claimOutbox(db: Db, now: number): Promise<number> {
  // Mostly there are none: no transaction for that, each second.
  const { rows: waiting } = await sql`select from alarm_news limit 1`.execute(db)
  if (waiting.length === 0) return 0
  return await db.transaction().execute(async (tx) => {
    const { rows: locks } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${outboxLock}) as "isOurs"`.execute(tx)
    if (!locks[0]?.isOurs) return 0
    const { rows: taken } = await sql<{ id: number; change: string; episodeId: number }>`
      delete from alarm_news where id in (
        select id from alarm_news order by id limit ${entriesAtOnce} for update skip locked)
      returning id, change, episode_id as "episodeId"`.execute(tx)
    if (taken.length === 0) return 0
    const { rows: entries } = await sql<OutboxEntry>`
      select n.id, n.change, e.id as "episodeId", e.code, e.subject_id as "subjectId", e.severity,
        e.is_muted as "isMuted", e.end_time as "endTime", e.device_id as "deviceId", a.path,
        array(select group_id from vehicle_group_members m where m.device_id = e.device_id) as "groupIds", (
          select json_build_object('accountId', f.account_id, 'ruleIds', f.rule_ids) from fences f
          where f.id = e.subject_id and f.rule_ids is not null and e.source = 'platform'
            and e.code = any(${fenceCodes}::int2[])) as chosen
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as n (id int8, change text, "episodeId" int8)
      join alarm_episodes e on e.id = n."episodeId" join accounts a on a.id = e.account_id
      join devices d on d.id = e.device_id`.execute(tx)
    if (entries.length > 0) {
      const context = await findContext(tx, entries, now)
      await insertDeliveries(tx, expand(entries, context, now), context.shown)
    }
    return taken.length
  })
}

/** What the accounts of the devices, and those above, have set: a query for each kind, however many entries there are. */
async function findContext(tx: Db, entries: readonly OutboxEntry[], now: number): Promise<DeliveryContext> {
  const above = [...new Set(entries.flatMap(({ path }) => idsOf(path)))]
  // An account that may not sign in is not notified either.
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'path', 'role'])
    .where('id', 'in', above)
    .where('suspend_time', 'is', null)
    .where((eb) => eb.or([eb('expire_time', 'is', null), eb('expire_time', '>', now)]))
    .execute()
  const of = sql<boolean>`account_id = any(${accounts.map(({ id }) => id)}::int4[])`
  const rules = await tx.selectFrom('notification_rules').selectAll().where(of).orderBy('id').execute()
  const receiverIds = [...new Set(rules.flatMap((rule) => [...rule.receiver_ids, ...rule.escalate_to]))]
  const receivers = await tx
    .selectFrom('notification_receivers')
    .select(['id', 'name', 'telephone', 'email'])
    .where(sql<boolean>`id = any(${receiverIds}::int4[])`)
    .execute()
  const webhooks = await tx
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'url', 'codes', 'severity', 'events'])
    .where(of)
    .execute()
  const pushes = await tx
    .selectFrom('push_subscriptions')
    .select(['id', 'account_id', 'endpoint', 'browser'])
    .where(of)
    .execute()
  const withDeliveries = new Set([...rules, ...webhooks, ...pushes].map(({ account_id }) => account_id))
  return {
    rules,
    receivers: new Map(receivers.map((each) => [each.id, each])),
    webhooks,
    pushes,
    shown: await shownTo(
      tx,
      entries,
      accounts.filter(({ id }) => withDeliveries.has(id)),
    ),
    history: await findHistory(tx, entries, receiverIds, now),
  }
}

/** The episodes as each account with deliveries sees them: it is not notified of what it may not see. */
async function shownTo(
  tx: Db,
  entries: readonly OutboxEntry[],
  accounts: readonly Parameters<typeof scopeOfAccount>[0][],
): Promise<DeliveryContext['shown']> {
  const shown = new Map<number, ReadonlyMap<number, AlarmEpisode>>()
  for (const account of accounts) {
    const below = entries
      .filter(({ path }) => path.startsWith(account.path))
      .map(({ episodeId }) => episodeId)
    const episodes = await readEpisodes(tx, scopeOfAccount(account), [...new Set(below)])
    shown.set(account.id, new Map(episodes.map((episode) => [episode.id, episode])))
  }
  return shown
}

async function findHistory(
  tx: Db,
  entries: readonly OutboxEntry[],
  receiverIds: readonly number[],
  now: number,
): Promise<CooldownHistory> {
  const withDeliveries = new CooldownHistory()
  const since = Math.min(now, ...entries.map(({ endTime }) => endTime)) - rememberedMs
  const deviceIds = [...new Set(entries.map(({ deviceId }) => deviceId))]
  const { rows } = await sql<{
    channel: NotifyChannel
    receiverId: number | null
    endpointId: number | null
    deviceId: number
    code: number
    subjectId: number
    time: number
    isUrgent: boolean
    swallowed: number
  }>`
    select channel, receiver_id as "receiverId", endpoint_id as "endpointId", device_id as "deviceId", code,
      subject_id as "subjectId", alarm_time as time, is_urgent as "isUrgent",
      (select count(*)::int4 from notification_deliveries s
        where s.device_id = t.device_id and s.code = t.code and s.subject_id = t.subject_id and s.id > t.id
          and s.reason in ('coolDown', 'tooMany') and s.state = 'dropped' and s.channel = t.channel
          and s.receiver_id is not distinct from t.receiver_id and s.endpoint_id is not distinct from t.endpoint_id
      ) as swallowed
    from (
      select distinct on (channel, receiver_id, endpoint_id, device_id, code, subject_id) *
      from notification_deliveries
      where device_id = any(${deviceIds}::int4[]) and alarm_time > ${since} and change = 'opened' and step = 0
        and channel <> 'webhook' and reason is distinct from 'coolDown' and reason is distinct from 'late'
          and reason is distinct from 'muted' and (state <> 'dropped' or reason is distinct from 'tooMany')
      order by channel, receiver_id, endpoint_id, device_id, code, subject_id, alarm_time desc) t`.execute(tx)
  for (const { time, isUrgent, swallowed, ...key } of rows)
    withDeliveries.add(cooldownKey(key), time, isUrgent, swallowed)
  const { rows: mails } = await sql<{ ruleId: number; receiverId: number; dueTime: number }>`
    select rule_id as "ruleId", receiver_id as "receiverId", max(due_time) as "dueTime" from notification_deliveries
    where receiver_id = any(${[...receiverIds]}::int4[]) and channel = 'email' and step = 0 and state <> 'dropped'
      and reason is distinct from 'noConsent' and create_time > ${now - rememberedMs}
    group by rule_id, receiver_id`.execute(tx)
  for (const { ruleId, receiverId, dueTime } of mails)
    withDeliveries.addMail(mailKey(ruleId, receiverId), dueTime)
  return withDeliveries
}

async function insertDeliveries(
  tx: Db,
  deliveries: readonly NewDelivery[],
  shown: DeliveryContext['shown'],
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ entry: entries, ...row }) => {
    if (row.channel !== 'webhook') return { ...row, body: null }
    const alarm = shown.get(row.account_id)!.get(entries.episodeId)!
    const event = { id: `evt_${entries.id}`, type: `alarm.${row.change}`, time: row.create_time }
    return { ...row, body: eventBody(event, alarm).toString('hex') }
  })
  await sql`
    insert into notification_deliveries (key, account_id, rule_id, receiver_id, endpoint_id, episode_id, device_id,
      code, subject_id, change, alarm_time, channel, step, is_urgent, receiver_name, target, body, swallowed, state,
      reason, due_time, expire_time, create_time, finish_time)
    select key, account_id, rule_id, receiver_id, endpoint_id, episode_id, device_id, code, subject_id, change,
      alarm_time, channel, step, is_urgent, receiver_name, target, decode(body, 'hex'), coalesce(swallowed, 0), state,
      reason, due_time, expire_time, create_time, finish_time
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (key text, account_id int4, rule_id int4,
      receiver_id int4, endpoint_id int4, episode_id int8, device_id int4, code int2, subject_id int4, change text,
      alarm_time int8, channel text, step int2, is_urgent boolean, receiver_name text, target text, body text,
      swallowed int4, state text, reason text, due_time int8, expire_time int8, create_time int8, finish_time int8)
    on conflict (key) do nothing`.execute(tx)
}
