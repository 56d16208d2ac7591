import { isInChina } from '@trackway/core/geo/china.ts'
import { gcj02 } from '@trackway/core/geo/datum.ts'
import { z } from 'zod'
import { type FailureKind, type Geocoder, onlineAddress, ProviderFailure, someText } from './geocoder.ts'

const answer = z.object({
  status: z.string(),
  info: z.string().optional(),
  infocode: z.string().optional(),
  regeocode: z
    .object({
      formatted_address: someText,
      addressComponent: z.object({
        country: someText,
        province: someText,
        city: someText,
        district: someText,
        township: someText,
        streetNumber: z
          .object({ street: someText, number: someText })
          .catch({ street: null, number: null })
          .default({ street: null, number: null }),
      }),
    })
    .optional(),
})

/** Daily quotas of key and user, and the code of an account without credit. */
const quota = new Set(['10003', '10044', '10045', '40000', '40002'])
/** Too many questions in a second or at once. */
const throttled = new Set(['10004', '10014', '10015', '10019', '10020', '10021', '10029'])

/**
 * AMap's reverse geocoding, version 3: GCJ-02, Chinese only, China only.
 * Source: lbs.amap.com, "地理/逆地理编码" and "错误码说明".
 */
export const amap: Geocoder = {
  source: 'amap',
  url: 'https://restapi.amap.com/v3/geocode/regeo',
  needsKey: true,
  perSecond: 3,
  perDay: 5_000,
  covers: ({ lat, lon }, language) => language === 'cn' && isInChina(lon, lat),
  request(base, key, { lat, lon }) {
    const [shownLon, shownLat] = gcj02.fromWgs84(lon, lat)
    const url = new URL(base)
    url.searchParams.set('key', key)
    url.searchParams.set('output', 'JSON')
    url.searchParams.set('extensions', 'base')
    url.searchParams.set('location', `${shownLon.toFixed(6)},${shownLat.toFixed(6)}`)
    return url
  },
  read(body) {
    const { status, info, infocode = '', regeocode } = answer.parse(body)
    if (status !== '1') throw new ProviderFailure(kindOf(infocode), `${infocode} ${info ?? ''}`)
    if (!regeocode) return null
    const { country, province, city, district, township, streetNumber } = regeocode.addressComponent
    const { street, number } = streetNumber
    // Cities that are provinces have no city of their own.
    const short = [city ?? province, district, street ?? township, street && number].filter(Boolean).join('')
    return onlineAddress('amap', regeocode.formatted_address, short, {
      countryCode: country && 'CN',
      country,
      admin1: province,
      admin2: city,
      place: district ?? township,
      road: street,
      houseNumber: number,
    })
  },
}

function kindOf(infocode: string): FailureKind {
  if (quota.has(infocode)) return 'quota'
  if (throttled.has(infocode)) return 'throttled'
  // 1xxxx is about the key, 2xxxx about the question, 3xxxx about AMap itself.
  return infocode.startsWith('3') || infocode === '10016' ? 'unavailable' : 'refused'
}
