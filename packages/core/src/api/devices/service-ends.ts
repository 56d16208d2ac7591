import { z } from 'zod'
import { call, instant, nothing, time } from '../call.ts'

/** What an account is told of ends of service: of its devices, and of the accounts below it. */

/** What ends: the service of devices; the term of accounts below; or accounts below were suspended. */
export const serviceEnds = ['device', 'expired', 'suspended'] as const
export type ServiceEnd = (typeof serviceEnds)[number]

export const serviceEndCalls = {
  news: call({
    method: 'GET',
    path: '/api/serviceEnd/news',
    permission: 'session',
    demo: true,
    help: 'What the account was told of ends of service and has not closed yet: devices whose service ends within 30, 7 or 1 days, and accounts directly below that can no longer sign in. What was renewed meanwhile is left out.',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          what: z.enum(serviceEnds).describe('What ends: device, expired (account) or suspended (account).'),
          days: z.int().describe('Within so many days; 0: it has ended.'),
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
    help: 'Closes what `news` told: it is not told again.',
    input: z.object({ until: instant.describe('`time` of what was told, epoch ms.') }),
    output: nothing,
  }),
  contact: call({
    method: 'GET',
    path: '/api/serviceEnd/contact',
    permission: 'session',
    demo: true,
    help: 'Whom to ask for a renewal: the account above, as its own form names it.',
    input: nothing,
    output: z.object({
      name: z.string().nullable().describe('Nickname of the account above; null: it gave none.'),
      telephone: z.string().nullable(),
      email: z.string().nullable(),
    }),
  }),
}
