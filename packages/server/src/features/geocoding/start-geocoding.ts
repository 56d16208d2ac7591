import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address } from '@trackway/core/features/geocoding/calls.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { GeocodingSettings } from '../../platform/settings/geocoding-settings.ts'
import { AddressBook, type AddressOptions, offlineAddress } from './address-book.ts'
import type { Gazetteer, NamedPlace } from './gazetteer.ts'
import { loadGazetteer } from './load-gazetteer.ts'
import type { Place } from './providers/geocoder.ts'
import { forgetOldAnswers } from './queries.ts'

const cleanMs = 6 * 3_600_000

/** Of this process: providers, their pace and their rests are its own, cache and budgets those of all. */
let book: AddressBook | null = null
let gazetteer: Promise<Gazetteer> | null = null

/** Opened at the first question that needs it; after a failure, at the next one again. */
function openGazetteer(): Promise<Gazetteer> {
  gazetteer ??= loadGazetteer().catch((error) => {
    gazetteer = null
    throw error
  })
  return gazetteer
}

interface Parts {
  settings: GeocodingSettings
  database: Database
  log: Log
}

/**
 * Takes up the configured providers. Without it, addresses come from street maps and the gazetteer alone.
 * @returns how to stop; questions under way are dropped
 */
export function startGeocoding({ settings, database: { db }, log }: Parts): () => Promise<void> {
  const own = new AddressBook({
    settings,
    db,
    gazetteer: () =>
      openGazetteer().catch((error) => {
        // Providers and coordinates remain.
        log.error({ err: error }, 'the gazetteer cannot be opened')
        return null
      }),
    log,
  })
  book = own
  const clean = () =>
    forgetOldAnswers(db, Date.now() - settings.cacheMs).catch((error) => {
      // The next time will do.
      log.warn({ err: error }, 'old addresses were not removed')
    })
  const timer = setInterval(clean, cleanMs)
  return async () => {
    clearInterval(timer)
    if (book === own) book = null
    await own.stop()
  }
}

/**
 * The addresses of places (WGS-84), in their order: for every feature that shows or exports one. At most
 * some thousand at a time.
 * @returns null where nothing is known
 */
export async function addressesOf(
  places: readonly Place[],
  language: Language,
  options?: AddressOptions,
): Promise<(Address | null)[]> {
  if (book) return book.addressesOf(places, language, options)
  const near = await openGazetteer()
  return Promise.all(places.map((place) => offlineAddress(near, place, language)))
}

/** Which providers are in use, and which of them rest. */
export function providerStates(): ReturnType<AddressBook['state']> {
  return book?.state() ?? []
}

/** Places of the world by a part of their name, the best first. */
export async function placesNamed(text: string, most: number): Promise<NamedPlace[]> {
  return (await openGazetteer()).search(text, most)
}
