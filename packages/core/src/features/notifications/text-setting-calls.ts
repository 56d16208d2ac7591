import { z } from 'zod'
import { call, line } from '../../api/call.ts'

/** Who carries SMS and calls, set by administrators in the web. The server knows the providers and their settings. */

const number = line(20).regex(/^\+[1-9][0-9]{6,14}$/, 'telephone')
const permission = ['main:system_config'] as const

export const textSettingCalls = {
  find: call({
    method: 'GET',
    path: '/api/textSettings/find',
    permission,
    demo: true,
    help: 'The SMS and call provider and its settings, of which secrets are only said to be there, and all providers that may be chosen.',
    output: z.looseObject({
      source: z.enum(['stored', 'none']).describe('Whether it is set up.'),
      provider: z.string().nullable().describe('Current provider; null: none.'),
      mayUseSandbox: z.boolean().describe('Whether the server allows test mode.'),
      publicUrl: z
        .string()
        .nullable()
        .describe('Where the provider reports to; null: outcomes stay unknown.'),
      providers: z
        .array(
          z.object({
            name: z.string().describe('Name of the provider.'),
            label: z.string().describe('What the provider calls itself.'),
            settings: z
              .looseObject({})
              .describe('JSON Schema of its settings; secrets are `writeOnly` there.'),
          }),
        )
        .describe('Providers that may be chosen.'),
    }),
  }),
  save: call({
    path: '/api/textSettings/save',
    permission,
    help: 'Sets the SMS and call provider. Secrets are stored encrypted; they must be given again when account or address change.',
    input: z.looseObject({ provider: z.string() }),
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
