import type { Address } from '@trackway/core/api/geocoding.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import { addressNear } from './format-address.ts'
import type { Gazetteer } from './gazetteer.ts'
import { countAddress } from './geocoding-metrics.ts'
import type { Place } from './providers/provider.ts'

/** The gazetteer's address of a place; null far out at sea, or where there is no gazetteer. */
export function nearbyAddress(
  gazetteer: Gazetteer | null,
  { lat, lon }: Place,
  language: Language,
): Address | null {
  const near = gazetteer?.near(lat, lon) ?? null
  if (near === null) return null
  countAddress('gazetteer', 'near')
  return addressNear(near, language)
}
