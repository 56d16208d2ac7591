import { alarmSeverities, alarms } from '@trackway/core/codes/alarms.ts'
import type { DeliveryReason, NotifyChange, NotifyChannel } from '@trackway/core/codes/notifications.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { idsOf } from '../../../platform/scope/scope-sql.ts'

/** A row of the outbox: what happened to an episode, with what rules compare. */
export interface OutboxEntry {
  id: number
  change: string
  episodeId: number
  code: number
  subjectId: number
  isMuted: boolean
  severity: number
  /** Of its last occurrence so far. */
  endTime: number
  deviceId: number
  /** Of the account whose device it is. */
  path: string
  /** Groups that its device is in. */
  groupIds: readonly number[]
  /** Rules that the fence chose which it is about, and the account whose fence and rules those are; null: none. */
  chosen: { accountId: number; ruleIds: readonly number[] } | null
}

export type Rule = Selectable<Tables['notification_rules']>
export type Receiver = Pick<
  Selectable<Tables['notification_receivers']>,
  'id' | 'name' | 'telephone' | 'email'
>
export type Webhook = Pick<
  Selectable<Tables['webhooks']>,
  'id' | 'account_id' | 'url' | 'codes' | 'severity' | 'events'
>
export type Push = Pick<
  Selectable<Tables['push_subscriptions']>,
  'id' | 'account_id' | 'endpoint' | 'browser'
>

/** Rules and ways of the accounts whose devices the entries are of, and of those above. */
export interface DeliveryContext {
  rules: readonly Rule[]
  receivers: ReadonlyMap<number, Receiver>
  webhooks: readonly Webhook[]
  pushes: readonly Push[]
  /** The episodes that each account with deliveries may see, by its id. */
  shown: ReadonlyMap<number, ReadonlyMap<number, AlarmEpisode>>
  /** Earlier deliveries, for the cool-down and the digest. */
  history: CooldownHistory
}

/** A delivery to be, without what the database or its sender adds. */
export type NewDelivery = Insertable<Tables['notification_deliveries']> & { entry: OutboxEntry }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Alarms that somebody may be in danger are worth sending for a day. */
const lasting: readonly number[] = [alarms.sos, alarms.collision, alarms.rollover]
/** Webhooks have no rule that sets how old an alarm may be. */
const webhookMaxAgeMs = 15 * minuteMs
/** Retries of webhooks end after 75 hours. */
const webhookExpireMs = 76 * hourMs

/** Earlier deliveries by their cool-down key; grows with each decision. */
export class CooldownHistory {
  readonly #last = new Map<string, { time: number; isUrgent: boolean; swallowed: number }>()
  readonly #mails = new Map<string, number>()

  add(key: string, time: number, isUrgent: boolean, swallowed = 0): void {
    this.#last.set(key, { time, isUrgent, swallowed })
  }

  /** @returns how many were kept back before; null: this one is kept back too */
  ask(
    key: string,
    { time, isUrgent, coolDownMs }: { time: number; isUrgent: boolean; coolDownMs: number },
  ): number | null {
    const last = this.#last.get(key)
    const isWorse = isUrgent && last?.isUrgent === false
    if (last !== undefined && !isWorse && Math.abs(time - last.time) < coolDownMs) {
      last.swallowed++
      return null
    }
    const swallowed = last?.swallowed ?? 0
    this.add(key, time, isUrgent)
    return swallowed
  }

  addMail(key: string, dueTime: number): void {
    this.#mails.set(key, Math.max(dueTime, this.#mails.get(key) ?? 0))
  }

  /** When a mail goes out that gathers: the first at once, those of the next minutes together. */
  mailTime(key: string, digestMs: number, now: number): number {
    const last = this.#mails.get(key) ?? 0
    const dueTime = digestMs === 0 || last <= now - digestMs ? now : last > now ? last : last + digestMs
    this.addMail(key, dueTime)
    return dueTime
  }
}

/** The key that the cool-down compares deliveries by: the same way, receiver, device, code and subject. */
export function cooldownKey(of: {
  channel: string
  receiverId: number | null
  endpointId: number | null
  deviceId: number
  code: number
  subjectId: number
}): string {
  const { channel, receiverId, endpointId, deviceId, code, subjectId } = of
  return [channel, receiverId, endpointId, deviceId, code, subjectId].join(' ')
}

export const mailKey = (ruleId: number, receiverId: number) => `${ruleId} ${receiverId}`

/** The deliveries of entries: rule × receiver × way × step, each with the key that keeps it unique. */
export function expand(entry: readonly OutboxEntry[], context: DeliveryContext, now: number): NewDelivery[] {
  const made = new Map<string, NewDelivery>()
  for (const each of entry.toSorted((a, b) => a.endTime - b.endTime || a.id - b.id)) {
    const ownerId = idsOf(each.path).at(-1)!
    const accounts = idsOf(each.path).filter((id) => context.shown.get(id)?.has(each.episodeId))
    const put = (delivery: NewDelivery) => {
      if (!made.has(delivery.key)) made.set(delivery.key, delivery)
    }
    for (const webhook of context.webhooks)
      if (accounts.includes(webhook.account_id) && matchesAlarm(webhook, each))
        put(toWebhook(webhook, each, now))
    if (each.change !== 'opened' && each.change !== 'closed') continue
    const above = context.rules.filter((rule) => accounts.includes(rule.account_id))
    for (const rule of above)
      if (matchesRule(rule, each, ownerId))
        for (const delivery of byRule(rule, each, context, now)) put(delivery)
    for (const push of context.pushes)
      if (accounts.includes(push.account_id)) {
        const own = above.filter(({ account_id }) => account_id === push.account_id)
        // A browser that was subscribed before anybody made rules is notified of serious alarms.
        const isRuledOtherwise = own.some((rule) => !rule.is_for_fences)
        const rules = isRuledOtherwise ? own : [...own, ruleWithout(push.account_id)]
        const rule = rules.find((one) => matchesRule(one, each, ownerId))
        if (rule) for (const delivery of toPush(push, rule, each, context, now)) put(delivery)
      }
  }
  return [...made.values()]
}

function ruleWithout(accountId: number): Rule {
  return {
    id: 0,
    account_id: accountId,
    name: '',
    is_enabled: true,
    codes: null,
    create_time: 0,
    severity: alarmSeverities.critical,
    with_sub_accounts: true,
    is_for_fences: false,
    group_ids: null,
    post_type: 'platform',
    by_email: false,
    receiver_ids: [],
    escalate_minutes: null,
    escalate_to: [],
    cool_down_minutes: 10,
    digest_minutes: 0,
    max_age_minutes: 15,
    tells_recovery: false,
  }
}

function matchesAlarm({ codes, severity }: Pick<Rule, 'codes' | 'severity'>, entry: OutboxEntry): boolean {
  return (codes === null || codes.includes(entry.code)) && (severity === null || entry.severity >= severity)
}

function matchesRule(rule: Rule, entry: OutboxEntry, ownerId: number): boolean {
  const isOfGroup = rule.group_ids?.some((id) => entry.groupIds.includes(id)) ?? true
  const isOf = (rule.with_sub_accounts || rule.account_id === ownerId) && isOfGroup && isChosen(rule, entry)
  // A fence that names a rule means its crossings, which are notices elsewhere.
  const alarm = isNamed(rule, entry) ? { ...rule, severity: null } : rule
  return (
    rule.is_enabled &&
    isOf &&
    matchesAlarm(alarm, entry) &&
    (entry.change === 'opened' || rule.tells_recovery)
  )
}

/** A fence may name the rules of its account that notify of it. */
function isChosen(rule: Rule, entry: OutboxEntry): boolean {
  return entry.chosen?.accountId === rule.account_id ? isNamed(rule, entry) : !rule.is_for_fences
}

function isNamed({ id, account_id }: Rule, { chosen }: OutboxEntry): boolean {
  return chosen?.accountId === account_id && chosen.ruleIds.includes(id)
}

function byRule(rule: Rule, entry: OutboxEntry, context: DeliveryContext, now: number): NewDelivery[] {
  const steps = [
    ...rule.receiver_ids.map((id) => ({ id, step: 0 })),
    ...(rule.escalate_minutes === null || entry.change !== 'opened'
      ? []
      : rule.escalate_to.map((id, index) => ({ id, step: index + 1 }))),
  ]
  return steps.flatMap(({ id, step }) => {
    const receiver = context.receivers.get(id)
    if (receiver === undefined) return []
    return waysTo(rule, receiver, entry).map(([channel, target]) => {
      const key = `e${entry.episodeId}:${entry.change}:r${id}:${channel}:${step}`
      const delivery = {
        ...common(entry, now),
        key,
        account_id: rule.account_id,
        rule_id: rule.id,
        receiver_id: id,
        channel,
        step,
        target,
        receiver_name: receiver.name,
        expire_time: now + keptMs(entry.code),
      }
      if (step > 0) {
        const dueTime = now + step * rule.escalate_minutes! * minuteMs
        delivery.due_time = dueTime
        delivery.expire_time = dueTime + keptMs(entry.code)
        return dropMutedOrLate(delivery, rule, now)
      }
      const decided = coolDown(dropMutedOrLate(delivery, rule, now), rule, context.history)
      if (channel !== 'email' || decided.state === 'dropped') return decided
      const dueTime = context.history.mailTime(mailKey(rule.id, id), rule.digest_minutes * minuteMs, now)
      return { ...decided, due_time: dueTime, expire_time: dueTime + 24 * hourMs }
    })
  })
}

function waysTo(
  rule: Rule,
  { telephone, email }: Receiver,
  { change }: OutboxEntry,
): [NotifyChannel, string][] {
  const isSms = rule.post_type.includes('SMS') && telephone !== null
  // Nobody is called because an alarm is over.
  const isCall = rule.post_type.includes('phone') && telephone !== null && change === 'opened'
  return [
    ...(isSms ? ([['sms', telephone]] as [NotifyChannel, string][]) : []),
    ...(isCall ? ([['phone', telephone]] as [NotifyChannel, string][]) : []),
    ...(rule.by_email && email !== null ? ([['email', email]] as [NotifyChannel, string][]) : []),
  ]
}

function toPush(
  push: Push,
  rule: Rule,
  entry: OutboxEntry,
  context: DeliveryContext,
  now: number,
): NewDelivery[] {
  const delivery: NewDelivery = {
    ...common(entry, now),
    key: `e${entry.episodeId}:${entry.change}:p${push.id}`,
    account_id: push.account_id,
    rule_id: rule.id || null,
    endpoint_id: push.id,
    channel: 'webPush',
    step: 0,
    receiver_name: push.browser,
    target: push.endpoint,
    expire_time: now + keptMs(entry.code),
  }
  return [coolDown(dropMutedOrLate(delivery, rule, now), rule, context.history)]
}

const changes: Record<string, NotifyChange> = {
  opened: 'opened',
  closed: 'closed',
  acknowledged: 'acknowledged',
}

function toWebhook(webhook: Webhook, entry: OutboxEntry, now: number): NewDelivery {
  const isLate = entry.change === 'opened' && now - entry.endTime > webhookMaxAgeMs
  return {
    ...common(entry, now),
    key: `n${entry.id}:w${webhook.id}`,
    account_id: webhook.account_id,
    endpoint_id: webhook.id,
    change: changes[entry.change] ?? 'updated',
    channel: 'webhook',
    step: 0,
    receiver_name: new URL(webhook.url).host,
    target: webhook.url,
    expire_time: now + webhookExpireMs,
    ...(isLate && dropped('late', now)),
  }
}

function common(entry: OutboxEntry, now: number) {
  const { episodeId, deviceId, code, subjectId, severity, endTime } = entry
  return {
    entry,
    rule_id: null,
    receiver_id: null,
    endpoint_id: null,
    body: null,
    text: null,
    episode_id: episodeId,
    device_id: deviceId,
    code,
    subject_id: subjectId,
    alarm_time: endTime,
    change: entry.change as NotifyChange,
    is_urgent: severity >= alarmSeverities.critical,
    state: 'due' as const,
    reason: null,
    due_time: now,
    create_time: now,
    finish_time: null,
    sent_with: null,
    claim_until: null,
    sent_time: null,
    segments: null,
  } as Omit<
    NewDelivery,
    'key' | 'account_id' | 'channel' | 'step' | 'receiver_name' | 'target' | 'expire_time'
  >
}

const dropped = (reason: DeliveryReason, now: number) => ({
  state: 'dropped' as const,
  reason,
  finish_time: now,
})

function dropMutedOrLate(delivery: NewDelivery, { max_age_minutes }: Rule, now: number): NewDelivery {
  const isLate = delivery.change === 'opened' && now - delivery.alarm_time > max_age_minutes * minuteMs
  if (delivery.entry.isMuted) return { ...delivery, ...dropped('muted', now) }
  return isLate ? { ...delivery, ...dropped('late', now) } : delivery
}

function coolDown(delivery: NewDelivery, rule: Rule, history: CooldownHistory): NewDelivery {
  if (delivery.state === 'dropped' || delivery.change !== 'opened') return delivery
  const {
    channel,
    receiver_id = null,
    endpoint_id = null,
    is_urgent: isUrgent,
    alarm_time: time,
    entry,
  } = delivery
  const ids = { receiverId: receiver_id, endpointId: endpoint_id }
  const { deviceId, code, subjectId } = entry
  const coolDownMs = rule.cool_down_minutes * minuteMs
  const swallowed = history.ask(cooldownKey({ channel, ...ids, deviceId, code, subjectId }), {
    time,
    isUrgent,
    coolDownMs,
  })
  return swallowed === null
    ? { ...delivery, ...dropped('coolDown', delivery.create_time) }
    : { ...delivery, swallowed }
}

const keptMs = (code: number) => (lasting.includes(code) ? 24 : 4) * hourMs
