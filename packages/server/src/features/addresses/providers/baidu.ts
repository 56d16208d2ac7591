import { isInChina } from '@trackway/core/geo/china.ts'
import { z } from 'zod'
import { type FailureKind, onlineAddress, type Provider, ProviderFailure, someText } from './provider.ts'

const answer = z.object({
  status: z.int(),
  message: z.string().optional(),
  result: z
    .object({
      formatted_address: someText,
      sematic_description: someText.optional(),
      addressComponent: z.object({
        country: someText.optional(),
        country_code_iso2: someText.optional(),
        province: someText.optional(),
        city: someText.optional(),
        district: someText.optional(),
        town: someText.optional(),
        street: someText.optional(),
        street_number: someText.optional(),
      }),
    })
    .optional(),
})

/**
 * Baidu's reverse geocoding, version 3, which takes WGS-84 as it is.
 * Source: lbsyun.baidu.com, "全球逆地理编码" and its table of status codes. Places abroad need a contract of
 * their own, so it is asked for China only.
 */
export const baidu: Provider = {
  source: 'baidu',
  covers: ({ lat, lon }, language) => isInChina(lon, lat) && (language === 'cn' || language === 'en'),
  url(base, key, { lat, lon }, language) {
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
    const { country, country_code_iso2, province, city, district, town, street, street_number } =
      result?.addressComponent ?? {}
    const joint = language === 'cn' ? '' : ', '
    const small = [city, district, street && [street, street_number].filter(Boolean).join(joint && ' ')]
    const ordered = language === 'cn' ? small : small.toReversed()
    return onlineAddress('baidu', result?.formatted_address ?? null, ordered.filter(Boolean).join(joint), {
      countryCode: country_code_iso2 ?? null,
      country: country ?? null,
      admin1: province ?? null,
      admin2: city ?? null,
      place: district ?? town ?? null,
      road: street ?? null,
      houseNumber: street_number ?? null,
    })
  },
}

/** 4 and 302: the day's quota; 401, 402: too many at once; 2xx and what is about the key: it may not ask. */
function kindOf(status: number): FailureKind {
  if (status === 4 || (status >= 300 && status < 400)) return 'quota'
  if (status === 401 || status === 402) return 'throttled'
  return status === 1 ? 'unavailable' : 'refused'
}
