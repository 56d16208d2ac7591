import { z } from 'zod'
import { call, line } from '../call.ts'

/** Who carries SMS and calls, set by administrators in the web. */

export const textProviders = ['twilio', 'sandbox'] as const

const number = line(20).regex(/^\+[1-9][0-9]{6,14}$/, 'telephone')
const provider = z
  .enum(textProviders)
  .describe('`sandbox` sends nothing: what it is given stands in the deliveries, as if it had arrived.')
const accountSid = z
  .string()
  .trim()
  .regex(/^(?:AC[0-9a-f]{32})?$/)
  .describe('Account SID at the provider.')
const from = number.nullable().describe('Number that SMS and calls come from.')
const messagingServiceSid = z
  .string()
  .trim()
  .regex(/^MG[0-9a-f]{32}$/)
  .nullable()
  .describe('Messaging service that chooses the sender of an SMS; null: the number.')
const apiUrl = z
  .url({ protocol: /^https?$/ })
  .max(200)
  .nullable()
  .describe('Where the provider is reached, by a proxy of your own; null: at its own address.')

const permission = ['main:system_config'] as const

export const textSettingCalls = {
  find: call({
    method: 'GET',
    path: '/api/textSettings/find',
    permission,
    demo: true,
    help: 'The SMS and call provider, without its key.',
    output: z.object({
      source: z.enum(['stored', 'none']).describe('Whether it is set up.'),
      provider: provider.nullable().describe('Current provider; null: none.'),
      accountSid: z.string().describe('Account SID at the provider; empty: none.'),
      hasAuthToken: z.boolean().describe('A key is set; it is never returned.'),
      from,
      messagingServiceSid,
      apiUrl,
      mayUseSandbox: z.boolean().describe('Whether the server allows the sandbox.'),
      publicUrl: z
        .string()
        .nullable()
        .describe('Where the provider reports to; null: outcomes stay unknown.'),
    }),
  }),
  save: call({
    path: '/api/textSettings/save',
    permission,
    help: 'Sets the SMS and call provider. The key is stored encrypted; it must be given again when account or address change.',
    input: z.object({
      provider,
      accountSid: accountSid.default(''),
      authToken: z.string().max(200).optional().describe('Key; left out: keep the stored one; secret.'),
      from: from.default(null),
      messagingServiceSid: messagingServiceSid.default(null),
      apiUrl: apiUrl.default(null),
    }),
    refusals: ['sandboxNotAllowed'],
  }),
  remove: call({
    path: '/api/textSettings/remove',
    permission,
    help: 'Removes the SMS and call provider.',
  }),
  test: call({
    path: '/api/textSettings/test',
    permission,
    help: 'Sends a test SMS or makes a test call through the provider. Its answer is in `meta.issues`.',
    input: z.object({
      to: number.describe('Phone number it goes to.'),
      channel: z.enum(['sms', 'phone']).default('sms').describe('SMS or call.'),
    }),
    output: z.object({ providerId: z.string().nullable().describe('Its id at the provider.') }),
    refusals: ['textsNotConfigured', 'textFailed'],
  }),
}
