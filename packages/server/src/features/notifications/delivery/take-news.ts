import type { NotifyChannel } from '@trackway/core/codes/notifications.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { idsOf } from '../../../platform/scope/scope-sql.ts'
import { eventBody, findAlarmData } from './alarm-data.ts'
import { expand, mailKey, type NewDelivery, type News, ToldBefore, toldKey, type World } from './expand.ts'

/** News of alarms become deliveries: both in one transaction, so none is lost and none is told twice. */

const newsAtOnce = 500
/** Longest cool-down and digest. */
const rememberedMs = 86_400_000
/** One process at a time takes news: what was told before is what the next one asks about. */
const newsLock = 7_203_072

/** @returns how many news were taken; another process that is at it leaves none */
export async function takeNews(db: Db, now: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows: locks } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${newsLock}) as "isOurs"`.execute(tx)
    if (!locks[0]?.isOurs) return 0
    const { rows: taken } = await sql<{ id: number; change: string; episodeId: number }>`
      delete from alarm_news where id in (
        select id from alarm_news order by id limit ${newsAtOnce} for update skip locked)
      returning id, change, episode_id as "episodeId"`.execute(tx)
    if (taken.length === 0) return 0
    const { rows: news } = await sql<News>`
      select n.id, n.change, e.id as "episodeId", e.code, e.subject_id as "subjectId", e.severity,
        e.end_time as "endTime", e.device_id as "deviceId", a.path
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as n (id int8, change text, "episodeId" int8)
      join alarm_episodes e on e.id = n."episodeId" join accounts a on a.id = e.account_id
      join devices d on d.id = e.device_id`.execute(tx)
    if (news.length > 0) await insertDeliveries(tx, expand(news, await worldOf(tx, news, now), now))
    return taken.length
  })
}

/** What the accounts of the devices, and those above, have set: a query for each kind, whatever the number of news. */
async function worldOf(tx: Db, news: readonly News[], now: number): Promise<World> {
  const ids = [...new Set(news.flatMap(({ path }) => idsOf(path)))]
  // What has ended may not be told of: the account cannot look at it either.
  const active = sql<boolean>`exists (select from accounts a where a.id = account_id and a.suspend_time is null
    and (a.expire_time is null or a.expire_time > ${now}))`
  const rules = await tx
    .selectFrom('notification_rules')
    .selectAll()
    .where('account_id', 'in', ids)
    .where(active)
    .orderBy('id')
    .execute()
  const receiverIds = [...new Set(rules.flatMap((rule) => [...rule.receiver_ids, ...rule.escalate_to]))]
  const receivers = await tx
    .selectFrom('notification_receivers')
    .select(['id', 'name', 'telephone', 'email'])
    .where(sql<boolean>`id = any(${receiverIds}::int4[])`)
    .execute()
  const webhooks = await tx
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'url', 'codes', 'severity', 'events'])
    .where('account_id', 'in', ids)
    .where(active)
    .execute()
  const pushes = await tx
    .selectFrom('push_subscriptions')
    .select(['id', 'account_id', 'endpoint', 'browser'])
    .where('account_id', 'in', ids)
    .where(active)
    .execute()
  return {
    ...{ rules, receivers: new Map(receivers.map((each) => [each.id, each])), webhooks, pushes },
    told: await toldBefore(tx, news, receiverIds, now),
  }
}

async function toldBefore(
  tx: Db,
  news: readonly News[],
  receiverIds: readonly number[],
  now: number,
): Promise<ToldBefore> {
  const told = new ToldBefore()
  const since = Math.min(now, ...news.map(({ endTime }) => endTime)) - rememberedMs
  const deviceIds = [...new Set(news.map(({ deviceId }) => deviceId))]
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
          and s.reason = 'coolDown' and s.channel = t.channel
          and s.receiver_id is not distinct from t.receiver_id and s.endpoint_id is not distinct from t.endpoint_id
      ) as swallowed
    from (
      select distinct on (channel, receiver_id, endpoint_id, device_id, code, subject_id) *
      from notification_deliveries
      where device_id = any(${deviceIds}::int4[]) and alarm_time > ${since} and change = 'opened' and step = 0
        and channel <> 'webhook' and reason is distinct from 'coolDown' and reason is distinct from 'late'
      order by channel, receiver_id, endpoint_id, device_id, code, subject_id, alarm_time desc) t`.execute(tx)
  for (const { time, isUrgent, swallowed, ...key } of rows) told.add(toldKey(key), time, isUrgent, swallowed)
  const { rows: mails } = await sql<{ ruleId: number; receiverId: number; dueTime: number }>`
    select rule_id as "ruleId", receiver_id as "receiverId", max(due_time) as "dueTime" from notification_deliveries
    where receiver_id = any(${[...receiverIds]}::int4[]) and channel = 'email' and step = 0 and state <> 'dropped'
      and create_time > ${now - rememberedMs}
    group by rule_id, receiver_id`.execute(tx)
  for (const { ruleId, receiverId, dueTime } of mails) told.addMail(mailKey(ruleId, receiverId), dueTime)
  return told
}

async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const toWebhooks = deliveries.filter(({ channel }) => channel === 'webhook')
  const episodeIds = [...new Set(toWebhooks.map(({ news }) => news.episodeId))]
  const data = await findAlarmData(tx, episodeIds)
  const rows = deliveries.map(({ news, ...row }) => {
    const alarm = data.get(news.episodeId)
    if (row.channel !== 'webhook' || alarm === undefined) return { ...row, body: null }
    const event = { id: `evt_${news.id}`, type: `alarm.${row.change}`, time: row.create_time }
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
