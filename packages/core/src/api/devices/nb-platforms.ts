import { z } from 'zod'
import { call, line } from '../call.ts'
import { terminalID } from '../devices.ts'

/** The platforms of networks that NB-IoT devices are behind, set by administrators. */

export const nbPlatforms = ['oceanConnect', 'ctwing'] as const
export type NbPlatform = (typeof nbPlatforms)[number]

const platform = z
  .enum(nbPlatforms)
  .describe('`oceanConnect`: Huawei OceanConnect; `ctwing`: China Telecom CTWing AEP.')
const url = z.url({ protocol: /^https?$/ }).max(200)
const pem = z.string().trim().max(20_000)
const permission = ['main:system_config'] as const

const settings = {
  platform,
  apiUrl: url.nullable().describe('Where the platform is called; null: at the address of CTWing.'),
  appId: line(64).min(1).describe('Id of the application at OceanConnect, its key at CTWing.'),
  productId: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable()
    .describe('Product of the devices at CTWing; OceanConnect has none.'),
  serviceId: line(64).describe('Service of the product at OceanConnect that takes commands.'),
  method: line(64).describe('Name of its command.'),
  parameter: line(64).describe('Name of the parameter that the text of a command is.'),
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
          z.object({
            ...settings,
            hasSecret: z.boolean().describe('Its secret is set; it is never returned.'),
            hasMasterKey: z.boolean().describe('The master key of the product is set; it is never returned.'),
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
    input: z.object({
      ...settings,
      apiUrl: settings.apiUrl.default(null),
      productId: settings.productId.default(null),
      serviceId: settings.serviceId.default('Command'),
      method: settings.method.default('send'),
      parameter: settings.parameter.default('payload'),
      pushBase: url.describe(
        'This server’s port for pushes, as the platform reaches it: https://track.example.com:5600.',
      ),
      secret: z
        .string()
        .max(200)
        .optional()
        .describe('Secret of the application; left out: keep the stored one; secret.'),
      masterKey: z
        .string()
        .max(200)
        .optional()
        .describe('Master key of the product; left out: keep the stored one; secret.'),
      certificate: pem.nullable().default(null).describe('Client certificate, PEM; null: none.'),
      privateKey: pem.optional().describe('Its key, PEM; left out: keep the stored one; secret.'),
      authority: pem
        .nullable()
        .default(null)
        .describe('Who signed the certificate of the platform, PEM; null: one that systems trust.'),
    }),
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
