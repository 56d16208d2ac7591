import type { Language } from '@trackway/core/codes/languages.ts'
import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/** Notices to an account that are about no alarm: to its browsers, and by SMS to its own number. */

const noticeForm = z.object({
  title: z.string(),
  text: z.string(),
  /** The page that a browser opens for it. */
  path: z.string(),
  /** All of it in one line, with the address of the page. */
  sms: z.string(),
})
export type NoticeText = z.output<typeof noticeForm>

export interface Notice {
  /** Of what it is about: the same is sent once. */
  key: string
  byPush: boolean
  bySms: boolean
  textIn(language: Language): NoticeText
}

/** It is news for half a day: whoever is notified the next morning is notified of the next step. */
const keptMs = 12 * 3_600_000

/** Puts a notice among what is due, in each way of the account that is on. */
export async function queueNotice(
  trx: Db,
  accountId: number,
  { key, byPush, bySms, textIn }: Notice,
  now: number,
): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select(['username', 'telephone', sql<Language>`coalesce(language, 'en')`.as('language')])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const browsers = !byPush
    ? []
    : await trx
        .selectFrom('push_subscriptions')
        .select(['id', 'endpoint', 'browser', sql<Language>`language`.as('language')])
        .where('account_id', '=', accountId)
        .execute()
  const number = bySms ? mobileNumber(account.telephone) : null
  const common = {
    account_id: accountId,
    change: 'notice',
    alarm_time: now,
    step: 0,
    is_urgent: false,
    state: 'due',
    due_time: now,
    expire_time: now + keptMs,
    create_time: now,
  } as const
  const rows: Insertable<Tables['notification_deliveries']>[] = browsers.map((browser) => ({
    ...common,
    key: `${key}:p${browser.id}`,
    channel: 'webPush',
    endpoint_id: browser.id,
    receiver_name: browser.browser,
    target: browser.endpoint,
    body: bodyOf(textIn(browser.language)),
  }))
  if (number !== null)
    rows.push({
      ...common,
      key: `${key}:sms`,
      channel: 'sms',
      receiver_name: account.username,
      target: number,
      body: bodyOf(textIn(account.language)),
    })
  if (rows.length === 0) return
  await trx
    .insertInto('notification_deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** As E.164 has it; null: none that an SMS can be sent to. */
function mobileNumber(telephone: string | null): string | null {
  const digits = telephone?.replaceAll(/[ -]/g, '') ?? ''
  const mainland = /^(?:\+?86)?(1[3-9]\d{9})$/.exec(digits)
  if (mainland) return `+86${mainland[1]}`
  return /^\+(?!86)\d{7,15}$/.test(digits) ? digits : null
}

const bodyOf = (text: NoticeText) => Buffer.from(JSON.stringify(text))

export const readNotice = (body: Buffer | null): NoticeText =>
  noticeForm.parse(JSON.parse(body!.toString('utf8')))
