import { z } from 'zod'
import { call, line, named } from '../../api/call.ts'
import { languageCodes } from '../../codes/languages.ts'

/** Streets, addresses and places by their names: for the search box of maps. Devices and accounts have a call of their own. */

export const foundOnMap = named('FoundOnMap', {
  kind: z.enum(['road', 'address', 'place']),
  name: z
    .string()
    .describe('What it is called in the language asked for; of an address the street with its number.'),
  context: z
    .string()
    .describe('Where it is: the town of a street, the region and country of a place. May be empty.'),
  lat: z.number(),
  lon: z.number(),
  box: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .nullable()
    .describe('West, south, east and north of a street, degrees; null: a point.'),
})
export type FoundOnMap = z.output<typeof foundOnMap>

/** How many are shown. */
export const mostFoundOnMap = 10

export const mapSearchCalls = {
  find: call({
    path: '/api/mapSearch/find',
    permission: 'session',
    demo: true,
    help: 'Finds streets and addresses of this server’s street maps, and places of the world, by part of their name, best match first; among equals, those near the given place. A house number before or after a street finds the house.',
    input: z.object({
      text: line(100).min(1).describe('Text typed.'),
      lat: z.number().min(-90).max(90).optional().describe('Centre of the map being viewed.'),
      lon: z.number().min(-180).max(180).optional().describe('Centre of the map being viewed.'),
      language: z.enum(languageCodes).optional(),
    }),
    output: z.object({ list: z.array(foundOnMap) }),
  }),
  /** The specification's own call, in the shape of the provider whose call it replaces. */
  getSuggestion: call({
    path: '/api/map/getSuggestion',
    permission: 'session',
    demo: true,
    help: 'Finds places by part of their name. `param` is a query string: `query=<text>`, `output=json`, `region` (a country in ISO 3166 or its name, whose places come first), `location=<latitude>,<longitude>`. Positions are WGS-84.',
    input: z.object({ param: line(500).refine((text) => queryOf(text) !== '', 'query') }),
    output: z.object({
      status: z.int().describe('0: answered.'),
      message: z.string(),
      result: z.array(
        z.object({
          name: z.string(),
          location: z.object({ lat: z.number(), lng: z.number() }),
          uid: z.string().describe('Tells it from others.'),
          city: z.string().describe('Town that it is in; may be empty.'),
          district: z.string().describe('Always empty.'),
          tag: z.string().describe('`road`, `address` or `place`.'),
          address: z.string(),
        }),
      ),
    }),
  }),
}

export function queryOf(param: string): string {
  return (new URLSearchParams(param).get('query') ?? '').trim().slice(0, 100)
}
