import { z } from 'zod'
import { list } from '../../lists/list.ts'
import { byRowId, call, nothing, page, pageInput, rowId, time } from '../call.ts'
import { alarmChoice, alarmsOf, settingsPermission } from './rules.ts'

/**
 * Programs that are told of alarms: each is a POST of JSON `{type, id, timestamp, data}` whose `data` is a row of
 * `alarm/find`. `X-Trackway-Signature` is the HMAC-SHA256 of the body in lower-case hex, keyed by the secret as it was
 * told; `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks 1.0. The same event
 * has the same id and bytes however often it is sent: a receiver drops what it has seen.
 */

export const webhookEvents = ['alarm'] as const

const url = z.url({ protocol: /^https?$/ }).max(1_000)
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length)

export const webhook = z.object({
  id: rowId,
  url: z.string().describe('Where events are posted.'),
  events: z.array(z.string()).describe('What it is told of: `alarm`.'),
  ...alarmChoice,
  isEnabled: z.boolean(),
  /** Null: it was not. */
  disabledReason: z
    .enum(['failing', 'gone'])
    .nullable()
    .describe('Why the platform switched it off: it failed for five days, or answered 410.'),
  failingSince: time.nullable().describe('Nothing arrived since then, epoch ms; null: all does.'),
  lastSuccessTime: time.nullable().describe('When an event was taken last, epoch ms.'),
  lastFailure: z.string().nullable().describe('What went wrong last.'),
  createTime: time,
})
export type Webhook = z.output<typeof webhook>

const choice = { codes: alarmChoice.codes.default(null), severity: alarmChoice.severity.default(null) }
const secret = z.string().describe('Key of the signatures; told this once, secret.')

export const webhookCalls = {
  add: call({
    path: '/api/webhook/add',
    permission: settingsPermission,
    acting: false,
    help: 'Adds an address that is told of the alarms of all devices at and below the caller’s account. Private addresses are refused.',
    input: z.object({
      url: url.describe('Where events are posted: public, and `https` unless the server says otherwise.'),
      events: events.describe('What it is told of: `alarm`.'),
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
    help: 'Changes a webhook; one that is switched on again is told what comes from then on.',
    input: z.object({
      id: rowId,
      url: url.optional().describe('Where events are posted.'),
      events: events.optional().describe('What it is told of.'),
      codes: alarmChoice.codes.optional(),
      severity: alarmChoice.severity.optional(),
      isEnabled: z.boolean().optional(),
    }),
    output: nothing,
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
    help: 'Posts an event of type `webhook.test` to a webhook now. What came of it is in the deliveries.',
    input: z.object({ id: rowId }),
    output: z.object({ deliveryId: z.int().describe('Which delivery it is.') }),
    refusals: ['notFound', 'tooManyRequests'],
  }),
  replay: call({
    path: '/api/webhook/replay',
    permission: settingsPermission,
    help: 'Posts what failed, or was dropped while the webhook was off, once more: with its id and bytes.',
    input: z.object({
      id: rowId,
      deliveryIds: z
        .array(z.int().positive())
        .min(1)
        .max(1_000)
        .optional()
        .describe('Only these; left out: all.'),
    }),
    output: z.object({ count: z.int().describe('How many are posted again.') }),
    refusals: ['notFound'],
  }),
  rotate: call({
    path: '/api/webhook/rotate',
    permission: settingsPermission,
    acting: false,
    help: 'Gives a webhook a new secret. For 24 hours `webhook-signature` has a signature under each.',
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
