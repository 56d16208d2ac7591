import { z } from 'zod'
import { call, nothing } from '../call.ts'

/** Base maps that the platform knows, by their ids (web `map/base/base-maps.ts`). */
export const baseMapIds = [
  'offline',
  'osm',
  'baidu',
  'baiduSatellite',
  'gaode',
  'gaodeSatellite',
  'google',
  'googleSatellite',
  'yandex',
  'tianditu',
] as const
export type BaseMapId = (typeof baseMapIds)[number]

const order = z
  .array(z.enum(baseMapIds))
  .min(1)
  .max(baseMapIds.length)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'twice' })
  .nullable()
const set = z.object({
  order: order.describe('Ids of base maps, the one to be tried first at the front; null: what is inherited.'),
})

/** In which order maps are tried: that of the account, else of the next account above that has one, else the platform's. */
export const mapOrderCalls = {
  find: call({
    method: 'GET',
    path: '/api/mapOrder/find',
    permission: 'session',
    demo: true,
    help: 'In which order base maps are tried. Maps that are not named come after those that are, in the order that the platform begins with.',
    input: nothing,
    output: z.object({
      order: order.describe('What counts for the account; null: nobody has set an order.'),
      own: order.describe('What the account has set itself; null: nothing.'),
      operators: order.describe('What the operator has set for everybody; null: nothing.'),
    }),
  }),
  save: call({
    path: '/api/mapOrder/save',
    permission: 'session',
    help: 'Sets in which order base maps are tried for the account, and for all below that have none of their own.',
    input: set,
    output: nothing,
  }),
  saveOperators: call({
    path: '/api/mapOrder/saveOperators',
    permission: ['main:system_config_mapkey'],
    help: 'Sets in which order base maps are tried for everybody whose account, and all above it, have set none.',
    input: set,
    output: nothing,
  }),
}
