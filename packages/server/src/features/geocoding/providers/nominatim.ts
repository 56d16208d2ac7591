import { z } from 'zod'
import { tagOf } from '../format-address.ts'
import { type Geocoder, onlineAddress, ProviderFailure, someText } from './geocoder.ts'

const answer = z.object({
  /** "Unable to geocode" where there is no data: the reply then has status 200. */
  error: z.union([z.string(), z.object({ message: z.string() })]).optional(),
  display_name: someText,
  address: z
    .object({
      house_number: someText,
      road: someText,
      pedestrian: someText,
      suburb: someText,
      hamlet: someText,
      village: someText,
      town: someText,
      city: someText,
      county: someText,
      state_district: someText,
      state: someText,
      country: someText,
      country_code: someText,
    })
    .prefault({}),
})

/** Nominatim and compatible services. Source: nominatim.org, "Reverse Geocoding" and "Place Output", 4.x. */
export const nominatim: Geocoder = {
  source: 'nominatim',
  url: null,
  needsKey: false,
  perSecond: 1,
  perDay: 10_000,
  covers: () => true,
  request(base, key, { lat, lon }, language) {
    const url = new URL(base)
    if (!/\/reverse(\.php)?\/?$/.test(url.pathname))
      url.pathname = `${url.pathname.replace(/\/$/, '')}/reverse`
    url.searchParams.set('format', 'jsonv2')
    url.searchParams.set('lat', lat.toFixed(6))
    url.searchParams.set('lon', lon.toFixed(6))
    url.searchParams.set('zoom', '18')
    url.searchParams.set('addressdetails', '1')
    url.searchParams.set('accept-language', `${tagOf(language)},en;q=0.5`)
    // Hosted variants want one; Nominatim itself passes over it.
    if (key) url.searchParams.set('key', key)
    return url
  },
  read(body) {
    const { error, display_name, address } = answer.parse(body)
    if (typeof error === 'string' && /unable to geocode/i.test(error)) return null
    if (error !== undefined) throw new ProviderFailure('unavailable', JSON.stringify(error).slice(0, 200))
    const { suburb, hamlet, village, town, county, house_number: houseNumber } = address
    const road = address.road ?? address.pedestrian
    const place = suburb ?? hamlet ?? village ?? town ?? address.city
    const city = address.city ?? town ?? village ?? county
    const street = road && [road, houseNumber].filter(Boolean).join(' ')
    const short = [street ?? place, city].filter((name, at, all) => name && all.indexOf(name) === at)
    return onlineAddress('nominatim', display_name, short.join(', '), {
      countryCode: address.country_code?.toUpperCase() ?? null,
      country: address.country,
      admin1: address.state,
      admin2: county ?? address.state_district,
      place: city ?? place,
      road,
      houseNumber,
    })
  },
}
