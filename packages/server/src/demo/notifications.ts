import { alarmSeverities, fenceCodes } from '@trackway/core/codes/alarms.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { DeliveryReason, DeliveryState, NotifyChannel } from '@trackway/core/codes/notifications.ts'
import { sql } from 'kysely'
import { smsSegments } from '../features/notifications/channels/segments.ts'
import { findAlarmData } from '../features/notifications/texts/alarm-data.ts'
import { smsText } from '../features/notifications/texts/texts.ts'
import type { Db } from '../platform/database/database.ts'

const dayMs = 86_400_000
/** Days of the log at the first start, and the alarms of each account in it. */
const logDays = 14
const logged = 160

interface DemoPeople {
  owner: string
  language: Language
  timeZone: string
  /** Names of those who are notified: on duty, and next if they do nothing. */
  duty: string
  head: string
  rules: { critical: string; mailed: string }
}

const people: readonly DemoPeople[] = [
  {
    owner: 'demo',
    language: 'en',
    timeZone: 'Asia/Shanghai',
    duty: 'Control room',
    head: 'Fleet manager',
    rules: {
      critical: 'Serious: SMS, and the manager if nobody acts',
      mailed: 'Geofences and speeding: one mail for 30 minutes',
    },
  },
  {
    owner: 'yuanhang',
    language: 'cn',
    timeZone: 'Asia/Shanghai',
    duty: '值班调度',
    head: '李经理',
    rules: { critical: '严重报警：短信，无人确认则通知经理', mailed: '围栏与超速：每 30 分钟汇总一封邮件' },
  },
]
/** Kept free for films and books: nobody has these numbers and addresses. */
const telephones = ['+12025550143', '+12025550178'] as const
const domain = 'example.com'

/**
 * Rules of the demo, whom they name, and their notifications of the alarms of the last days. Accounts that have rules
 * keep theirs.
 */
export async function ensureNotifications(
  db: Db,
  accounts: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  for (const each of people) {
    const accountId = accounts.get(each.owner)
    if (accountId === undefined) continue
    const known = await db
      .selectFrom('notification_rules')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (known === undefined)
      await db
        .transaction()
        .execute(async (tx) => writeLog(tx, await addRules(tx, each, accountId, now), now))
  }
}

interface Rules extends DemoPeople {
  accountId: number
  receivers: readonly [duty: number, head: number]
  ruleIds: readonly [critical: number, mailed: number]
}

async function addRules(tx: Db, each: DemoPeople, accountId: number, now: number): Promise<Rules> {
  const { language, timeZone, duty, head, rules } = each
  const create_time = now - 60 * dayMs
  const receiver = (name: string, telephone: string, email: string, sleeps: boolean) => ({
    account_id: accountId,
    name,
    telephone,
    email: `${email}@${domain}`,
    language,
    time_zone: timeZone,
    quiet_from: sleeps ? 22 * 60 : null,
    quiet_to: sleeps ? 7 * 60 : null,
    quiet_days: [],
    quiet_holds: true,
    create_time,
  })
  const receivers = await tx
    .insertInto('notification_receivers')
    .values([receiver(duty, telephones[0], 'duty', false), receiver(head, telephones[1], 'manager', true)])
    .returning('id')
    .execute()
  // They have long been asked.
  await tx
    .insertInto('mail_receivers')
    .values(
      ['duty', 'manager'].map((name) => ({
        account_id: accountId,
        email: `${name}@${domain}`,
        language,
        ask_time: create_time,
        agree_time: create_time,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [first, second] = receivers.map(({ id }) => id)
  const usual = {
    account_id: accountId,
    is_enabled: true,
    is_for_fences: false,
    with_sub_accounts: true,
    tells_recovery: false,
    cool_down_minutes: 15,
    max_age_minutes: 15,
    create_time,
  }
  const ruleIds = await tx
    .insertInto('notification_rules')
    .values([
      {
        ...usual,
        name: rules.critical,
        codes: null,
        severity: alarmSeverities.critical,
        post_type: 'platform+SMS',
        by_email: false,
        receiver_ids: [first!],
        escalate_minutes: 10,
        escalate_to: [second!],
        digest_minutes: 0,
      },
      {
        ...usual,
        name: rules.mailed,
        codes: [...fenceCodes],
        severity: null,
        post_type: 'platform',
        by_email: true,
        receiver_ids: [first!],
        escalate_minutes: null,
        escalate_to: [],
        digest_minutes: 30,
      },
    ])
    .returning('id')
    .execute()
  return {
    ...each,
    accountId,
    receivers: [first!, second!],
    ruleIds: [ruleIds[0]!.id, ruleIds[1]!.id],
  }
}

/** A notification of an alarm, and its attempts: after how long each ended, and how. */
interface Story {
  channel: NotifyChannel
  isHead?: boolean
  state: DeliveryState
  reason?: DeliveryReason
  attempts: readonly {
    afterMs: number
    outcome: 'sent' | 'later' | 'refused'
    code?: string
    answer?: string
  }[]
}

const sent = (afterMs: number) => ({ afterMs, outcome: 'sent' }) as const
const off = {
  afterMs: 3_000,
  outcome: 'later',
  code: '30003',
  answer: 'Unreachable destination handset',
} as const

/** Of a hundred alarms most went well. */
function storiesOf(luck: number, isMailed: boolean): Story[] {
  if (isMailed) return [{ channel: 'email', state: 'sent', attempts: [sent(1_400)] }]
  if (luck < 8) return [{ channel: 'sms', state: 'dropped', reason: 'coolDown', attempts: [] }]
  if (luck < 16) return [{ channel: 'sms', state: 'delivered', attempts: [off, sent(34_000)] }]
  if (luck < 20) return [{ channel: 'sms', state: 'failed', reason: 'givenUp', attempts: [off, off, off] }]
  const delivered: Story = { channel: 'sms', state: 'delivered', attempts: [sent(4_000 + luck * 40)] }
  if (luck > 84)
    return [delivered, { channel: 'sms', isHead: true, state: 'delivered', attempts: [sent(602_000)] }]
  return [delivered]
}

async function writeLog(tx: Db, rules: Rules, now: number): Promise<void> {
  const { accountId, receivers, ruleIds, language, timeZone, duty, head } = rules
  const { rows: episodes } = await sql<{
    id: number
    deviceId: number
    at: number
    isMailed: boolean
    luck: number
  }>`
    select e.id, e.device_id as "deviceId", e.start_time + 1500 as at, e.code = any(${[...fenceCodes]}::int2[]) as "isMailed",
      abs(hashint8(e.id)) % 100 as luck
    from alarm_episodes e join accounts a on a.id = e.account_id
    where a.path like (select path from accounts where id = ${accountId}) || '%'
      and e.start_time between ${now - logDays * dayMs} and ${now}
      and (e.severity = ${alarmSeverities.critical} or e.code = any(${[...fenceCodes]}::int2[]))
    order by e.severity desc, e.start_time desc limit ${logged}`.execute(tx)
  const known = await findAlarmData(
    tx,
    episodes.map(({ id }) => id),
  )
  for (const { id, deviceId, at, isMailed, luck } of episodes) {
    const alarm = known.get(id)!
    for (const { channel, isHead = false, state, reason, attempts } of storiesOf(luck, isMailed)) {
      const step = isHead ? 1 : 0
      const text = smsText(
        { alarm, change: 'opened', swallowed: 0, step },
        { language, timeZone, units: 'metric' },
        null,
      )
      const isOver = at + (attempts.at(-1)?.afterMs ?? 0)
      const { id: deliveryId } = await tx
        .insertInto('notification_deliveries')
        .values({
          key: `demo${id}:${channel}:${step}:a${accountId}`,
          account_id: accountId,
          rule_id: ruleIds[isMailed ? 1 : 0],
          receiver_id: receivers[step],
          episode_id: id,
          device_id: deviceId,
          code: alarm.code,
          subject_id: alarm.subjectId,
          change: 'opened',
          alarm_time: alarm.startTime,
          channel,
          step,
          is_urgent: !isMailed,
          receiver_name: isHead ? head : duty,
          target: channel === 'email' ? `duty@${domain}` : telephones[step],
          text: attempts.length > 0 ? text : null,
          state,
          reason: reason ?? null,
          due_time: at,
          expire_time: at + dayMs,
          tries: attempts.length,
          create_time: at,
          finish_time: isOver,
          sent_time: state === 'delivered' || state === 'sent' ? isOver : null,
          segments: channel === 'sms' && attempts.length > 0 ? smsSegments(text) : null,
        })
        .returning('id')
        .execute()
        .then(([row]) => row!)
      if (attempts.length > 0)
        await tx
          .insertInto('notification_attempts')
          .values(
            attempts.map(({ afterMs, outcome, ...answered }, index) => ({
              delivery_id: deliveryId,
              number: index + 1,
              outcome,
              ...answered,
              provider: channel === 'email' ? 'smtp' : 'sandbox',
              start_time: at + index * 60_000,
              finish_time: at + index * 60_000 + Math.min(afterMs, 4_000),
            })),
          )
          .execute()
    }
  }
}
