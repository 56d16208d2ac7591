import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address, AddressSource } from '@trackway/core/features/geocoding/calls.ts'
import { z } from 'zod'
import type { GeocoderDefaults } from '../../../platform/settings/geocoding-settings.ts'

export interface Place {
  lat: number
  lon: number
}

/** An online service that names addresses: how to request them, and how to read its answers. */
export interface Geocoder extends GeocoderDefaults {
  /** Is it of any use for this place in this language? */
  covers(place: Place, language: Language): boolean
  /** The URL of a request. @param base its address, as it is set */
  request(base: string, key: string, place: Place, language: Language): URL
  /**
   * Reads the body of an answer.
   * @returns null where the provider knows nothing of the place
   * @throws {ProviderFailure} where it reports a failure or a refusal; {z.ZodError} where it is
   *   another answer than the documented one
   */
  read(body: unknown, language: Language): Address | null
}

/** Why a provider gave no answer, which also decides for how long it is not used. */
export type FailureKind = 'quota' | 'throttled' | 'refused' | 'unavailable' | 'timeout' | 'malformed'

export class ProviderFailure extends Error {
  readonly kind: FailureKind
  /** The pause that the provider requests; null: it named none. */
  readonly retryAfterMs: number | null

  constructor(
    kind: FailureKind,
    detail: string,
    options: { cause?: unknown; retryAfterMs?: number | null } = {},
  ) {
    super(`${kind}: ${detail}`, { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** A text that providers leave out, leave empty, or, as AMap does, send as an empty list. */
export const someText = z
  .unknown()
  .default(null)
  .transform((value) => {
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
  })

type Parts = Partial<Address['parts']>

/** Puts an online address together. Without a text there is none. */
export function onlineAddress(
  source: AddressSource,
  text: string | null,
  short: string,
  parts: Parts,
): Address | null {
  if (text === null) return null
  const none = {
    countryCode: null,
    country: null,
    admin1: null,
    admin2: null,
    place: null,
    road: null,
    houseNumber: null,
  }
  const all = { ...none, ...parts }
  return {
    text,
    short: short || text,
    parts: all,
    distanceM: null,
    bearing: null,
    source,
    isExact: all.road !== null,
  }
}
