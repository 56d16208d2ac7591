import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address, AddressSource } from '@trackway/core/features/geocoding/calls.ts'
import { BrokenCircuitError } from 'cockatiel'
import pThrottle, { type ThrottledFunction } from 'p-throttle'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { ProviderSettings } from '../../platform/settings/geocoding-settings.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { type AddressOutcome, countAddress } from './geocoding-metrics.ts'
import { type Geocoder, type Place, ProviderFailure } from './providers/geocoder.ts'
import { geocoders } from './providers/geocoders.ts'
import { type Cell, countFailure, spend, storeAnswer } from './queries.ts'
import { requestAddress } from './request-address.ts'

/** A request that would wait longer for its turn goes to the next provider. */
const longestQueueSeconds = 60

export interface GeocodingRequest {
  cell: Cell
  place: Place
  language: Language
  /** Who is known to know nothing there. */
  withoutAddress: ReadonlySet<AddressSource>
}

interface Parts {
  own: ProviderSettings
  timeoutMs: number
  db: Db
  log: Log
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/** One online provider: used at its rate, within its daily budget, and not while its circuit is open. */
export class OnlineProvider {
  readonly #parts: Parts
  readonly #provider: Geocoder
  readonly #breaker = createCircuitBreaker()
  readonly #askInTurn: ThrottledFunction<(request: GeocodingRequest) => Promise<Address | null>>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#provider = geocoders.find(({ source }) => source === parts.own.source)!
    const { own, signal } = parts
    const inTurn = pThrottle({ limit: 1, interval: 1000 / own.perSecond, signal })
    this.#askInTurn = inTurn((request) => this.#breaker.execute(() => this.#askNow(request)))
  }

  /** Is it of any use for this question? */
  covers({ place, language, withoutAddress }: GeocodingRequest): boolean {
    return !withoutAddress.has(this.#parts.own.source) && this.#provider.covers(place, language)
  }

  state(): { own: ProviderSettings; restsUntilTime: number | null } {
    return { own: this.#parts.own, restsUntilTime: this.#breaker.untilTime() }
  }

  /** @returns null where it knows nothing, or could not be used; an answer is stored before it is returned */
  async request(request: GeocodingRequest): Promise<Address | null> {
    const { own, db, log, signal } = this.#parts
    if (this.#breaker.untilTime() !== null) return this.#count('resting')
    if (this.#askInTurn.queueSize > longestQueueSeconds * own.perSecond) return this.#count('queued')
    try {
      return await this.#askInTurn(request)
    } catch (error) {
      // It failed for those who were before this question in the queue.
      if (error instanceof BrokenCircuitError) return this.#count('resting')
      if (!(error instanceof ProviderFailure) || signal.aborted) throw error
      log.warn(
        { source: own.source, kind: error.kind, reason: error.message },
        'a provider of addresses failed',
      )
      await countFailure(db, own.source, Date.now())
      return this.#count(error.kind)
    }
  }

  async #askNow({ cell, place, language }: GeocodingRequest): Promise<Address | null> {
    const { own, timeoutMs, db, signal } = this.#parts
    if (!(await spend(db, own.source, own.perDay, Date.now()))) return this.#count('overBudget')
    const address = await requestAddress(this.#provider, own, { place, language, timeoutMs, signal })
    this.#count(address ? 'found' : 'nothing')
    await storeAnswer(db, cell, language, own.source, address, Date.now())
    return address
  }

  #count(outcome: AddressOutcome): null {
    countAddress(this.#parts.own.source, outcome)
    return null
  }
}
