import { z } from 'zod'
import { call, rowId } from '../../api/call.ts'
import { email } from '../../api/ruled.ts'
import { makesFiles } from '../exports/calls.ts'
import { settingsPermission } from '../notifications/rule-calls.ts'

/** Addresses outside an account, which agree before alarms and reports are mailed to them. */

export const mailReceiverCalls = {
  ask: call({
    path: '/api/mailReceiver/ask',
    permission: [...new Set([...settingsPermission, ...makesFiles])],
    help: 'Asks an address once more whether it wants alarms and reports of the account by email; at most once a day.',
    input: z.object({
      userId: rowId.optional().describe('Of this account; left out: of the caller’s.'),
      email: email.describe('Address that has not agreed yet.'),
    }),
    refusals: ['notFound', 'mailNotConfigured', 'tooManyRequests'],
  }),
}
