import { z } from 'zod'
import { call, line, named, time } from '../../api/call.ts'
import { terminalID } from '../devices/calls.ts'

/** The network platforms through which NB-IoT devices are reached, set by administrators. */

const platform = line(40).min(1).describe('Name of the NB-IoT platform.')
const permission = ['main:system_config'] as const
/** What platforms push is looked after by the factory, too. */
const subscribers = [...permission, 'test:subscribe'] as const

export const nbSubscriptionStates = [
  'active', // it pushes here
  'ending', // its time is over soon
  'ended', // its time is over
  'elsewhere', // it pushes to another address
  'lost', // it was subscribed, and the platform has it no more
  'none', // nobody subscribed it
] as const

export const nbSubscription = named('NbSubscription', {
  type: z.string().describe('What it pushes, in the platform’s own word (`notifyType`).'),
  state: z.enum(nbSubscriptionStates).describe('State when the platform was last asked.'),
  isKept: z.boolean().describe('It is subscribed again when the platform loses it or its time is over.'),
  subscribeTime: time.nullable().describe('When it was last subscribed from here, epoch ms; null: never.'),
  expireTime: time.nullable().describe('When its time is over, epoch ms; null: it does not end by itself.'),
})
export type NbSubscription = z.output<typeof nbSubscription>

export const nbPlatformState = named('NbPlatformState', {
  platform,
  label: z.string().describe('What it calls itself.'),
  lastPushTime: time.nullable().describe('When it pushed last, epoch ms; null: never.'),
  isSilent: z.boolean().describe('It is subscribed, and has not pushed for a day.'),
  checkTime: time.nullable().describe('When it was last asked for its subscriptions, epoch ms; null: never.'),
  failure: z.string().nullable().describe('Why it did not answer then; null: it did.'),
  subscriptions: z.array(nbSubscription).describe('What it pushes, or could.'),
})
export type NbPlatformState = z.output<typeof nbPlatformState>

const someTypes = z.object({
  platform,
  notifyType: line(64).optional().describe('Only this type; left out: all that are taken.'),
})

/** What is set beside the settings of a platform, which the server knows. */
export const nbPush = {
  pushBase: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .describe('This server’s port for pushes, as the platform reaches it: https://track.example.com:5600.'),
  validDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .default(null)
    .describe(
      'Days that the platform keeps a subscription, before which it is renewed; null: it does not end.',
    ),
}

export const nbPlatformCalls = {
  find: call({
    method: 'GET',
    path: '/api/nbPlatform/find',
    permission,
    demo: false,
    help: 'The NB-IoT platforms that are set up, without their secrets, and the address they push to.',
    output: z.object({
      pushUrl: z
        .string()
        .nullable()
        .describe(
          'Where they push to; its last part is a key that nobody else should know. Null: none is set.',
        ),
      platforms: z
        .array(
          z.looseObject({
            platform,
            hasSecret: z.boolean().describe('Its secret is set; it is never returned.'),
            hasCertificate: z.boolean().describe('A client certificate with its key is set.'),
          }),
        )
        .describe('Those that are set.'),
      providers: z
        .array(
          z.object({
            name: z.string(),
            label: z.string().describe('What it calls itself.'),
            settings: z.record(z.string(), z.unknown()).describe('JSON schema of its settings.'),
          }),
        )
        .describe('All that may be set.'),
    }),
  }),
  save: call({
    path: '/api/nbPlatform/save',
    permission,
    help: 'Sets up an NB-IoT platform. Secrets are stored encrypted; they must be given again when address or application change.',
    input: z.looseObject({ platform, ...nbPush }),
  }),
  remove: call({
    path: '/api/nbPlatform/remove',
    permission,
    help: 'Removes an NB-IoT platform.',
    input: z.object({ platform }),
  }),
  test: call({
    path: '/api/nbPlatform/test',
    permission,
    help: 'Asks a platform that is set up for its subscriptions, which changes nothing. Refusals are in `meta.issues`.',
    input: z.object({ platform }),
    output: z.object({ subscriptions: z.int().describe('Number of subscriptions of the application.') }),
    refusals: ['nbPlatformMissing', 'nbPlatformRefused'],
  }),
  subscriptions: call({
    method: 'GET',
    path: '/api/nbPlatform/subscriptions',
    permission: subscribers,
    demo: true,
    help: 'What the platforms push, as they were last asked, and when they pushed last.',
    output: z.object({ platforms: z.array(nbPlatformState).describe('Those that are set.') }),
  }),
  check: call({
    path: '/api/nbPlatform/check',
    permission: subscribers,
    help: 'Asks a platform anew for its subscriptions. Refusals are in `meta.issues`.',
    input: z.object({ platform }),
    refusals: ['nbPlatformMissing', 'nbPlatformRefused'],
  }),
  unsubscribe: call({
    path: '/api/nbPlatform/unsubscribe',
    permission: subscribers,
    help: 'Has the platform push here no longer. Refusals are in `meta.issues`.',
    input: someTypes,
    refusals: ['nbPlatformMissing', 'nbPlatformRefused'],
  }),
  subscribe: call({
    path: '/api/nbPlatform/subscribe',
    permission: subscribers,
    help: 'Asks the platform to push the data of its devices here, in place of what it had of these types. Refusals are in `meta.issues`.',
    input: someTypes,
    output: z.object({ types: z.array(z.string()).describe('What it pushes, in its own words.') }),
    refusals: ['nbPlatformMissing', 'nbPlatformRefused'],
  }),
  register: call({
    path: '/api/nbPlatform/register',
    permission,
    help: 'Registers a device at the platform by IMEI, and stores the id it is given there.',
    input: z.object({ platform, terminalID }),
    output: z.object({ deviceId: z.string().describe('Id of the device at the platform.') }),
    refusals: ['notFound', 'nbPlatformMissing', 'nbPlatformRefused'],
  }),
}
