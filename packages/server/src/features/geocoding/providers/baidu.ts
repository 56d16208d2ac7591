import { isInChina } from '@trackway/core/geo/china.ts'
import { z } from 'zod'
import { type FailureKind, type Geocoder, onlineAddress, ProviderFailure, someText } from './geocoder.ts'

const answer = z.object({
  status: z.int(),
  message: z.string().optional(),
  result: z
    .object({
      formatted_address: someText,
      addressComponent: z.object({
        country: someText,
        country_code_iso2: someText,
        province: someText,
        city: someText,
        district: someText,
        town: someText,
        street: someText,
        street_number: someText,
      }),
    })
    .optional(),
})

/**
 * Baidu's reverse geocoding, version 3, which takes WGS-84 as it is.
 * Source: lbsyun.baidu.com, "全球逆地理编码" and its table of status codes. Places abroad need a contract of
 * their own, so it is used for China only.
 */
export const baidu: Geocoder = {
  source: 'baidu',
  url: 'https://api.map.baidu.com/reverse_geocoding/v3/',
  needsKey: true,
  perSecond: 3,
  perDay: 300,
  covers: ({ lat, lon }, language) => isInChina(lon, lat) && (language === 'cn' || language === 'en'),
  request(base, key, { lat, lon }, language) {
    const url = new URL(base)
    url.searchParams.set('ak', key)
    url.searchParams.set('output', 'json')
    url.searchParams.set('coordtype', 'wgs84ll')
    url.searchParams.set('extensions_poi', '0')
    url.searchParams.set('language', language === 'cn' ? 'zh-CN' : 'en')
    url.searchParams.set('location', `${lat.toFixed(6)},${lon.toFixed(6)}`)
    return url
  },
  read(body, language) {
    const { status, message, result } = answer.parse(body)
    if (status !== 0) throw new ProviderFailure(kindOf(status), `${status} ${message ?? ''}`)
    if (!result) return null
    const { country, country_code_iso2, province, city, district, town, street, street_number } =
      result.addressComponent
    const isChinese = language === 'cn'
    const house = street && [street, street_number].filter(Boolean).join(isChinese ? '' : ' ')
    const names = [city, district, house].filter(Boolean)
    const short = isChinese ? names.join('') : names.toReversed().join(', ')
    return onlineAddress('baidu', result.formatted_address, short, {
      countryCode: country_code_iso2,
      country,
      admin1: province,
      admin2: city,
      place: district ?? town,
      road: street,
      houseNumber: street_number,
    })
  },
}

/** 4 and 302: the day's quota; 401, 402: too many at once; 2xx and codes about the key: it is refused. */
function kindOf(status: number): FailureKind {
  if (status === 4 || (status >= 300 && status < 400)) return 'quota'
  if (status === 401 || status === 402) return 'throttled'
  return status === 1 ? 'unavailable' : 'refused'
}
