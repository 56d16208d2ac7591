import { z } from 'zod'
import { call, instant, time } from '../../api/call.ts'

/** The notices of an account about ends of service: of its devices, and of the accounts below it. */

/** What ends: the service of devices; the term of accounts below; or accounts below were suspended. */
export const serviceEnds = ['device', 'expired', 'suspended'] as const
export type ServiceEnd = (typeof serviceEnds)[number]

export const serviceEndCalls = {
  news: call({
    method: 'GET',
    path: '/api/serviceEnd/news',
    permission: 'session',
    demo: true,
    help: 'Expiry notices the account has not dismissed: devices expiring within 30, 7 or 1 days, and direct sub-accounts that can no longer sign in. Renewed ones are left out.',
    output: z.object({
      list: z.array(
        z.object({
          what: z.enum(serviceEnds).describe('Kind: device, expired (account) or suspended (account).'),
          days: z.int().describe('Within this many days; 0: it has ended.'),
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
