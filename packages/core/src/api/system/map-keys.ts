import { z } from 'zod'
import { call, line, nothing } from '../call.ts'

/** Keys of map providers, set by administrators: a key for each provider, kind of program and project. */

export const mapKeyProviders = ['Google', 'Baidu', 'GaoDe', 'Yandex', 'Tianditu'] as const
export type MapKeyProvider = (typeof mapKeyProviders)[number]
export const mapKeyPlatforms = ['web', 'android', 'ios', 'server'] as const

const provider = z.enum(mapKeyProviders).describe('Whose maps the key opens.')
const platform = z.enum(mapKeyPlatforms).describe('What kind of program uses the key.')
const project = line(64).describe(
  'Name of the project that uses the key; empty: all that have none of their own.',
)
const key = line(300).min(1).describe('The key, as the provider gave it; secret.')
const id = z.uuid().describe('Names the key.')
const permission = ['main:system_config_mapkey'] as const

export const mapKeyCalls = {
  find: call({
    method: 'GET',
    path: '/api/mapKey/find',
    permission,
    demo: true,
    help: 'The keys of map providers, without the keys themselves.',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          ...{ id, provider, platform, project },
          keyEnd: z.string().describe('The last four signs of the key, by which people tell it.'),
          changeTime: z.int().describe('When it was set, epoch ms.'),
        }),
      ),
    }),
  }),
  save: call({
    path: '/api/mapKey/save',
    permission,
    help: 'Sets the key of a provider for a kind of program and a project; the one that was set for these is replaced. Keys are kept sealed. Programs show them to whoever looks: restrict each at its provider to the addresses it is used from.',
    input: z.object({ provider, platform, project: project.default(''), key }),
    output: z.object({ id }),
  }),
  remove: call({
    path: '/api/mapKey/remove',
    permission,
    help: 'Forgets a key.',
    input: z.object({ id }),
    output: nothing,
    refusals: ['notFound'],
  }),
  test: call({
    path: '/api/mapKey/test',
    permission,
    help: 'Asks the provider whether it takes a key: one that is set, or one that is not yet.',
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
      works: z.boolean().describe('The provider took the key.'),
      reason: z
        .string()
        .nullable()
        .describe('What the provider said of it, in its own words; null: nothing that matters.'),
    }),
    refusals: ['notFound'],
  }),
  /** The specification's own call (S2 section 7): `data` is the key itself. */
  getKey: call({
    path: '/api/map/getKey',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The key of a map provider for a project, else the one for all projects. `data` is the key. Refused where none is set: no map configuration obtained. Demo accounts are given none that costs.',
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
    help: 'The keys for all projects of those map providers that have one for web pages: what a page needs that offers each map. Demo accounts are given none.',
    input: nothing,
    output: z.object({ list: z.array(z.object({ provider, key })) }),
  }),
}
