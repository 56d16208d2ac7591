import type { Language } from '@trackway/core/codes/languages.ts'
import type { Webhook, webhookCalls } from '@trackway/core/features/notifications/webhook-calls.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { ensureRoom } from '../../../platform/database/ensure-room.ts'
import { type Page, type Paging, readPage } from '../../../platform/database/read-page.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { Refusal, refusal } from '../../../platform/errors.ts'
import { type SealedColumn, seal } from '../../../platform/secrets.ts'
import type { Outcome } from '../channels/outcome.ts'
import { newSecret } from '../channels/sign-webhook.ts'
import { lockSettings } from '../settings/requested-accounts.ts'
import { severityName, severityNumber } from '../settings/severities.ts'
import { notifyText } from '../texts/texts.ts'

/** Addresses of the programs that one account notifies of alarms; nobody else sees them. */

type Row = Selectable<Tables['webhooks']>
type AddInput = z.output<typeof webhookCalls.add.input>
type UpdateInput = z.output<typeof webhookCalls.update.input>

export const secretPurpose = 'webhook'
/** The present one, and the one before, which counts for a day. */
export const webhookSecrets: readonly SealedColumn[] = ['secret', 'old_secret'].map((column) => ({
  table: 'webhooks',
  column,
  purpose: secretPurpose,
}))
const maxWebhooks = 20
const dayMs = 86_400_000
/** Nothing arrived for so long: it is switched off. */
const failingMs = 5 * dayMs
const testExpireMs = 3_600_000
/** An account tries its webhooks out so often in a minute. */
const maxTestsPerMinute = 10

export async function findWebhooks(
  db: Db,
  accountId: number,
  { pageNum, pageSize }: Paging,
): Promise<Page<Webhook>> {
  const own = db.selectFrom('webhooks').where('account_id', '=', accountId).selectAll().orderBy('id')
  const { list: rows, total } = await readPage(own, { pageNum, pageSize })
  return { list: rows.map(toWebhook), total }
}

/** Within a transaction. @returns the secret, which is shown this once. @throws {Refusal} `tooManyEntries` */
export async function addWebhook(
  tx: Db,
  accountId: number,
  { url, events, codes, severity }: AddInput,
  now: number,
): Promise<{ id: number; secret: string }> {
  const secret = newSecret()
  await lockSettings(tx, accountId)
  await ensureRoom(tx, 'webhooks', accountId, maxWebhooks, 'tooManyEntries')
  const { id } = await tx
    .insertInto('webhooks')
    .values({
      account_id: accountId,
      url,
      events,
      codes,
      severity: severityNumber(severity),
      secret: seal(secret, secretPurpose),
      is_enabled: true,
      create_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/** @throws {Refusal} `notFound`, also for somebody else's */
export async function updateWebhook(
  db: Db,
  accountId: number,
  { id, url, events, codes, severity, isEnabled }: UpdateInput,
): Promise<void> {
  const columns = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(codes !== undefined && { codes }),
    ...(severity !== undefined && { severity: severityNumber(severity) }),
    ...(isEnabled !== undefined && { is_enabled: isEnabled, disabled_reason: null, failing_since: null }),
  }
  await findOwn(db, accountId, id)
  if (Object.keys(columns).length === 0) return
  await db.updateTable('webhooks').set(columns).where('id', '=', id).execute()
}

/** @throws {Refusal} `notFound`, also for somebody else's */
export async function deleteWebhook(db: Db, accountId: number, id: number): Promise<void> {
  await findOwn(db, accountId, id)
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Gives it a new secret; the old one signs too for a day. @throws {Refusal} `notFound`, also for somebody else's */
export async function rotateSecret(
  db: Db,
  accountId: number,
  id: number,
  now: number,
): Promise<{ secret: string }> {
  const { secret: old } = await findOwn(db, accountId, id)
  const secret = newSecret()
  await db
    .updateTable('webhooks')
    .set({ secret: seal(secret, secretPurpose), old_secret: old, old_secret_until: now + dayMs })
    .where('id', '=', id)
    .execute()
  return { secret }
}

/** Puts a test event among what is due. @throws {Refusal} `notFound`, also for somebody else's; `tooManyRequests` */
export async function testWebhook(
  db: Db,
  accountId: number,
  id: number,
  now: number,
): Promise<{ deliveryId: number }> {
  const { url } = await findOwn(db, accountId, id)
  return await db.transaction().execute(async (tx) => {
    await lockSettings(tx, accountId)
    const { count } = await tx
      .selectFrom('notification_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('change', '=', 'test')
      .where('create_time', '>', now - 60_000)
      .executeTakeFirstOrThrow()
    if (count >= maxTestsPerMinute) throw new Refusal('tooManyRequests')
    const { rows } = await sql<{
      id: number
    }>`select nextval('notification_deliveries_id_seq')::int8 as id`.execute(tx)
    const deliveryId = rows[0]!.id
    const event = {
      type: 'webhook.test',
      id: `evt_test_${deliveryId}`,
      timestamp: new Date(now).toISOString(),
      data: {},
    }
    await tx
      .insertInto('notification_deliveries')
      .values({
        id: deliveryId,
        key: `t${deliveryId}:w${id}`,
        account_id: accountId,
        endpoint_id: id,
        change: 'test',
        alarm_time: now,
        channel: 'webhook',
        step: 0,
        is_urgent: true,
        receiver_name: new URL(url).host,
        target: url,
        body: Buffer.from(JSON.stringify(event)),
        state: 'due',
        due_time: now,
        expire_time: now + testExpireMs,
        create_time: now,
      })
      .execute()
    return { deliveryId }
  })
}

/**
 * Posts what failed or was dropped once more, with its id and bytes.
 * @param deliveryIds only these
 * @throws {Refusal} `notFound`, also for somebody else's webhook
 */
export async function replayWebhook(
  db: Db,
  accountId: number,
  { id, deliveryIds }: { id: number; deliveryIds?: number[] | undefined },
  now: number,
): Promise<{ count: number }> {
  await findOwn(db, accountId, id)
  const { numUpdatedRows } = await db
    .updateTable('notification_deliveries')
    .set({
      state: 'due',
      reason: null,
      due_time: now,
      finish_time: null,
      expire_time: now + dayMs,
    })
    .where('channel', '=', 'webhook')
    .where('endpoint_id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['failed', 'dropped'])
    .where('body', 'is not', null)
    .$if(deliveryIds !== undefined, (query) => query.where('id', 'in', deliveryIds!))
    .executeTakeFirstOrThrow()
  return { count: Number(numUpdatedRows) }
}

/** Stores what an attempt shows about the webhook: it works, fails since, or is switched off for good. */
export async function noteWebhook(
  db: Db,
  { id }: Pick<Row, 'id'>,
  outcome: Outcome,
  now: number,
): Promise<void> {
  if (outcome.kind === 'sent') {
    await db
      .updateTable('webhooks')
      .set({ last_success_time: now, failing_since: null })
      .where('id', '=', id)
      .execute()
    return
  }
  const isGone = outcome.kind === 'refused' && outcome.reason === 'endpointOff'
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<DisabledWebhook & { isOff: boolean }>`
      with was as (select id, is_enabled from webhooks where id = ${id} for update)
      update webhooks w set failing_since = coalesce(failing_since, ${now}), last_failure = ${outcome.answer},
        is_enabled = w.is_enabled and not ${isGone} and coalesce(failing_since, ${now}) > ${now - failingMs},
        disabled_reason = case
          when not w.is_enabled then disabled_reason
          when ${isGone} then 'gone'
          when failing_since <= ${now - failingMs} then 'failing' end
      from was where w.id = was.id
      returning was.is_enabled and not w.is_enabled as "isOff", w.id, account_id as "accountId", url,
        failing_since as "failingSince", last_failure as answer, disabled_reason as reason`.execute(tx)
    for (const off of rows) if (off.isOff) await mailOwner(tx, off, now)
  })
}

interface DisabledWebhook {
  id: number
  accountId: number
  url: string
  failingSince: number
  answer: string | null
  reason: string
}

/** Puts a mail to the account among what is due, where it has an address. */
async function mailOwner(tx: Db, { id, accountId, ...off }: DisabledWebhook, now: number): Promise<void> {
  const owner = await tx
    .selectFrom('accounts')
    .innerJoin('bound_emails', 'bound_emails.account_id', 'accounts.id')
    .select(['username', 'bound_emails.email', 'time_zone as timeZone', 'is_demo'])
    .select(sql<Language>`coalesce(language, 'en')`.as('language'))
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  // Anybody may sign in to the demo account.
  if (owner === undefined || owner.is_demo) return
  const { username, email, timeZone, language } = owner
  const mail = {
    subject: notifyText('webhookOffSubject', language, { host: new URL(off.url).host }),
    text: notifyText(off.reason === 'gone' ? 'webhookGone' : 'webhookFailing', language, {
      url: off.url,
      answer: off.answer ?? '',
      zone: timeZone,
      time: wallTime(off.failingSince, timeZone).replace('T', ' ').slice(0, 16),
    }),
  }
  await tx
    .insertInto('notification_deliveries')
    .values({
      key: `off${now}:w${id}`,
      account_id: accountId,
      endpoint_id: id,
      change: 'endpointOff',
      alarm_time: now,
      channel: 'email',
      step: 0,
      is_urgent: true,
      receiver_name: username,
      target: email,
      body: Buffer.from(JSON.stringify(mail)),
      text: mail.text,
      state: 'due',
      due_time: now,
      expire_time: now + failingMs,
      create_time: now,
    })
    .execute()
}

async function findOwn(db: Db, accountId: number, id: number): Promise<Row> {
  return await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow(refusal('notFound'))
}

function toWebhook(row: Row): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    codes: row.codes as Webhook['codes'],
    severity: severityName(row.severity),
    isEnabled: row.is_enabled,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    lastSuccessTime: row.last_success_time,
    lastFailure: row.last_failure,
    createTime: row.create_time,
  }
}
