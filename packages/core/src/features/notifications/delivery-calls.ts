import { z } from 'zod'
import { call, instant, page, pageInput, rowId, time } from '../../api/call.ts'
import { type AlarmCode, alarmNames } from '../../codes/alarms.ts'
import {
  attemptOutcomes,
  deliveryReasons,
  deliveryStates,
  notifyChanges,
  notifyChannels,
} from '../../codes/notifications.ts'
import { account, choice, given } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { settingsPermission } from './rule-calls.ts'

/** Deliveries of notifications and their outcome: each attempt, for 90 days. Numbers and addresses are masked. */

const id = z.int().positive()

const attempt = z.object({
  number: z.int().describe('The first is 1.'),
  provider: z.string().describe('Provider.'),
  startTime: time.describe('When it began, epoch ms.'),
  finishTime: time.nullable().describe('When it ended, epoch ms; null: unknown.'),
  outcome: z.enum(attemptOutcomes).describe('Outcome.'),
  code: z.string().nullable().describe('Status code of the answer.'),
  answer: z.string().nullable().describe('Text of the answer.'),
})

export const notificationDelivery = z.object({
  id,
  username: z.string().describe('User name of the account.'),
  createTime: time,
  alarmId: id.nullable().describe('Episode of `alarm/find`; null: a test.'),
  terminalID: z.string().nullable().describe('Terminal id of the device.'),
  displayName: z.string().nullable().describe('Plate, else name, of the device.'),
  code: z.int().nullable().describe('Code of the alarm.'),
  change: z.enum(notifyChanges).describe('Event of the alarm that is notified.'),
  channel: z.enum(notifyChannels).describe('Channel.'),
  step: z.int().describe('0: notified at once; above: by escalation.'),
  receiver: z.string().describe('Name of the recipient, or host of the webhook.'),
  target: z.string().describe('Number or address, masked.'),
  state: z.enum(deliveryStates).describe('Progress.'),
  reason: z.enum(deliveryReasons).nullable().describe('Why it is waiting, was dropped, or failed.'),
  dueTime: time.describe('When it is sent, or sent again, epoch ms.'),
  sentTime: time.nullable().describe('When it was taken, epoch ms; null: it was not.'),
  finishTime: time.nullable().describe('When it was over, epoch ms; null: it is not.'),
  segments: z.int().nullable().describe('Parts that an SMS had.'),
  text: z.string().nullable().describe('Text sent; null: not sent yet.'),
  attempts: z.array(attempt),
})
export type NotificationDelivery = z.output<typeof notificationDelivery>

export const notificationDeliveryCalls = {
  find: call({
    path: '/api/notificationDelivery/find',
    permission: settingsPermission,
    demo: true,
    help: 'Alarm notifications that were sent, with each attempt and its outcome, newest first; kept for 90 days.',
    input: pageInput.extend({
      userId: rowId.optional().describe('Of this account; left out: of the caller’s.'),
      withSubAccounts: z.boolean().default(true).describe('Also those of its sub-accounts.'),
      channel: z.enum(notifyChannels).optional().describe('Only this channel.'),
      state: z.enum(deliveryStates).optional().describe('Only deliveries in this state.'),
      alarmId: id.optional().describe('Only of this episode.'),
      webhookId: rowId.optional().describe('Only to this webhook.'),
      from: instant.optional(),
      to: instant.optional(),
    }),
    output: page(notificationDelivery),
    refusals: ['notFound'],
  }),
}

export const notificationDeliveryList = list(notificationDeliveryCalls.find, {
  name: 'notificationDeliveries',
  rowId: 'id',
  columns: [
    { key: 'createTime', name: 'time', form: 'instant', isFixed: true },
    { key: 'displayName', form: 'text', isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier', isOptional: true },
    {
      key: 'code',
      name: 'alarmCode',
      form: 'alarm',
      of: ({ code }) => alarmNames[code as AlarmCode] ?? null,
    },
    { key: 'change', name: 'alarmChange', form: 'notifyChange' },
    { key: 'channel', form: 'notifyChannel' },
    { key: 'receiver', form: 'text' },
    { key: 'target', name: 'notifyTarget', form: 'text', isOptional: true },
    { key: 'state', name: 'deliveryState', form: 'deliveryState', card: 'sign' },
    { key: 'reason', form: 'deliveryReason' },
    { key: 'attempts', name: 'tries', form: 'count', of: ({ attempts }) => attempts.length },
    { key: 'segments', form: 'count', isOptional: true },
    { key: 'sentTime', form: 'instant', isOptional: true },
    { key: 'finishTime', form: 'instant', isOptional: true },
    { key: 'username', form: 'text', isOptional: true },
  ],
  filters: [
    account(),
    choice('channel', notifyChannels, 'reports.notifyChannel'),
    choice('state', deliveryStates, 'reports.deliveryState'),
    given('alarmId'),
    given('webhookId'),
  ],
})
