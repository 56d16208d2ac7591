import { z } from 'zod'
import { call, line } from '../../api/call.ts'
import { terminalID } from '../devices/calls.ts'

/** The network platforms through which NB-IoT devices are reached, set by administrators. */

const platform = line(40).min(1).describe('Name of the NB-IoT platform.')
const permission = ['main:system_config'] as const

/** What is set beside the settings of a platform, which the server knows. */
export const nbPush = {
  pushBase: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .describe('This server’s port for pushes, as the platform reaches it: https://track.example.com:5600.'),
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
  subscribe: call({
    path: '/api/nbPlatform/subscribe',
    permission,
    help: 'Asks the platform to push the data of its devices. Refusals are in `meta.issues`.',
    input: z.object({ platform }),
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
