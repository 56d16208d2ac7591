import { z } from 'zod'
import { call, instant, time } from '../../api/call.ts'

/** The notices of an account about ends of service: of its devices, and of the accounts below it. */

/** Of whose ends an account gets notices, and how. */
const switches = z.object({
  own: z.boolean().describe('Of the account’s own devices.'),
  customers: z.boolean().describe('Of the devices of its direct customers.'),
  byMail: z.boolean().default(true).describe('By email, at the confirmed address.'),
  byPush: z.boolean().default(true).describe('In the browsers that have notifications turned on.'),
  bySms: z
    .boolean()
    .default(false)
    .describe('By SMS to the mobile number of the profile; counts against the SMS budget.'),
})

/** What ends: the service of devices; the term of accounts below; or accounts below were suspended. */
export const serviceEnds = ['device', 'expired', 'suspended'] as const
export type ServiceEnd = (typeof serviceEnds)[number]

export const serviceEndCalls = {
  news: call({
    method: 'GET',
    path: '/api/serviceEnd/news',
    permission: 'session',
    demo: true,
    help: 'Expiry notices the account has not dismissed: devices expiring within 30, 7 or 1 days or today, and direct sub-accounts that can no longer sign in. Renewed ones are left out.',
    output: z.object({
      list: z.array(
        z.object({
          what: z.enum(serviceEnds).describe('Kind: device, expired (account) or suspended (account).'),
          days: z.int().describe('Within this many days; 0: a device ends today, an account has ended.'),
          count: z.int().describe('How many devices or accounts.'),
          name: z.string().describe('Name of the one that ends first.'),
          endTime: time.describe('When that one ends, epoch ms.'),
        }),
      ),
      time: time.describe('Up to when this is told, epoch ms: what `seen` takes.'),
    }),
  }),
  seen: call({
    path: '/api/serviceEnd/seen',
    permission: 'session',
    acting: false,
    help: 'Dismisses the notices of `news`: they are not shown again.',
    input: z.object({ until: instant.describe('`time` of what was told, epoch ms.') }),
  }),
  switches: call({
    method: 'GET',
    path: '/api/serviceEnd/switches',
    permission: 'session',
    demo: true,
    help: 'Of which expiring devices the account is reminded, in the page always, and how beside it.',
    output: switches,
  }),
  saveSwitches: call({
    path: '/api/serviceEnd/saveSwitches',
    permission: 'session',
    help: 'Sets of which expiring devices the account is reminded, and how, from the next reminder on.',
    input: switches,
  }),
  contact: call({
    method: 'GET',
    path: '/api/serviceEnd/contact',
    permission: 'session',
    demo: true,
    help: 'Whom to contact for a renewal: the parent account, by its own profile.',
    output: z.object({
      name: z.string().nullable().describe('Nickname of the parent account; null: none given.'),
      telephone: z.string().nullable(),
      email: z.string().nullable(),
    }),
  }),
}
