import { z } from 'zod'
import { call, line } from '../../api/call.ts'

/** Keys of map providers, set by administrators: a key for each provider, kind of program and project. */

export const mapKeyProviders = ['Google', 'Baidu', 'GaoDe', 'Yandex', 'Tianditu'] as const
export type MapKeyProvider = (typeof mapKeyProviders)[number]
export const mapKeyPlatforms = ['web', 'android', 'ios', 'server'] as const

const provider = z.enum(mapKeyProviders).describe('Map provider of the key.')
const platform = z.enum(mapKeyPlatforms).describe('What kind of program uses the key.')
const project = line(64).describe(
  'Name of the project that uses the key; empty: all that have none of their own.',
)
const key = line(300).min(1).describe('The key, as the provider gave it; secret.')
const id = z.uuid().describe('Id of the key.')
const permission = ['main:system_config_mapkey'] as const

export const mapKeyCalls = {
  find: call({
    method: 'GET',
    path: '/api/mapKey/find',
    permission,
    demo: true,
    help: 'The keys of map providers, without the keys themselves.',
    output: z.object({
      list: z.array(
        z.object({
          id,
          provider,
          platform,
          project,
          keyEnd: z.string().describe('Last four characters of the key, to recognise it.'),
          changeTime: z.int().describe('When it was set, epoch ms.'),
        }),
      ),
    }),
  }),
  save: call({
    path: '/api/mapKey/save',
    permission,
    help: 'Sets the key of a provider for a kind of program and a project, replacing any earlier one. Keys are stored encrypted, but programs show them to anyone who looks: restrict each key at its provider to the addresses it is used from.',
    input: z.object({ provider, platform, project: project.default(''), key }),
    output: z.object({ id }),
  }),
  remove: call({
    path: '/api/mapKey/remove',
    permission,
    help: 'Removes a key.',
    input: z.object({ id }),
    refusals: ['notFound'],
  }),
  test: call({
    path: '/api/mapKey/test',
    permission,
    help: 'Asks the provider whether it accepts a key, stored or not yet stored.',
    input: z
      .object({ id: id.optional(), provider: provider.optional(), key: key.optional() })
      .refine(
        (given) => (given.id !== undefined) !== (given.provider !== undefined && given.key !== undefined),
        {
          path: ['id'],
          error: 'id_or_key',
        },
      ),
    output: z.object({
      works: z.boolean().describe('The provider accepted the key.'),
      reason: z.string().nullable().describe('Message of the provider; null: none.'),
    }),
    refusals: ['notFound'],
  }),
  /** The specification's own call: `data` is the key itself. */
  getKey: call({
    path: '/api/map/getKey',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The key of a map provider for a project, else the one for all projects. `data` is the key. Refused where none is set: no map configuration obtained. Demo accounts get no paid keys.',
    input: z.object({
      projectName: project.default(''),
      devicePlatform: platform.default('web'),
      mapType: provider,
    }),
    output: z.string(),
    refusals: ['mapKeyMissing'],
  }),
  getKeys: call({
    method: 'GET',
    path: '/api/map/getKeys',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The general web keys of the map providers that have one. Demo accounts get none.',
    output: z.object({ list: z.array(z.object({ provider, key })) }),
  }),
}
