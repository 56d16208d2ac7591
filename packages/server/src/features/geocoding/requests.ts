import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address } from '@trackway/core/features/geocoding/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { GeocodingSettings } from '../../platform/settings/geocoding-settings.ts'
import { type GeocodingRequest, OnlineProvider } from './online-provider.ts'
import type { Cell } from './queries.ts'

interface Parts {
  settings: GeocodingSettings
  db: Db
  log: Log
  /** What the cache has by now: a request may have read it before another's answer was stored. */
  known: (cell: Cell, language: Language) => Promise<Address | null>
}

/** Requests to the online providers, in their order. Simultaneous requests for a cell are sent once. */
export class GeocodingRequests {
  readonly #parts: Parts
  readonly #providers: readonly OnlineProvider[]
  readonly #stopping = new AbortController()
  readonly #underWay = new Map<string, Promise<Address | null>>()

  constructor(parts: Parts) {
    const { settings, db, log } = parts
    const { timeoutMs } = settings
    const { signal } = this.#stopping
    this.#parts = parts
    this.#providers = settings.providers.map((own) => new OnlineProvider({ own, timeoutMs, db, log, signal }))
  }

  /** Does any provider cover this place? */
  covers(request: GeocodingRequest): boolean {
    return this.#providers.some((provider) => provider.covers(request))
  }

  /** @returns null where no provider knows an address, or none could be used; never fails */
  request(request: GeocodingRequest): Promise<Address | null> {
    const { cell, language } = request
    const key = `${cell.lat} ${cell.lon} ${language}`
    const running = this.#underWay.get(key)
    if (running) return running
    const answer = this.#requestInOrder(request)
      .catch((error) => {
        if (!this.#stopping.signal.aborted) this.#parts.log.warn({ err: error }, 'an address was not found')
        return null
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, answer)
    return answer
  }

  state(): ReturnType<OnlineProvider['state']>[] {
    return this.#providers.map((provider) => provider.state())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#underWay.values())
  }

  async #requestInOrder(request: GeocodingRequest): Promise<Address | null> {
    const stored = await this.#parts.known(request.cell, request.language)
    if (stored) return stored
    for (const provider of this.#providers) {
      const answer = provider.covers(request) ? await provider.request(request) : null
      if (answer) return answer
    }
    return null
  }
}
