import { z } from 'zod'
import { bulkCall, call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { type DurationId, durationIds, durationNames, durations } from '../../codes/durations.ts'
import { given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { deviceCalls, terminalID } from '../devices/calls.ts'

/** Cards of service time: issued by the platform, handed down the tree, used to renew devices. Outside tools know the paths. */

const maxCards = 1_000_000

export const duration = z
  .literal(durationIds as [DurationId, ...DurationId[]])
  .describe('1: a month, 2: half a year, 3: a year, 4: two years, 5: three years, 6: for life.')

const counts = Object.fromEntries(
  durationIds.map((id) => [durations[id].name, z.int().describe(`Cards of duration ${id}.`)]),
) as Record<(typeof durationNames)[number], z.ZodInt>

const cardHolder = named('CardHolder', {
  id: rowId,
  ancestors: z.string(),
  username: z.string(),
  nickname: z.string().nullable(),
  ...counts,
  lastTime: time.nullable().describe('Last movement, epoch ms; null: there was none.'),
})
export type CardHolder = z.output<typeof cardHolder>

const cardCounts = named('CardCounts', counts)
export type CardCounts = z.output<typeof cardCounts>

const permission = ['main:pay', 'main:agent'] as const

const target = z
  .enum(['both', 'platform'])
  .default('both')
  .describe('`both`: the user’s term is extended along with the platform’s, where it ends at all.')

export const renewalPreview = named('RenewalPreview', {
  terminalID: z.string(),
  nickname: z.string().nullable(),
  carNumber: z.string().nullable(),
  username: z.string(),
  stateTime: time.nullable().describe('Last report, epoch ms; null: it has not reported.'),
  externalVoltageV: z.number().nullable().describe('Last reported voltage of its supply; null: unknown.'),
  platformExpireTime: time.nullable().describe('Present end of its platform term, epoch ms; null: none yet.'),
  renewedTime: time
    .nullable()
    .describe('End of its platform term once renewed, epoch ms; null: without an end, or from activation.'),
  platformMonths: z
    .int()
    .nullable()
    .describe(
      'Present length of a platform term that has not begun, in months from activation; null: another.',
    ),
  renewedMonths: z.int().nullable().describe('The same once renewed.'),
  result: z
    .enum(['lifetimeTerm', 'operationRepeated'])
    .nullable()
    .describe('Why it can’t be renewed; null: it can.'),
})
export type RenewalPreview = z.output<typeof renewalPreview>

export const cardCalls = {
  find: call({
    path: '/api/card/find',
    permission,
    demo: true,
    help: 'The agents under the caller with their cards of each duration, and the caller’s own.',
    input: pageInput.extend({
      id: rowId.optional().describe('Only this account and its sub-accounts.'),
      search: z.string().trim().max(64).optional().describe('Part of a user name or nickname.'),
      sort: z.enum(['username', 'nickname']).default('username'),
      isDescending: z.boolean().default(false),
    }),
    output: page(cardHolder).extend({
      own: cardCounts.nullable().describe('The caller’s own cards; null: administrators have no limit.'),
    }),
    refusals: ['notFound'],
  }),
  transfer: call({
    path: '/api/card/transfer',
    permission,
    help: 'Passes cards on to an agent under the caller from the caller’s own; administrators issue them. A negative count takes unused cards back.',
    input: z.object({
      userId: rowId,
      duration,
      count: z
        .int()
        .min(-maxCards)
        .max(maxCards)
        .refine((count) => count !== 0, 'not_zero')
        .describe('Number to pass on; negative: number to take back.'),
      remark: line(200).nullish(),
    }),
    output: z.object({
      count: z.int().describe('The agent’s new balance.'),
      ownCount: z.int().nullable().describe('The caller’s remaining balance; null: no limit.'),
    }),
    refusals: ['notFound', 'notAnAgent', 'notEnoughCards'],
  }),
  renew: bulkCall(deviceCalls.find, terminalID, {
    idsKey: 'terminalIDs',
    path: '/api/card/renew',
    permission,
    help: 'Renews devices, each with one of the caller’s cards: by calendar months from the end of its term, or from now where that is over. Nothing is renewed when there are too few cards. The same devices again within a minute are refused.',
    more: { duration, target },
    refusals: ['notFound', 'notEnoughCards', 'lifetimeTerm', 'operationRepeated'],
  }),
}

/** Days without a report after which a buyer is warned. */
export const silentDays = 30
/** Devices that a preview tells one by one. */
export const previewedDevices = 200

export const cardHolderList = list(cardCalls.find, {
  name: 'cardHolders',
  rowId: 'id',
  columns: [
    { key: 'username', name: 'userName', form: 'text', isFixed: true, card: 'title', sort: true },
    { key: 'nickname', name: 'accountName', form: 'text', sort: true },
    ...durationNames.map((name) => ({ key: name, name: `${name}Cards`, form: 'count' }) as const),
    { key: 'lastTime', name: 'lastChange', form: 'instant' },
  ],
  filters: [search(), given('id')],
})
