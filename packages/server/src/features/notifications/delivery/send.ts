import type { NotifyChannel } from '@trackway/core/codes/notifications.ts'
import { sql } from 'kysely'
import type { VapidKeys } from 'web-push'
import type { Db } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { MailWay, OutgoingMail } from '../../../platform/mail/send-mail.ts'
import { unseal } from '../../../platform/secrets.ts'
import { sendAlarmMail } from '../channels/email.ts'
import type { Outcome } from '../channels/outcome.ts'
import { type TextCarrier, withinBudget } from '../channels/text-carrier.ts'
import { sendPush } from '../channels/web-push.ts'
import { type OutboundRules, postWebhook } from '../channels/webhook.ts'
import { noteWebhook, secretPurpose } from '../endpoints/webhooks.ts'
import { alarmPath, headline, mailBody, mailSubject, shortText } from '../texts/texts.ts'
import { type Claimed, claimDue, isAnyDue, keyText, perAccount } from './claim.ts'
import type { Presence } from './presence.ts'
import { haltMs, recoverDead, settle } from './settle.ts'
import { settleUnknown } from './unknown.ts'

/** Through whom each way goes, as it is set now; null: nobody. */
export interface Ways {
  mailer: Mailer | null
  texts: TextCarrier | null
  vapid: VapidKeys
  publicUrl: string | null
  outbound: OutboundRules
}

export interface SenderOptions {
  db: Db
  log: Log
  now: () => number
  /** Read anew in every round. */
  ways: () => Promise<Ways>
  /** Marks this process as alive. */
  presence?: Presence
  /** Called when an attempt is over: there is room for another one. */
  onSettled?: () => void
}

/** Attempts at once in a process; each account and each endpoint has fewer. */
const mostAtOnce = 64

/** Sends what is due. Attempts are made beside each other: one that hangs stops none of the others. */
export class Sender {
  readonly #options: SenderOptions
  readonly #underWay = new Map<Promise<void>, Claimed>()
  /** Ways that took nothing, until when. */
  readonly #closed = new Map<NotifyChannel, number>()
  #isStopped = false

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * Begins whatever is due, up to the bound.
   * @returns how many attempts were begun
   */
  async begin(): Promise<number> {
    const { db, now, ways } = this.#options
    const room = mostAtOnce - this.#underWay.size
    if (room <= 0 || this.#isStopped || !(await isAnyDue(db, now()))) return 0
    const found = await ways()
    const claimed = await claimDue(
      db,
      {
        ...this.#busy(),
        closedChannels: [...this.#closed].flatMap(([channel, until]) => (until > now() ? [channel] : [])),
        carriers: {
          ...(found.mailer && { email: 'smtp' }),
          ...(found.texts && { sms: found.texts.name, phone: found.texts.name }),
          webPush: 'push',
          webhook: 'webhook',
        },
        publicUrl: found.publicUrl,
        most: room,
        senderId: this.#options.presence?.id ?? null,
      },
      now(),
    )
    for (const each of claimed) this.#start(each, found)
    return claimed.length
  }

  /** Settles attempts whose process died, and queries the provider for those whose response was lost. */
  async recover(): Promise<void> {
    const { db, now, ways } = this.#options
    await recoverDead(db, now())
    await settleUnknown(db, (await ways()).texts, now())
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.keys())
  }

  /** Begins nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.idle()
  }

  #start(claimed: Claimed, ways: Ways): void {
    const attempt = this.#attempt(claimed, ways).finally(() => {
      this.#underWay.delete(attempt)
      this.#options.onSettled?.()
    })
    this.#underWay.set(attempt, claimed)
  }

  #busy(): { busyWebhooks: number[]; busyAccounts: number[] } {
    const underWay = [...this.#underWay.values()]
    const webhooks = underWay.filter(({ channel }) => channel === 'webhook')
    const byAccount = Map.groupBy(underWay, ({ account_id }) => account_id)
    return {
      busyWebhooks: webhooks.map(({ endpoint_id }) => endpoint_id!),
      busyAccounts: [...byAccount].flatMap(([id, attempts]) => (attempts.length < perAccount ? [] : [id])),
    }
  }

  async #attempt(claimed: Claimed, ways: Ways): Promise<void> {
    const { db, log, now } = this.#options
    try {
      const outcome = await send(db, claimed, ways, now())
      await settle(db, claimed, outcome, now())
      if (claimed.webhook !== null) await noteWebhook(db, claimed.webhook, outcome, now())
      if (claimed.push !== null) await notePush(db, claimed.push.id, outcome, now())
      if (outcome.kind === 'halted') this.#close(claimed.channel, outcome)
    } catch (error) {
      // The lease ends, and then it counts as an attempt whose outcome nobody knows.
      log.error(
        { err: error, deliveryId: claimed.id, channel: claimed.channel },
        'an attempt was not settled',
      )
    }
  }

  #close(channel: NotifyChannel, { code, answer }: Extract<Outcome, { kind: 'halted' }>): void {
    const { log, now } = this.#options
    const wasOpen = (this.#closed.get(channel) ?? 0) + haltMs < now()
    this.#closed.set(channel, now() + haltMs)
    // Logged once while it lasts.
    if (wasOpen) log.error({ channel, code, answer }, 'nothing is taken by this way: look at its settings')
  }
}

async function notePush(db: Db, id: number, outcome: Outcome, now: number): Promise<void> {
  if (outcome.kind === 'sent')
    await db.updateTable('push_subscriptions').set({ last_success_time: now }).where('id', '=', id).execute()
  if (outcome.kind === 'refused' && outcome.reason === 'endpointOff')
    await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

async function send(db: Db, claimed: Claimed, ways: Ways, now: number): Promise<Outcome> {
  switch (claimed.channel) {
    case 'webhook':
      return sendWebhook(claimed, ways, now)
    case 'webPush':
      return sendNotice(claimed, ways, now)
    case 'email':
      return sendMail(db, claimed, ways, now)
    case 'sms':
    case 'phone':
      return sendText(db, claimed, ways, now)
  }
}

async function sendWebhook({ webhook, body }: Claimed, { outbound }: Ways, now: number): Promise<Outcome> {
  const { secret, old_secret, old_secret_until, url } = webhook!
  const present = unseal(secret, secretPurpose)
  if (present === null)
    return { kind: 'later', answer: 'its secret cannot be read with the key of the platform' }
  const old = old_secret && (old_secret_until ?? 0) > now ? unseal(old_secret, secretPurpose) : null
  const id = (JSON.parse(body!.toString('utf8')) as { id: string }).id
  const secrets: [string, ...string[]] = [present, ...(old === null ? [] : [old])]
  return postWebhook({ url, secrets, body: body!, id, now }, outbound)
}

async function sendNotice(
  claimed: Claimed,
  { vapid, publicUrl, outbound }: Ways,
  now: number,
): Promise<Outcome> {
  const { push } = claimed
  const { tag, ...shown } = shownNotice(claimed)
  claimed.text = shown.body
  return sendPush(
    {
      subscription: {
        endpoint: push!.endpoint,
        keys: { p256dh: push!.p256dh.toString('base64url'), auth: push!.auth.toString('base64url') },
      },
      publicKey: push!.public_key,
      notice: { id: String(claimed.id), ...shown, tag },
      isUrgent: claimed.is_urgent,
      ttlS: (claimed.expire_time - now) / 1000,
      topic: tag,
    },
    // Push services want to know whom to turn to.
    {
      vapid,
      subject: publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@trackway.invalid',
      now,
      ...outbound,
    },
  )
}

/** What a browser shows: a later notice with the same tag replaces it. */
function shownNotice({ key, notice, alarmFacts, reader }: Claimed) {
  if (notice !== null)
    return { title: notice.title, body: notice.text, url: notice.path, tag: key.replace(/:.*$/, '') }
  const { alarm, change } = alarmFacts!
  return {
    title: `${alarm.name}: ${headline(alarm, change, reader)}`,
    body: shortText(alarmFacts!, reader),
    url: alarmPath(alarm),
    tag: `alarm-${alarm.id}`,
  }
}

async function sendMail(
  db: Db,
  claimed: Claimed,
  { mailer, publicUrl }: Ways,
  now: number,
): Promise<Outcome> {
  const { reader, target, account_id: accountId } = claimed
  const isUrgent = [claimed, ...claimed.others].some(({ is_urgent }) => is_urgent)
  const way = { db, mailer: mailer!, publicUrl, now }
  const of = { accountId, language: reader.language, isUrgent }
  if (claimed.change === 'endpointOff') return sendOwnerMail(way, claimed, of)
  const alarmFacts = [claimed, ...claimed.others].map((each) => each.alarmFacts!)
  const text = mailBody(alarmFacts, reader, publicUrl)
  claimed.text = text
  const first = `<alarm-${claimed.episode_id}-r${claimed.receiver_id}@trackway>`
  const isFirst = claimed.change === 'opened' && claimed.step === 0
  return sendAlarmMail(way, {
    ...of,
    kind: 'alarms',
    to: target,
    subject: mailSubject(alarmFacts, reader),
    // The unsubscribe link would work for every reader of the log, too: the logged mail is without it.
    text,
    messageId: isFirst ? first : `<delivery-${claimed.id}@trackway>`,
    references: isFirst ? null : first,
  })
}

/** To the owner of a webhook, as it was written when that was switched off. */
async function sendOwnerMail(
  way: MailWay,
  { id, target: to, body }: Claimed,
  of: Pick<OutgoingMail, 'accountId' | 'language'>,
): Promise<Outcome> {
  const { subject, text } = JSON.parse(body!.toString('utf8')) as { subject: string; text: string }
  return sendAlarmMail(way, {
    ...of,
    kind: 'notices',
    to,
    subject,
    text,
    messageId: `<delivery-${id}@trackway>`,
    references: null,
  })
}

async function sendText(db: Db, claimed: Claimed, { texts, publicUrl }: Ways, now: number): Promise<Outcome> {
  const { target: to, attemptId, reader, channel, expire_time } = claimed
  const hook = (path: string) =>
    publicUrl === null ? null : `${publicUrl}/hooks/${texts!.name}/${path}?a=${attemptId}`
  const text = claimed.text!
  const of = { accountId: claimed.account_id, receiver: to, caller: null, isUrgent: claimed.is_urgent }
  if (channel === 'sms') {
    const sms = { to, text, callbackUrl: hook('sms'), validS: (expire_time - now) / 1000 }
    return withinBudget(db, { ...of, kind: 'sms' }, () => texts!.sendSms(sms), now)
  }
  const spoken = {
    to,
    text,
    language: reader.language === 'cn' ? 'zh-CN' : 'en-US',
    callbackUrl: hook('voice'),
    keyUrl: hook('key'),
    keyText: keyText(reader.language),
  }
  return withinBudget(db, { ...of, kind: 'phone' }, () => texts!.call(spoken), now)
}

/** Removes what is older than the log is kept for. */
export async function tidyDeliveries(db: Db, now: number): Promise<void> {
  // In slices: a day of a large platform is not deleted in one transaction.
  for (let count = sliceRows; count === sliceRows; ) {
    const { numAffectedRows } = await sql`
      delete from notification_deliveries where id in (
        select id from notification_deliveries where create_time < ${now - keptMs} limit ${sliceRows})`.execute(
      db,
    )
    count = Number(numAffectedRows)
  }
}
const sliceRows = 5_000
const keptMs = 90 * 86_400_000
