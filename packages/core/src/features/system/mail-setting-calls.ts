import { z } from 'zod'
import { call, line } from '../../api/call.ts'
import { secret } from '../../api/secret.ts'
import { isPublicUrl } from '../../rules/public-url.ts'

/** How mail goes out, set in the web unless the environment of the server sets it. */

const host = line(253).min(1).describe('Name or address of the mail server.')
const port = z
  .int()
  .min(1)
  .max(65_535)
  .describe('Port of the mail server; mostly 587, or 465 where encrypted at once.')
const isEncrypted = z
  .boolean()
  .describe('Encrypted from the first byte; else as soon as the server offers it.')
const isVerified = z.boolean().describe('The server’s certificate must be issued by a trusted authority.')
const username = line(128).nullable().describe('User name for signing in; null: none.')
const from = line(200)
  .regex(/^(?:[^<>]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/)
  .describe('Sender of mails: an address, or `Name <address>`.')
const publicUrl = z
  .url({ protocol: /^https?$/ })
  .max(200)
  .refine(isPublicUrl)
  .nullable()
  .describe(
    'Where people open the platform, with its path behind a proxy: what links in mails begin with. Null: such mails cannot be sent.',
  )

const permission = ['main:system_config'] as const

export const mailSettingCalls = {
  find: call({
    method: 'GET',
    path: '/api/mailSettings/find',
    permission,
    demo: true,
    help: 'The mail server, without its password. The server’s environment takes precedence over what is set here.',
    output: z.object({
      source: z.enum(['environment', 'stored', 'none']).describe('Where the mail server is set.'),
      isUrlOfEnvironment: z.boolean().describe('The environment sets `publicUrl`.'),
      host: z.string().describe('Name or address of the mail server; empty: none.'),
      port,
      isEncrypted,
      isVerified,
      username,
      hasPassword: z.boolean().describe('A password is set; it is never returned.'),
      from: z.string().describe('Sender of mails; empty: none.'),
      publicUrl: z.string().nullable().describe('Start of links in emails.'),
    }),
  }),
  save: call({
    path: '/api/mailSettings/save',
    permission,
    help: 'Sets the mail server. Its password is stored encrypted; it must be given again when server or user name change.',
    input: z.object({
      host,
      port,
      isEncrypted: isEncrypted.default(false),
      isVerified: isVerified.default(true),
      username,
      password: secret(z.string().max(200).optional().describe('Left out: keep the stored one; secret.')),
      from,
      publicUrl,
    }),
    refusals: ['setByEnvironment'],
  }),
  remove: call({
    path: '/api/mailSettings/remove',
    permission,
    help: 'Removes the mail server: no more emails are sent.',
    refusals: ['setByEnvironment'],
  }),
  test: call({
    path: '/api/mailSettings/test',
    permission,
    help: 'Sends a test email through the mail server. Its answer is in `meta.issues`.',
    input: z.object({ to: z.email().max(128).describe('Recipient of the test email.') }),
    refusals: ['mailNotConfigured', 'mailFailed'],
  }),
}
