import { googleChina } from '@trackway/core/geo/datum.ts'
import { z } from 'zod'
import { tagOf } from '../format-address.ts'
import { type FailureKind, type Geocoder, onlineAddress, ProviderFailure } from './geocoder.ts'

const answer = z.object({
  status: z.string(),
  error_message: z.string().optional(),
  results: z
    .array(
      z.object({
        formatted_address: z.string(),
        types: z.array(z.string()).default([]),
        address_components: z
          .array(z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }))
          .default([]),
      }),
    )
    .default([]),
})

const failures: Record<string, FailureKind> = {
  OVER_QUERY_LIMIT: 'throttled',
  OVER_DAILY_LIMIT: 'quota',
  REQUEST_DENIED: 'refused',
  INVALID_REQUEST: 'refused',
}

/** Google's Geocoding API. Source: developers.google.com, "Reverse geocoding request and response". */
export const google: Geocoder = {
  source: 'google',
  url: 'https://maps.googleapis.com/maps/api/geocode/json',
  needsKey: true,
  perSecond: 10,
  perDay: 300,
  covers: () => true,
  request(base, key, { lat, lon }, language) {
    // Its data of mainland China lies as its road map does.
    const [shownLon, shownLat] = googleChina.fromWgs84(lon, lat)
    const url = new URL(base)
    url.searchParams.set('latlng', `${shownLat.toFixed(6)},${shownLon.toFixed(6)}`)
    url.searchParams.set('language', tagOf(language))
    url.searchParams.set('key', key)
    return url
  },
  read(body) {
    const { status, error_message, results } = answer.parse(body)
    if (status === 'ZERO_RESULTS') return null
    if (status !== 'OK') throw new ProviderFailure(failures[status] ?? 'unavailable', error_message ?? status)
    // A code of letters and digits is no address.
    const best = results.find(({ types }) => !types.includes('plus_code')) ?? null
    if (!best) return null
    const part = (...types: string[]) =>
      best.address_components.find((component) => types.some((type) => component.types.includes(type)))
    const name = (...types: string[]) => part(...types)?.long_name ?? null
    const road = name('route')
    const houseNumber = name('street_number')
    const place = name('locality', 'postal_town', 'sublocality_level_1', 'administrative_area_level_3')
    const street = road && [road, houseNumber].filter(Boolean).join(' ')
    const short = [street ?? name('sublocality', 'neighborhood'), place].filter(Boolean)
    return onlineAddress('google', best.formatted_address || null, short.join(', '), {
      countryCode: part('country')?.short_name ?? null,
      country: name('country'),
      admin1: name('administrative_area_level_1'),
      admin2: name('administrative_area_level_2'),
      place,
      road,
      houseNumber,
    })
  },
}
