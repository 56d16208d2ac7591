import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address } from '@trackway/core/features/geocoding/calls.ts'
import { z } from 'zod'
import type { ProviderSettings } from '../../platform/settings/geocoding-settings.ts'
import { type Geocoder, type Place, ProviderFailure } from './providers/geocoder.ts'

/** Identifies the platform, as Nominatim's usage policy requires. */
const userAgent = 'Trackway/0.1 (vehicle tracking server)'
const maxAnswerBytes = 1024 * 1024

interface AddressQuery {
  place: Place
  language: Language
  timeoutMs: number
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/**
 * Sends a provider one request.
 * @returns null where it knows nothing of the place
 * @throws {ProviderFailure} in every other case
 */
export async function requestAddress(
  provider: Geocoder,
  { url, key }: Pick<ProviderSettings, 'url' | 'key'>,
  { place, language, timeoutMs, signal }: AddressQuery,
): Promise<Address | null> {
  const address = provider.request(url, key, place, language)
  try {
    const response = await fetch(address, {
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    // Read in any case, so that the connection can be used again.
    const text = await readText(response)
    refuseStatus(response)
    return provider.read(JSON.parse(text), language)
  } catch (error) {
    throw toFailure(error)
  }
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxAnswerBytes) throw new ProviderFailure('malformed', 'the answer is too long')
  }
  return text + decoder.decode()
}

function refuseStatus({ status, ok, headers }: Response): void {
  if (ok) return
  const kind = status === 429 ? 'throttled' : status >= 500 || status === 408 ? 'unavailable' : 'refused'
  throw new ProviderFailure(kind, `HTTP ${status}`, { retryAfterMs: retryAfterMs(headers) })
}

/** Seconds or a date. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return new ProviderFailure('malformed', error.message.slice(0, 200), { cause: error })
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return new ProviderFailure(isLate ? 'timeout' : 'unavailable', String(error), { cause: error })
}
