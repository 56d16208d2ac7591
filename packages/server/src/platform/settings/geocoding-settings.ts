import type { AddressSource } from '@trackway/core/features/geocoding/calls.ts'
import { z } from 'zod'

/** How addresses are found: which online providers are queried, in what order, and how much. */
export interface GeocodingSettings {
  providers: ProviderSettings[]
  timeoutMs: number
  /** How long an answer is kept. */
  cacheMs: number
}

/** One provider to query. */
export interface ProviderSettings {
  source: AddressSource
  url: string
  key: string
  perSecond: number
  /** Null: no limit. */
  perDay: number | null
}

/** A provider that may be named, and what holds of it unless set otherwise. */
export interface GeocoderDefaults {
  source: AddressSource
  /** Null: it has to be set. */
  url: string | null
  needsKey: boolean
  /** No more than its free plan allows, as far as known. */
  perSecond: number
  perDay: number
}

const decimal = (least: number, most: number, fallback: number) => {
  const wrong = `must be a number from ${least} to ${most}`
  return z.coerce.number(wrong).min(least, wrong).max(most, wrong).default(fallback)
}
const whole = (most: number, fallback: number) => {
  const wrong = `must be a whole number from 0 to ${most}`
  return z.coerce.number(wrong).int(wrong).min(0, wrong).max(most, wrong).default(fallback)
}

const general = (names: readonly string[]) =>
  z.object({
    GEOCODERS: z
      .string()
      .default('')
      .transform((text, context) => {
        const chosen = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
        const wrong = chosen.filter((name) => !names.includes(name))
        if (wrong.length > 0) context.addIssue(`knows only ${names.join(', ')}, not ${wrong.join(', ')}`)
        return chosen
      }),
    GEOCODER_TIMEOUT_SECONDS: decimal(0.1, 60, 4),
    ADDRESS_CACHE_DAYS: decimal(0, 3650, 180),
  })

/** A provider's own settings, without the `<NAME>_GEOCODING_` before them. */
function own({ url, needsKey, perSecond, perDay }: GeocoderDefaults) {
  const needed = 'is needed for a provider named in GEOCODERS'
  const given = z.string(needed).regex(/^https?:\/\//, 'must begin with http:// or https://')
  return z.object({
    URL: url === null ? given : given.default(url),
    KEY: needsKey ? z.string(needed) : z.string().default(''),
    PER_SECOND: decimal(0.01, 1000, perSecond),
    PER_DAY: whole(1_000_000_000, perDay),
  })
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/**
 * @param geocoders that may be named
 * @returns the settings, and what is wrong with them: nothing, if they are to be used
 */
export function readGeocodingSettings(
  env: Record<string, string | undefined>,
  geocoders: readonly GeocoderDefaults[],
): { settings: GeocodingSettings; issues: Issue[] } {
  const read = general(geocoders.map(({ source }) => source)).safeParse(env)
  if (!read.success)
    return { settings: { providers: [], timeoutMs: 0, cacheMs: 0 }, issues: read.error.issues }
  const issues: Issue[] = []
  const providers = read.data.GEOCODERS.flatMap((name): ProviderSettings[] => {
    const geocoder = geocoders.find(({ source }) => source === name)!
    const { source } = geocoder
    const prefix = `${source.toUpperCase()}_GEOCODING_`
    const fields = ['URL', 'KEY', 'PER_SECOND', 'PER_DAY'].map((name) => [name, env[prefix + name]])
    const { data, error } = own(geocoder).safeParse(Object.fromEntries(fields))
    if (!data) {
      issues.push(...error.issues.map(({ path, message }) => ({ path: [prefix + String(path[0])], message })))
      return []
    }
    const perDay = data.PER_DAY === 0 ? null : data.PER_DAY
    return [{ source, url: data.URL, key: data.KEY, perSecond: data.PER_SECOND, perDay }]
  })
  return {
    settings: {
      providers,
      timeoutMs: read.data.GEOCODER_TIMEOUT_SECONDS * 1000,
      cacheMs: read.data.ADDRESS_CACHE_DAYS * 86_400_000,
    },
    issues,
  }
}
