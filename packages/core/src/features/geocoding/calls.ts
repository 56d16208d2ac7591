import { z } from 'zod'
import { call, line, named } from '../../api/call.ts'
import { languageCodes } from '../../codes/languages.ts'

/** Addresses of positions. */

/** Sources of addresses, and the attribution that their licences require. */
export const addressCredits = {
  nominatim: '© OpenStreetMap contributors',
  google: '© Google',
  baidu: '© Baidu',
  amap: '© AutoNavi',
  streets: '© OpenStreetMap contributors',
  gazetteer: 'GeoNames',
} as const
export type AddressSource = keyof typeof addressCredits
export const addressSources = Object.keys(addressCredits) as AddressSource[]

/** Places in one question at most. */
export const maxAddresses = 100

const place = z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })

/** What is known of a place. Unknown is null. */
export const address = named('Address', {
  text: z.string().describe('The full address on one line, as written in the language.'),
  short: z.string().describe('The same for a narrow column: without the country and other obvious parts.'),
  parts: z.object({
    countryCode: z.string().nullable().describe('ISO 3166 alpha-2.'),
    country: z.string().nullable(),
    admin1: z.string().nullable().describe('State, province.'),
    admin2: z.string().nullable().describe('County, prefecture.'),
    place: z.string().nullable().describe('City, village, part of a town.'),
    road: z.string().nullable(),
    houseNumber: z.string().nullable(),
  }),
  distanceM: z
    .number()
    .nullable()
    .describe('Distance from the place named; null where the address is that of the position itself.'),
  bearing: z.number().nullable().describe('Direction from the place named, degrees clockwise from north.'),
  source: z.enum(addressSources),
  isExact: z.boolean().describe('Street level: the address is that of the position, not of a place near it.'),
})
export type Address = z.output<typeof address>

export const geocodingCalls = {
  find: call({
    path: '/api/address/find',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The addresses of up to 100 places (WGS-84), in the order requested; null where nothing is known, such as out at sea. Without `language`, the caller’s is used. They come from the cache, the configured providers, the street maps of this server or the built-in place names; the last two need no network.',
    input: z.object({
      places: z.array(place).min(1).max(maxAddresses),
      language: z.enum(languageCodes).optional(),
    }),
    output: z.object({ addresses: z.array(address.nullable()) }),
  }),
  usage: call({
    method: 'GET',
    path: '/api/address/usage',
    permission: ['main:system_config'],
    demo: true,
    help: 'Requests to the address providers in the last 31 days (UTC): a row per day and provider, newest first, and the daily budget of each.',
    input: z.object({}),
    output: z.object({
      providers: z.array(
        z.object({
          source: z.enum(addressSources),
          budgetPerDay: z.int().nullable().describe('Maximum requests per day; null: no limit.'),
          restsUntilTime: z
            .int()
            .nullable()
            .describe(
              'Not used before this time, after too many failures or an exhausted quota; null: in service.',
            ),
        }),
      ),
      days: z.array(
        z.object({ day: z.string(), source: z.enum(addressSources), asked: z.int(), failed: z.int() }),
      ),
      cached: z.int().describe('Cached provider answers.'),
    }),
  }),
  /** The specification's own call, in the shape of the provider it passes on. */
  getKeyAddress: call({
    path: '/api/map/getKeyAddress',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The address of one place. `param` is a query string: `location=<latitude>,<longitude>` (WGS-84), `language` (`cn`, `en`, `zh-CN`, …), `output=json`. `status` is 0 if there is one.',
    input: z.object({ param: line(500).refine((text) => placeOfParam(text) !== null, 'location') }),
    output: z.object({
      status: z.int().describe('0: found. 1: nothing is known of the place; the result then is empty.'),
      result: z.object({
        location: z.object({ lat: z.number(), lng: z.number() }),
        formatted_address: z.string(),
        sematic_description: z
          .string()
          .describe(
            'Where the position lies to the place named. The spelling is that of the provider’s interface.',
          ),
      }),
    }),
  }),
}

/** The place in a query string `location=<latitude>,<longitude>`, and the requested language. */
export function placeOfParam(param: string): { lat: number; lon: number; language: string | null } | null {
  const query = new URLSearchParams(param)
  const match = /^\s*(-?\d{1,2}(?:\.\d*)?)\s*,\s*(-?\d{1,3}(?:\.\d*)?)\s*$/.exec(query.get('location') ?? '')
  const read = place.safeParse({
    lat: Number(match?.[1] ?? Number.NaN),
    lon: Number(match?.[2] ?? Number.NaN),
  })
  return read.success ? { ...read.data, language: query.get('language') } : null
}
