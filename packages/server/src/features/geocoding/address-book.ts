import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address, AddressSource } from '@trackway/core/features/geocoding/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { GeocodingSettings } from '../../platform/settings/geocoding-settings.ts'
import { streetAddressAt } from '../street-maps/street-address.ts'
import { addressNear, addressOnStreet } from './format-address.ts'
import type { Gazetteer } from './gazetteer.ts'
import { countAddress } from './geocoding-metrics.ts'
import type { GeocodingRequest } from './online-provider.ts'
import type { Place } from './providers/geocoder.ts'
import { type Cell, readCached } from './queries.ts'
import { GeocodingRequests } from './requests.ts'

const cellDeg = 0.0003
/** Somebody looking at a screen waits no longer; a provider's answer is then there for the next question. */
const defaultWaitMs = 2_000

export interface AddressOptions {
  /** How long to wait for online providers. */
  waitMs?: number
  /** May online providers be used, which costs? Otherwise cache and gazetteer answer. */
  mayUseOnline?: boolean
}

interface Parts {
  settings: GeocodingSettings
  db: Db
  gazetteer(): Promise<Gazetteer | null>
  log: Log
}

/** Where addresses come from: the cache, the providers in their order, the street maps, at last the gazetteer. */
export class AddressBook {
  readonly #parts: Parts
  readonly #order: readonly AddressSource[]
  readonly #requests: GeocodingRequests

  constructor(parts: Parts) {
    this.#parts = parts
    this.#order = parts.settings.providers.map(({ source }) => source)
    this.#requests = new GeocodingRequests({
      ...parts,
      known: async (cell, language) => (await this.#lookUp([cell], language)).found.get(keyOf(cell)) ?? null,
    })
  }

  /**
   * The addresses of places, in their order. The gazetteer replaces an online provider that does not answer in
   * time.
   * @returns null where nothing is known
   */
  async addressesOf(
    places: readonly Place[],
    language: Language,
    { waitMs = defaultWaitMs, mayUseOnline = true }: AddressOptions = {},
  ): Promise<(Address | null)[]> {
    const keys = places.map((place) => keyOf(cellOf(place)))
    const online =
      this.#order.length === 0
        ? new Map<string, Address>()
        : await this.#onlineAddresses(places, language, waitMs, mayUseOnline)
    const isComplete = keys.every((key) => online.has(key))
    const near = isComplete ? null : await this.#parts.gazetteer()
    return Promise.all(
      places.map(
        (place, i) => online.get(keys[i]!) ?? offlineAddress(near, place, language, this.#parts.log),
      ),
    )
  }

  state(): ReturnType<GeocodingRequests['state']> {
    return this.#requests.state()
  }

  stop(): Promise<void> {
    return this.#requests.stop()
  }

  async #onlineAddresses(
    places: readonly Place[],
    language: Language,
    waitMs: number,
    mayUseOnline: boolean,
  ): Promise<Map<string, Address>> {
    // The first place of a cell represents all of it.
    const placesByCell = new Map(places.toReversed().map((place) => [keyOf(cellOf(place)), place]))
    const { found, withoutAddress } = await this.#lookUp([...placesByCell.values()].map(cellOf), language)
    if (!mayUseOnline) return found

    const requests = [...placesByCell]
      .filter(([key]) => !found.has(key))
      .map(([key, place]): GeocodingRequest => {
        return { cell: cellOf(place), place, language, withoutAddress: withoutAddress.get(key) ?? new Set() }
      })
      .filter((request) => this.#requests.covers(request))
      .map(async (request) => {
        const answer = await this.#requests.request(request)
        if (answer) found.set(keyOf(request.cell), answer)
      })
    const waiting = new AbortController()
    const late = sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([Promise.all(requests), late])
    waiting.abort()
    // What comes later must not change what is being read.
    return new Map(found)
  }

  /** What the cache has of cells: the answer of the first provider that knew one, and who knew none. */
  async #lookUp(cells: readonly Cell[], language: Language) {
    const found = new Map<string, Address>()
    const withoutAddress = new Map<string, Set<AddressSource>>()
    const { db, settings } = this.#parts
    const rows = await readCached(db, cells, language, Date.now() - settings.cacheMs)
    const rank = (source: AddressSource) => this.#order.indexOf(source)
    const trusted = rows.filter(({ source }) => rank(source) >= 0)
    for (const { cell, source, address } of trusted.sort((a, b) => rank(a.source) - rank(b.source))) {
      const key = keyOf(cell)
      if (address === null) withoutAddress.set(key, (withoutAddress.get(key) ?? new Set()).add(source))
      else if (!found.has(key)) {
        found.set(key, address)
        countAddress(source, 'cached')
      }
    }
    return { found, withoutAddress }
  }
}

/** Of a street map where one has the street, else of the gazetteer; a map that cannot be read is passed over. */
export async function offlineAddress(
  gazetteer: Gazetteer | null,
  place: Place,
  language: Language,
  log?: Log,
): Promise<Address | null> {
  const street = await streetAddressAt(place.lat, place.lon).catch((error) => {
    log?.warn({ err: error }, 'a street map was not read')
    return null
  })
  if (street === null) return nearbyAddress(gazetteer, place, language)
  countAddress('streets', 'near')
  return addressOnStreet(street, gazetteer?.near(place.lat, place.lon) ?? null, language)
}

/** The gazetteer's address of a place; null far out at sea, or where there is no gazetteer. */
function nearbyAddress(gazetteer: Gazetteer | null, { lat, lon }: Place, language: Language): Address | null {
  const near = gazetteer?.near(lat, lon) ?? null
  if (near === null) return null
  countAddress('gazetteer', 'near')
  return addressNear(near, language)
}

function cellOf({ lat, lon }: Place): Cell {
  return { lat: Math.round(lat / cellDeg), lon: Math.round(lon / cellDeg) }
}

function keyOf({ lat, lon }: Cell): string {
  return `${lat} ${lon}`
}
