import { z } from 'zod'
import { call, named, rowId } from '../../api/call.ts'
import { currencyCodes } from '../../codes/currencies.ts'
import { duration } from '../cards/calls.ts'

/** What renewals cost the customers of an account, and the account itself. Outside tools know the path of `save`. */

const permission = ['main:pay'] as const

/** Of one renewal; times all devices of an order it is still exact. */
export const maxPrice = 1_000_000_000
/** All durations in every currency. */
const pricesAtOnce = 100

const amount = z.int().min(1).max(maxPrice)
const shownAmount = z.int().nullable()
const currency = z.enum(currencyCodes)
const deviceType = z
  .int32()
  .nullable()
  .describe('Id of the model; null: every model without a price of its own.')

/** Where a price comes from. */
const priceOrigins = ['own', 'ownForAll', 'above', 'floor'] as const
/** Where it comes from what an account pays itself. */
const floorOrigins = ['set', 'setForAll', 'price', 'above'] as const

export const renewPrice = named('RenewPrice', {
  deviceType,
  duration,
  currency: currency.describe('Currency, ISO 4217.'),
  amount: shownAmount.describe(
    'What customers pay, in the smallest unit of the currency; null: it is not sold.',
  ),
  own: shownAmount.describe('What is set for exactly this account and model; null: inherited.'),
  origin: z
    .enum(priceOrigins)
    .nullable()
    .describe(
      '`own`: set here, `ownForAll`: set here for all models, `above`: inherited, `floor`: raised to what the account pays itself; null: no price.',
    ),
  originUser: z
    .string()
    .nullable()
    .describe(
      'The account under the caller that it is inherited from; null: the account itself, or one above.',
    ),
  floor: shownAmount.describe(
    'What the account pays itself for each renewal, below which its price can’t be; null: the platform, or not set.',
  ),
  ownFloor: shownAmount.describe(
    'What was set for exactly this account and model by those above; null: inherited.',
  ),
  floorOrigin: z
    .enum(floorOrigins)
    .nullable()
    .describe(
      '`set`: set for the account, `setForAll`: for all models, `price`: the price of the account above, `above`: what the account above pays itself; null: none.',
    ),
})
export type RenewPrice = z.output<typeof renewPrice>

export const renewPriceCalls = {
  find: call({
    path: '/api/renewPrice/find',
    permission,
    demo: true,
    help: 'The prices of an agent, or of the platform for administrators: for all models, and for each that has a price of its own, by duration and currency.',
    input: z.object({
      userId: rowId.optional().describe('Whose prices; left out: the caller’s.'),
      deviceType: z.int32().optional().describe('Also of this model.'),
    }),
    output: z.object({
      userId: rowId.nullable().describe('Whose prices they are; null: the platform.'),
      name: z.string(),
      maySetFloor: z.boolean().describe('May the caller set what the account pays itself?'),
      currencies: z.array(currency).describe('Those that anything is priced in.'),
      list: z.array(renewPrice),
    }),
    refusals: ['notFound', 'notAnAgent', 'unknownDeviceType'],
  }),
  save: call({
    path: '/api/renewPrice/save',
    permission,
    help: 'Sets prices of an agent: the caller’s own, or those of an agent under it; of the platform for administrators. Orders keep the price they were placed at.',
    input: z.object({
      userId: rowId
        .optional()
        .describe('An agent under the caller; left out: the caller, for administrators the platform.'),
      deviceType: z.int32().nullish().describe('Id of the model; left out: all models.'),
      prices: z
        .array(
          z.strictObject({
            duration,
            currency: currency.describe('Currency, ISO 4217.'),
            amount: amount
              .nullish()
              .describe(
                'What customers pay, in the smallest unit of the currency; null: inherited again; left out: unchanged.',
              ),
            floor: amount
              .nullish()
              .describe(
                'What the agent pays itself for each renewal; null: inherited again; left out: unchanged. Only for an agent under the caller.',
              ),
          }),
        )
        .min(1)
        .max(pricesAtOnce)
        .describe('Prices by duration and currency.'),
    }),
    refusals: ['notFound', 'notAnAgent', 'unknownDeviceType', 'priceBelowFloor'],
  }),
  preview: call({
    path: '/api/renewPrice/preview',
    permission,
    demo: true,
    help: 'What renewals cost a customer of an agent, or this customer: what has no price is left out.',
    input: z.object({ userId: rowId, deviceType: z.int32().optional().describe('Also of this model.') }),
    output: z.object({
      seller: z.string().describe('Who sells it.'),
      list: z.array(
        renewPrice.pick({ deviceType: true, duration: true, currency: true }).extend({
          amount: z.int().describe('What the customer pays, in the smallest unit of the currency.'),
        }),
      ),
    }),
    refusals: ['notFound', 'unknownDeviceType'],
  }),
}
