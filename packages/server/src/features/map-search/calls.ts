import { mapSearchCalls, queryOf } from '@trackway/core/features/map-search/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { searchMap } from './search-map.ts'

export const mapSearchHandlers: readonly Handler[] = [
  serve(mapSearchCalls.find, async ({ db, input, language }) => {
    const { text, lat, lon } = input
    const near = lat === undefined || lon === undefined ? null : { lat, lon }
    return { list: await searchMap(db, { text, near, language: input.language ?? language }) }
  }),

  serve(mapSearchCalls.getSuggestion, async ({ db, input, language }) => {
    const query = new URLSearchParams(input.param)
    const countryCode = countryOf(query.get('region') ?? '')
    const near = placeOf(query.get('location') ?? '')
    const found = await searchMap(db, { text: queryOf(input.param), near, language, countryCode })
    return {
      status: 0,
      message: 'ok',
      result: found.map(({ kind, name, context, lat, lon }) => ({
        name,
        location: { lat, lng: lon },
        uid: `${lat.toFixed(6)},${lon.toFixed(6)}`,
        city: kind === 'place' ? name : context,
        district: '',
        tag: kind,
        address: [context, name].filter(Boolean).join(' '),
      })),
    }
  }),
]

/** As the specification's clients write it: a country by its name, else its code. */
function countryOf(region: string): string | null {
  const known: Record<string, string> = {
    中国: 'CN',
    china: 'CN',
    香港: 'HK',
    'hong kong': 'HK',
    hongkong: 'HK',
  }
  const code = known[region.trim().toLowerCase()] ?? region.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) ? code : null
}

function placeOf(text: string): { lat: number; lon: number } | null {
  const [lat, lon, ...more] = text.split(',').map(Number)
  const isPlace = more.length === 0 && Math.abs(lat ?? Number.NaN) <= 90 && Math.abs(lon ?? Number.NaN) <= 180
  return isPlace ? { lat: lat!, lon: lon! } : null
}
