import type { webPushCalls } from '@trackway/core/features/notifications/web-push-calls.ts'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { lockSettings } from '../settings/requested-accounts.ts'

type Subscription = z.output<typeof webPushCalls.subscribe.input>

const maxBrowsers = 50

/** Subscribes a browser to alarms: a known one goes to the account whose page sent it last. @throws {Refusal} `tooManyEntries` */
export async function subscribeBrowser(
  db: Db,
  accountId: number,
  { endpoint, p256dh, auth, publicKey, language, browser }: Subscription,
  now: number,
): Promise<void> {
  const columns = {
    account_id: accountId,
    p256dh: Buffer.from(p256dh, 'base64url'),
    auth: Buffer.from(auth, 'base64url'),
    public_key: publicKey,
    language,
    browser,
  }
  await db.transaction().execute(async (tx) => {
    await lockSettings(tx, accountId)
    const { count } = await tx
      .selectFrom('push_subscriptions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('endpoint', '<>', endpoint)
      .executeTakeFirstOrThrow()
    if (count >= maxBrowsers) throw new Refusal('tooManyEntries')
    await tx
      .insertInto('push_subscriptions')
      .values({ endpoint, ...columns, create_time: now })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(columns))
      .execute()
  })
}

export async function unsubscribeBrowser(db: Db, accountId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', '=', endpoint)
    .execute()
}
