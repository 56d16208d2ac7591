import { z } from 'zod'
import { byRowId, call, line, named, rowId, time } from '../../api/call.ts'

/** Accounts at the platforms of operators, which are asked about SIM cards and switch them. Administrators set them up. */

const permission = ['main:system_config'] as const
const provider = line(40).min(1).describe('Name of the platform.')

/** What is set beside the settings of a platform, which the server knows. */
export const simPlatformCommon = {
  name: line(64).min(1).describe('What the account is called here.'),
  isEnabled: z.boolean().default(true).describe('Cards are asked about and switched.'),
  callsPerSecond: z
    .number()
    .min(0.1)
    .max(50)
    .default(5)
    .describe('How many requests the platform allows the account in a second.'),
  pollHours: z
    .int()
    .min(1)
    .max(168)
    .default(6)
    .describe('Each card is asked about again after so many hours, the oldest first.'),
}

export const simPlatform = named('SimPlatform', {
  id: rowId,
  provider,
  name: z.string(),
  isEnabled: z.boolean().describe('Cards are asked about and switched.'),
  callsPerSecond: z.number().describe('Requests in a second.'),
  pollHours: z.int().describe('Hours until a card is asked about again.'),
  isReady: z.boolean().describe('Its secrets are there.'),
  cards: z.int().describe('Cards that it is asked about.'),
  due: z.int().describe('Of these, those whose turn it is now.'),
  failing: z.int().describe('Of these, those for which it gave no answer.'),
  successTime: time.nullable().describe('When it last answered, epoch ms; null: not yet.'),
  failure: z.string().nullable().describe('Why it does not answer; null: it does.'),
  failureText: z.string().nullable().describe('What it said.'),
  restUntilTime: time.nullable().describe('When it is asked again, epoch ms; null: now.'),
  settings: z.looseObject({}).describe('Its settings; of secrets only whether they are there.'),
})
export type SimPlatform = z.output<typeof simPlatform>

export const simPlatformCalls = {
  list: call({
    method: 'GET',
    path: '/api/simPlatform/list',
    permission,
    help: 'The accounts at operators’ platforms, without their secrets, and the platforms that there are.',
    output: z.object({
      list: z.array(simPlatform),
      providers: z.array(
        z.object({
          name: provider,
          label: z.string().describe('What it calls itself.'),
          settings: z.looseObject({}).describe('JSON Schema of its settings.'),
        }),
      ),
    }),
  }),
  add: call({
    path: '/api/simPlatform/add',
    permission,
    help: 'Adds an account at an operator’s platform. Secrets are stored encrypted and never returned.',
    input: z.looseObject({ provider, ...simPlatformCommon }),
    output: z.object({ id: rowId }),
  }),
  edit: call({
    path: '/api/simPlatform/edit',
    permission,
    help: 'Changes an account at an operator’s platform. Secrets left out stay, and must be given again when address or account there change.',
    input: z.looseObject({ id: rowId, provider, ...simPlatformCommon }),
    refusals: ['notFound'],
  }),
  remove: call({
    path: '/api/simPlatform/remove',
    permission,
    help: 'Removes an account at an operator’s platform. Its cards stay.',
    ...byRowId,
  }),
}
