import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address } from '@trackway/core/features/geocoding/calls.ts'
import type pg from 'pg'
import { addressesOf } from '../geocoding/start-geocoding.ts'
import { alarmsAlong } from '../tracks/alarms.ts'
import type { OpenShare } from './open-share.ts'
import { sharedEpisodes } from './shared-episodes.ts'

interface Place {
  lat: number
  lon: number
}

/**
 * The addresses of the places in a shared replay. Other places get no address: a link is no way
 * to have any coordinates looked up at the operator's expense.
 */
export async function addressesOfShare(
  pool: pg.Pool,
  share: OpenShare,
  places: readonly Place[],
  language: Language,
): Promise<(Address | null)[]> {
  const shared = await sharedPlaces(pool, share)
  const answered = places.filter((place) => shared.has(keyOf(place)))
  const addresses = await addressesOf(answered, language)
  const byKey = new Map(answered.map((place, index) => [keyOf(place), addresses[index] ?? null]))
  return places.map((place) => byKey.get(keyOf(place)) ?? null)
}

async function sharedPlaces(pool: pg.Pool, share: OpenShare): Promise<Set<string>> {
  const shared = await Promise.all(
    share.devices.map(async (device) => {
      const { episodes } = await sharedEpisodes(pool, device)
      const { alarms } = share.facts.withAlarms
        ? await alarmsAlong(pool, device.deviceId, device)
        : { alarms: [] }
      const ends = episodes.flatMap(({ fromLat, fromLon, toLat, toLon }) => [
        { lat: fromLat, lon: fromLon },
        { lat: toLat, lon: toLon },
      ])
      return [...ends, ...alarms]
    }),
  )
  return new Set(
    shared.flat().flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : keyOf({ lat, lon }))),
  )
}

function keyOf({ lat, lon }: Place): string {
  return `${lat} ${lon}`
}
