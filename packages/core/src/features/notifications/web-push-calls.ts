import { z } from 'zod'
import { call, line } from '../../api/call.ts'
import { languageCodes } from '../../codes/languages.ts'

/** Notices that a browser shows while no page is open (RFC 8030, 8291, 8292). */

const endpoint = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe('Address of the browser at its push service.')
const key = (bytes: number) => z.base64url().length(Math.ceil((bytes * 4) / 3))

export const webPushCalls = {
  key: call({
    method: 'GET',
    path: '/api/webPush/key',
    permission: 'session',
    help: 'The key a browser subscribes with: `applicationServerKey`.',
    output: z.object({ publicKey: z.string().describe('65 bytes in base64url.') }),
  }),
  subscribe: call({
    path: '/api/webPush/subscribe',
    permission: 'session',
    acting: false,
    help: 'Subscribes this browser to alarms by the rules of the caller’s account. Sent again each time the page starts.',
    input: z.object({
      endpoint,
      p256dh: key(65).describe('Public key of the browser, base64url.'),
      auth: key(16).describe('Secret of the browser, base64url; secret.'),
      publicKey: key(65).describe('The key it was subscribed with.'),
      language: z.enum(languageCodes).describe('Language of the notices.'),
      browser: line(64).describe('Name of the browser.'),
    }),
    refusals: ['addressRefused', 'tooManyEntries'],
  }),
  unsubscribe: call({
    path: '/api/webPush/unsubscribe',
    permission: 'session',
    acting: false,
    help: 'Unsubscribes this browser from alarms.',
    input: z.object({ endpoint }),
  }),
}
