import type { Address, AddressSource } from '@trackway/core/api/addresses.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { AddressSettings, ProviderName, ProviderSettings } from '../../platform/address-settings.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { countAddress } from './address-metrics.ts'
import { askProvider } from './ask-provider.ts'
import { createPace } from './pace.ts'
import { amap } from './providers/amap.ts'
import { baidu } from './providers/baidu.ts'
import { google } from './providers/google.ts'
import { nominatim } from './providers/nominatim.ts'
import { type Place, type Provider, ProviderFailure } from './providers/provider.ts'
import { type Cell, countFailure, spend, storeAnswer } from './queries.ts'
import { createRest } from './rest.ts'

const providers: Record<ProviderName, Provider> = { nominatim, google, baidu, amap }

export interface Inquiry {
  cell: Cell
  place: Place
  language: Language
  /** Who is known to know nothing there. */
  ignorant: ReadonlySet<AddressSource>
}

interface Parts {
  settings: AddressSettings
  db: Db
  log: Log
  now: () => number
}

/**
 * Questions to the online providers: in their order, at their pace, within their budgets, each answer stored
 * before it is given. However many ask for a cell at once, it is asked for once.
 */
export function createInquiries({ settings, db, log, now }: Parts) {
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<Address | null>>()
  const members = settings.providers.map((own) => ({
    own,
    provider: providers[own.source],
    pace: createPace(own.perSecond, stopping.signal),
    rest: createRest(now),
  }))
  type Member = (typeof members)[number]

  return {
    /** Is there anybody to ask? */
    covers: ({ place, language, ignorant }: Inquiry): boolean =>
      members.some(({ own, provider }) => !ignorant.has(own.source) && provider.covers(place, language)),

    /** @returns null where nobody knows, or nobody could be asked; never fails */
    ask(inquiry: Inquiry): Promise<Address | null> {
      const { cell, language } = inquiry
      const key = `${cell.lat} ${cell.lon} ${language}`
      const known = underWay.get(key)
      if (known) return known
      const answer = askInOrder(inquiry)
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

  async function askInOrder(inquiry: Inquiry): Promise<Address | null> {
    for (const member of members) {
      const { own, provider } = member
      if (inquiry.ignorant.has(own.source) || !provider.covers(inquiry.place, inquiry.language)) continue
      const answer = await askOne(member, inquiry)
      if (answer) return answer
    }
    return null
  }

  async function askOne(member: Member, { cell, place, language }: Inquiry): Promise<Address | null> {
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

export type Inquiries = ReturnType<typeof createInquiries>

function notAsked(source: ProviderName, why: 'resting' | 'queued' | 'overBudget'): null {
  countAddress(source, why)
  return null
}
