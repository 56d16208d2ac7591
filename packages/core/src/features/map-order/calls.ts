import { z } from 'zod'
import { call } from '../../api/call.ts'

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
    help: 'The order in which base maps are tried. Maps not listed come last, in the platform’s default order.',
    output: z.object({
      order: order.describe('Order in effect for the account; null: none set.'),
      own: order.describe('Order set by the account itself; null: none.'),
      operators: order.describe('Order set by the operator for all accounts; null: none.'),
    }),
  }),
  save: call({
    path: '/api/mapOrder/save',
    permission: 'session',
    help: 'Sets the order in which base maps are tried for the account and for all sub-accounts without their own.',
    input: set,
  }),
  saveOperators: call({
    path: '/api/mapOrder/saveOperators',
    permission: ['main:system_config_mapkey'],
    help: 'Sets the order in which base maps are tried where neither the account nor any parent account has set one.',
    input: set,
  }),
}
