import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, AddressSource } from '@trackway/core/api/geocoding.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { GeocodingSettings } from '../../platform/settings/geocoding-settings.ts'
import type { Gazetteer } from './gazetteer.ts'
import { countAddress } from './geocoding-metrics.ts'
import { nearbyAddress } from './nearby-address.ts'
import type { Place } from './providers/provider.ts'
import { type Cell, readCached } from './queries.ts'
import { createRequests, type GeocodingRequest } from './requests.ts'

const cellDeg = 0.0003
/** Somebody looking at a screen waits no longer; a provider's answer is then there for the next question. */
const defaultWaitMs = 2_000

export interface AddressOptions {
  /** How long to wait for online providers: longer for exports, 0 for what is in the cache. */
  waitMs?: number
  /** May the providers be asked, which costs? Otherwise cache and gazetteer answer. */
  mayAskOnline?: boolean
}

interface Parts {
  settings: GeocodingSettings
  db: Db
  gazetteer(): Promise<Gazetteer | null>
  log: Log
  now?: () => number
}

/** Where addresses come from: the cache, the providers in their order, at last the gazetteer. */
export function createAddressBook({ settings, db, gazetteer, log, now = Date.now }: Parts) {
  const known = async (cell: Cell, language: Language) =>
    (await lookUp([cell], language)).found.get(keyOf(cell)) ?? null
  const requests = createRequests({ settings, db, log, now, known })
  const order = settings.providers.map(({ source }) => source)

  return {
    /**
     * The addresses of places, in their order. An online provider that does not answer in time is stood in
     * for by the gazetteer.
     * @returns null where nothing is known
     */
    async addressesOf(
      places: readonly Place[],
      language: Language,
      { waitMs = defaultWaitMs, mayAskOnline = true }: AddressOptions = {},
    ): Promise<(Address | null)[]> {
      const online = order.length === 0 ? null : await onlineAddresses(places, language, waitMs, mayAskOnline)
      const missing = online === null || places.some((place) => !online.has(keyOf(cellOf(place))))
      const near = missing ? await gazetteer() : null
      return places.map((place) => online?.get(keyOf(cellOf(place))) ?? nearbyAddress(near, place, language))
    },
    state: requests.state,
    stop: requests.stop,
  }

  async function onlineAddresses(
    places: readonly Place[],
    language: Language,
    waitMs: number,
    mayAskOnline: boolean,
  ): Promise<Map<string, Address>> {
    // The first place of a cell stands for all of it.
    const wanted = new Map(places.toReversed().map((place) => [keyOf(cellOf(place)), place]))
    const { found, ignorant } = await lookUp([...wanted.values()].map(cellOf), language)
    if (!mayAskOnline) return found

    const asked = [...wanted]
      .filter(([key]) => !found.has(key))
      .map(([key, place]): GeocodingRequest => {
        return { cell: cellOf(place), place, language, ignorant: ignorant.get(key) ?? new Set() }
      })
      .filter(requests.covers)
      .map(async (request) => {
        const answer = await requests.ask(request)
        if (answer) found.set(keyOf(request.cell), answer)
      })
    const waiting = new AbortController()
    const late = sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([Promise.all(asked), late])
    waiting.abort()
    // What comes later must not change what is being read.
    return new Map(found)
  }

  /** What the cache has of cells: the answer of the first provider that knew one, and who knew none. */
  async function lookUp(cells: readonly Cell[], language: Language) {
    const found = new Map<string, Address>()
    const ignorant = new Map<string, Set<AddressSource>>()
    const rows = await readCached(db, cells, language, now() - settings.cacheMs)
    const rank = (source: AddressSource) => (order as AddressSource[]).indexOf(source)
    const trusted = rows.filter(({ source }) => rank(source) >= 0)
    for (const { cell, source, address } of trusted.sort((a, b) => rank(a.source) - rank(b.source))) {
      const key = keyOf(cell)
      if (address === null) ignorant.set(key, (ignorant.get(key) ?? new Set()).add(source))
      else if (!found.has(key)) {
        found.set(key, address)
        countAddress(source, 'cached')
      }
    }
    return { found, ignorant }
  }
}

export type AddressBook = ReturnType<typeof createAddressBook>

function cellOf({ lat, lon }: Place): Cell {
  return { lat: Math.round(lat / cellDeg), lon: Math.round(lon / cellDeg) }
}

function keyOf({ lat, lon }: Cell): string {
  return `${lat} ${lon}`
}
