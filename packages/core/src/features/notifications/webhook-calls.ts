import { z } from 'zod'
import { byRowId, call, page, pageInput, rowId, time } from '../../api/call.ts'
import { list } from '../../lists/list.ts'
import { alarmChoice, alarmsOf, settingsPermission } from './rule-calls.ts'

/**
 * Programs that are notified of alarms: each is a POST of JSON `{type, id, timestamp, data}` whose `data` is a row of
 * `alarm/find`. `X-Trackway-Signature` is the HMAC-SHA256 of the body in lower-case hex, keyed by the secret as it was
 * shown; `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks 1.0. The same event
 * has the same id and bytes however often it is sent: a receiver drops what it has seen.
 */

export const webhookEvents = ['alarm'] as const

const url = z.url({ protocol: /^https?$/ }).max(1_000)
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length)

export const webhook = z.object({
  id: rowId,
  url: z.string().describe('URL that events are posted to.'),
  events: z.array(z.string()).describe('Events it receives: `alarm`.'),
  ...alarmChoice,
  isEnabled: z.boolean(),
  /** Null: it was not. */
  disabledReason: z
    .enum(['failing', 'gone'])
    .nullable()
    .describe('Why the platform switched it off: it failed for five days, or answered 410.'),
  failingSince: time.nullable().describe('Failing since, epoch ms; null: working.'),
  lastSuccessTime: time.nullable().describe('Last success, epoch ms.'),
  lastFailure: z.string().nullable().describe('Last error.'),
  createTime: time,
})
export type Webhook = z.output<typeof webhook>

const choice = { codes: alarmChoice.codes.default(null), severity: alarmChoice.severity.default(null) }
const secret = z.string().describe('Signing key; shown only once, secret.')

export const webhookCalls = {
  add: call({
    path: '/api/webhook/add',
    permission: settingsPermission,
    acting: false,
    help: 'Adds a URL that receives the alarms of all devices in the caller’s scope. Private addresses are refused.',
    input: z.object({
      url: url.describe('Where events are posted: public, and `https` unless the server says otherwise.'),
      events: events.describe('Events it receives: `alarm`.'),
      ...choice,
    }),
    output: z.object({ id: rowId, secret }),
    refusals: ['addressRefused', 'tooManyEntries'],
  }),
  find: call({
    path: '/api/webhook/find',
    permission: settingsPermission,
    demo: true,
    help: 'The webhooks of the caller’s account.',
    input: pageInput,
    output: page(webhook),
  }),
  update: call({
    path: '/api/webhook/update',
    permission: settingsPermission,
    acting: false,
    help: 'Changes a webhook; one that is switched on again receives events from then on.',
    input: z.object({
      id: rowId,
      url: url.optional().describe('URL that events are posted to.'),
      events: events.optional().describe('Event.'),
      codes: alarmChoice.codes.optional(),
      severity: alarmChoice.severity.optional(),
      isEnabled: z.boolean().optional(),
    }),
    refusals: ['notFound', 'addressRefused'],
  }),
  delete: call({
    path: '/api/webhook/delete',
    permission: settingsPermission,
    acting: false,
    help: 'Deletes a webhook. Nothing more is posted to it.',
    ...byRowId,
  }),
  test: call({
    path: '/api/webhook/test',
    permission: settingsPermission,
    help: 'Posts a `webhook.test` event to a webhook now. Its outcome is in the deliveries.',
    input: z.object({ id: rowId }),
    output: z.object({ deliveryId: z.int().describe('Which delivery it is.') }),
    refusals: ['notFound', 'tooManyRequests'],
  }),
  replay: call({
    path: '/api/webhook/replay',
    permission: settingsPermission,
    help: 'Posts again the events that failed or were dropped while the webhook was off, with the same id and content.',
    input: z.object({
      id: rowId,
      deliveryIds: z
        .array(z.int().positive())
        .min(1)
        .max(1_000)
        .optional()
        .describe('Only these; left out: all.'),
    }),
    output: z.object({ count: z.int().describe('Number of events posted again.') }),
    refusals: ['notFound'],
  }),
  rotate: call({
    path: '/api/webhook/rotate',
    permission: settingsPermission,
    acting: false,
    help: 'Gives a webhook a new secret. For 24 hours `webhook-signature` carries a signature with each.',
    input: z.object({ id: rowId }),
    output: z.object({ secret }),
    refusals: ['notFound'],
  }),
}

export const webhookList = list(webhookCalls.find, {
  name: 'webhooks',
  rowId: 'id',
  columns: [
    { key: 'url', form: 'text', isFixed: true, card: 'title' },
    { key: 'isEnabled', form: 'yesNo', card: 'sign' },
    { key: 'codes', name: 'alarmTypes', form: 'alarm', of: alarmsOf },
    { key: 'severity', name: 'leastSeverity', form: 'alarmSeverity' },
    { key: 'lastSuccessTime', form: 'age' },
    { key: 'failingSince', form: 'age' },
    { key: 'lastFailure', form: 'failure' },
    { key: 'createTime', name: 'made', form: 'instant', isOptional: true },
  ],
})
