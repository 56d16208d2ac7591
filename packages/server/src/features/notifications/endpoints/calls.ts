import { webPushCalls } from '@trackway/core/features/notifications/web-push-calls.ts'
import { webhookCalls } from '@trackway/core/features/notifications/webhook-calls.ts'
import { recordChange } from '../../../platform/http/record-change.ts'
import { type Handler, inTransaction, serve } from '../../../platform/http/serve.ts'
import { subscribeBrowser, unsubscribeBrowser } from './browsers.ts'
import { assertEndpoint } from './outbound-rules.ts'
import { vapidKeys } from './vapid.ts'
import {
  addWebhook,
  deleteWebhook,
  findWebhooks,
  replayWebhook,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts'

export const endpointHandlers: readonly Handler[] = [
  serve(webhookCalls.add, async (context) => {
    await assertEndpoint(context.input.url)
    return await inTransaction(context, async (context) => {
      const { db, session, input, now } = context
      const added = await addWebhook(db, session.account.id, input, now)
      await recordChange(context, 'webhookAdded', session.account.id, { after: { url: input.url } })
      return added
    })
  }),

  serve(webhookCalls.find, ({ db, session, input }) => findWebhooks(db, session.account.id, input)),

  serve(webhookCalls.update, async ({ db, session, input }) => {
    if (input.url !== undefined) await assertEndpoint(input.url)
    await updateWebhook(db, session.account.id, input)
  }),

  serve(webhookCalls.delete, ({ db, session, input }) => deleteWebhook(db, session.account.id, input.id)),

  serve(webhookCalls.test, ({ db, session, input, now }) =>
    testWebhook(db, session.account.id, input.id, now),
  ),
  serve(webhookCalls.replay, ({ db, session, input, now }) =>
    replayWebhook(db, session.account.id, input, now),
  ),
  serve(webhookCalls.rotate, ({ db, session, input, now }) =>
    rotateSecret(db, session.account.id, input.id, now),
  ),

  serve(webPushCalls.key, async ({ db, now }) => ({ publicKey: (await vapidKeys(db, now)).publicKey })),

  serve(webPushCalls.subscribe, async ({ db, session, input, now }) => {
    await assertEndpoint(input.endpoint)
    await subscribeBrowser(db, session.account.id, input, now)
  }),

  serve(webPushCalls.unsubscribe, ({ db, session, input }) =>
    unsubscribeBrowser(db, session.account.id, input.endpoint),
  ),
]
