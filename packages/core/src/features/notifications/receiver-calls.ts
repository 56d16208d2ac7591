import { z } from 'zod'
import { byRowId, call, line, page, pageInput, rowId } from '../../api/call.ts'
import { email } from '../../api/ruled.ts'
import { languageCodes } from '../../codes/languages.ts'
import { mailConsents } from '../../codes/notifications.ts'
import { account } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { settingsPermission } from './rule-calls.ts'

/** People who are notified of alarms: how they are reached, in which language, and their quiet hours. */

/** As E.164 has it, or a mobile of the mainland without its country code. */
const number = line(32)
  .regex(/^(?:\+[1-9][0-9 -]{6,20}|1[3-9][0-9]{9})$/, 'telephone')
  .nullable()
  .describe('Number for SMS and calls, with its country code: `+4915112345678`.')
const minute = z.int().min(0).max(1_439).nullable()

const receiverShape = {
  name: line(64).min(1),
  telephone: number,
  email: email.nullable().describe('Address for email.'),
  language: z.enum(languageCodes).describe('Language of notifications.'),
  timeZone: line(64).describe('IANA time zone of the recipient, for quiet hours and times in texts.'),
  quietFrom: minute.describe('Begin of the quiet hours, minutes after midnight; null: none.'),
  quietTo: minute.describe('End of the quiet hours; before their begin: of the next day.'),
  quietDays: z
    .array(z.int().min(1).max(7))
    .max(7)
    .describe('Days on which quiet hours begin, 1 Monday to 7; none: every day.'),
  quietHolds: z.boolean().describe('Alarms held during quiet hours are sent at their end; otherwise never.'),
}

export const notificationReceiver = z.object({
  id: rowId,
  userId: rowId,
  username: z.string().describe('User name of the account.'),
  ...receiverShape,
  isOptedOut: z.boolean().describe('Replied STOP to an SMS: none are sent to the number any more.'),
  isUnsubscribed: z
    .boolean()
    .describe('Unsubscribed from alarm emails: none are sent to the address any more.'),
  mailConsent: z
    .enum(mailConsents)
    .nullable()
    .describe('Whether the address agreed to alarm emails; null: there is no address.'),
})
export type NotificationReceiver = z.output<typeof notificationReceiver>

export const notificationReceiverCalls = {
  find: call({
    path: '/api/notificationReceiver/find',
    permission: settingsPermission,
    demo: true,
    help: 'The people notified of alarms: of the caller’s account, with those of its sub-accounts by default.',
    input: pageInput.extend({
      userId: rowId.optional().describe('Of this account; left out: of the caller’s.'),
      withSubAccounts: z.boolean().default(true).describe('Also those of its sub-accounts.'),
    }),
    output: page(notificationReceiver),
  }),
  save: call({
    path: '/api/notificationReceiver/save',
    permission: settingsPermission,
    help: 'Adds a recipient, or changes the one with this id. Critical alarms ignore quiet hours.',
    input: z.object({
      id: rowId.optional(),
      userId: rowId.optional().describe('Account it will belong to; left out: the caller’s.'),
      ...receiverShape,
      telephone: number.default(null),
      email: receiverShape.email.default(null),
      quietFrom: receiverShape.quietFrom.default(null),
      quietTo: receiverShape.quietTo.default(null),
      quietDays: receiverShape.quietDays.default([]),
      quietHolds: receiverShape.quietHolds.default(true),
    }),
    output: z.object({ id: rowId }),
    refusals: ['notFound', 'invalidTimeZone', 'tooManyEntries'],
  }),
  delete: call({
    path: '/api/notificationReceiver/delete',
    permission: settingsPermission,
    help: 'Deletes a recipient and removes it from all rules.',
    ...byRowId,
  }),
}

export const notificationReceiverList = list(notificationReceiverCalls.find, {
  name: 'notificationReceivers',
  rowId: 'id',
  columns: [
    { key: 'name', form: 'text', isFixed: true, card: 'title' },
    { key: 'username', form: 'text', isOptional: true },
    { key: 'telephone', form: 'text' },
    { key: 'email', form: 'text' },
    { key: 'language', form: 'language' },
    { key: 'quietHours', form: 'text', of: quietHours },
    { key: 'timeZone', form: 'text', isOptional: true },
    { key: 'isOptedOut', form: 'yesNo', isOptional: true },
    { key: 'mailConsent', form: 'mailConsent' },
  ],
  filters: [account()],
})

function quietHours({ quietFrom, quietTo }: NotificationReceiver): string | null {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return null
  return `${clock(quietFrom)}–${clock(quietTo)}`
}
const clock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
