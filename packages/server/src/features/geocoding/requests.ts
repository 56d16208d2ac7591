import type { Address, AddressSource } from '@trackway/core/api/geocoding.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type {
  GeocodingSettings,
  ProviderName,
  ProviderSettings,
} from '../../platform/settings/geocoding-settings.ts'
import { askProvider } from './ask-provider.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { countAddress } from './geocoding-metrics.ts'
import { amap } from './providers/amap.ts'
import { baidu } from './providers/baidu.ts'
import { google } from './providers/google.ts'
import { nominatim } from './providers/nominatim.ts'
import { type Place, type Provider, ProviderFailure } from './providers/provider.ts'
import { type Cell, countFailure, spend, storeAnswer } from './queries.ts'
import { createRateLimit } from './rate-limit.ts'

const providers: Record<ProviderName, Provider> = { nominatim, google, baidu, amap }

export interface GeocodingRequest {
  cell: Cell
  place: Place
  language: Language
  /** Who is known to know nothing there. */
  ignorant: ReadonlySet<AddressSource>
}

interface Parts {
  settings: GeocodingSettings
  db: Db
  log: Log
  now: () => number
  /** What the cache has by now: whoever asks may have looked before another's answer was stored. */
  known: (cell: Cell, language: Language) => Promise<Address | null>
}

/**
 * Questions to the online providers: in their order, at their pace, within their budgets, each answer stored
 * before it is given. However many ask for a cell at once, it is asked for once.
 */
export function createRequests({ settings, db, log, now, known }: Parts) {
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<Address | null>>()
  const members = settings.providers.map((own) => ({
    own,
    provider: providers[own.source],
    pace: createRateLimit(own.perSecond, stopping.signal),
    rest: createCircuitBreaker(now),
  }))
  type Member = (typeof members)[number]

  return {
    /** Is there anybody to ask? */
    covers: ({ place, language, ignorant }: GeocodingRequest): boolean =>
      members.some(({ own, provider }) => !ignorant.has(own.source) && provider.covers(place, language)),

    /** @returns null where nobody knows, or nobody could be asked; never fails */
    ask(request: GeocodingRequest): Promise<Address | null> {
      const { cell, language } = request
      const key = `${cell.lat} ${cell.lon} ${language}`
      const asked = underWay.get(key)
      if (asked) return asked
      const answer = askInOrder(request)
        .catch((error) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, 'an address was not found')
          return null
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, answer)
      return answer
    },

    state: (): { own: ProviderSettings; restsUntilTime: number | null }[] =>
      members.map(({ own, rest }) => ({ own, restsUntilTime: rest.untilTime() })),

    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }

  async function askInOrder(request: GeocodingRequest): Promise<Address | null> {
    const stored = await known(request.cell, request.language)
    if (stored) return stored
    for (const member of members) {
      const { own, provider } = member
      if (request.ignorant.has(own.source) || !provider.covers(request.place, request.language)) continue
      const answer = await askOne(member, request)
      if (answer) return answer
    }
    return null
  }

  async function askOne(
    member: Member,
    { cell, place, language }: GeocodingRequest,
  ): Promise<Address | null> {
    const { own, provider, pace, rest } = member
    const { source } = own
    if (rest.untilTime() !== null) return notAsked(source, 'resting')
    if (!(await pace.take())) return notAsked(source, 'queued')
    // It may have failed for those who were before us in the queue.
    if (rest.untilTime() !== null) return notAsked(source, 'resting')
    if (!(await spend(db, source, own.perDay, now()))) return notAsked(source, 'overBudget')
    try {
      const { timeoutMs } = settings
      const address = await askProvider(provider, own, {
        place,
        language,
        timeoutMs,
        signal: stopping.signal,
      })
      rest.answered()
      countAddress(source, address ? 'found' : 'nothing')
      await storeAnswer(db, cell, language, source, address, now())
      return address
    } catch (error) {
      if (!(error instanceof ProviderFailure) || stopping.signal.aborted) throw error
      rest.failed(error)
      countAddress(source, error.kind)
      log.warn({ source, kind: error.kind, reason: error.message }, 'a provider of addresses failed')
      await countFailure(db, source, now())
      return null
    }
  }
}

export type Requests = ReturnType<typeof createRequests>

function notAsked(source: ProviderName, why: 'resting' | 'queued' | 'overBudget'): null {
  countAddress(source, why)
  return null
}
