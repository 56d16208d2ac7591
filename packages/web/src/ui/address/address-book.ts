import type { Language } from '@trackway/core/codes/languages.ts'
import {
  type AddressSource,
  addressSources,
  maxAddresses,
  type Address as ServedAddress,
} from '@trackway/core/features/geocoding/calls.ts'

/** A place in degrees, WGS-84. */
export interface Place {
  lat: number
  lon: number
}

/** A known address; null: requested, and there is none. */
export type KnownAddress = Pick<ServedAddress, 'text' | 'short' | 'source'> | null

interface Entry {
  known: KnownAddress
  untilTime: number
}

interface Parts {
  /** Requests at most `maxAddresses` places from the server. */
  fetchAddresses(places: Place[], language: Language): Promise<(ServedAddress | null)[]>
  recall(): unknown
  remember(entries: StoredAddress[]): void
  now(): number
  /** Runs something later. */
  later(run: () => void, ms: number): void
}

/** As it lies in the browser's storage. */
export type StoredAddress = [
  key: string,
  text: string,
  short: string,
  source: AddressSource,
  untilTime: number,
]

const dayMs = 86_400_000
/** How long an answer is believed: a street for long, a place nearby only until the street has been found. */
const exactMs = 30 * dayMs
const nearMs = 1_800_000
const nothingMs = 600_000
/** When a failed request is repeated, for places that are still shown. */
const failedMs = 20_000
/** Places that appear within this time are requested together. */
const gatherMs = 50
const maxKnown = 6_000
const maxStored = 3_000
const storeAfterMs = 4_000

/**
 * The addresses of a page, shared by all parts that show one. Places requested within 50 ms go to the
 * server together, each once; those cancelled by then, as after fast scrolling, are left out.
 */
export function createAddressBook({ fetchAddresses, recall, remember, now, later }: Parts) {
  const known = new Map<string, Entry>()
  const inFlight = new Set<string>()
  const queue = new Map<string, { place: Place; language: Language; count: number }>()
  const listeners = new Map<string, Set<() => void>>()
  let isGathering = false
  let isToBeStored = false

  for (const [key, text, short, source, untilTime] of readStored(recall())) {
    if (untilTime > now()) known.set(key, { known: { text, short, source }, untilTime })
  }

  return {
    /** What is known now; undefined: not requested, or the answer is on its way. */
    get: (key: string): KnownAddress | undefined => known.get(key)?.known,

    /** Queues a request unless the answer is there. @returns cancels it */
    request(key: string, place: Place, language: Language): () => void {
      const entry = known.get(key)
      if (entry && entry.untilTime > now()) {
        // Anew at the end: what is looked at stays longest.
        known.delete(key)
        known.set(key, entry)
        return () => {}
      }
      if (inFlight.has(key)) return () => {}
      const queued = queue.get(key) ?? { place, language, count: 0 }
      queued.count++
      queue.set(key, queued)
      gather()
      return () => {
        if (--queued.count === 0 && queue.get(key) === queued) queue.delete(key)
      }
    },

    subscribe(key: string, listener: () => void): () => void {
      const set = listeners.get(key) ?? new Set()
      listeners.set(key, set)
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(key) === set) listeners.delete(key)
      }
    },
  }

  function gather(): void {
    if (isGathering) return
    isGathering = true
    later(sendQueue, gatherMs)
  }

  function sendQueue(): void {
    isGathering = false
    const places = [...queue].map(([key, queued]) => ({ key, ...queued }))
    queue.clear()
    for (const [language, group] of Map.groupBy(places, (queued) => queued.language)) {
      for (let from = 0; from < group.length; from += maxAddresses) {
        void load(group.slice(from, from + maxAddresses), language)
      }
    }
  }

  async function load(places: { key: string; place: Place }[], language: Language): Promise<void> {
    for (const { key } of places) inFlight.add(key)
    let answers: (ServedAddress | null)[] = []
    try {
      answers = await fetchAddresses(
        places.map(({ place }) => place),
        language,
      )
    } catch {
      // The coordinates are shown meanwhile.
      later(() => requeue(places, language), failedMs)
    }
    places.forEach(({ key }, index) => {
      inFlight.delete(key)
      keep(key, answers[index])
      for (const listener of listeners.get(key) ?? []) listener()
    })
    if (!isToBeStored) later(store, storeAfterMs)
    isToBeStored = true
  }

  function requeue(places: { key: string; place: Place }[], language: Language): void {
    for (const { key, place } of places) {
      if (listeners.has(key) && !queue.has(key)) queue.set(key, { place, language, count: 1 })
    }
    if (queue.size > 0) gather()
  }

  function keep(key: string, answer: ServedAddress | null | undefined): void {
    const ms =
      answer === undefined ? failedMs : answer === null ? nothingMs : answer.isExact ? exactMs : nearMs
    known.delete(key)
    known.set(key, {
      known: answer ? { text: answer.text, short: answer.short, source: answer.source } : null,
      untilTime: now() + ms,
    })
    if (known.size > maxKnown) known.delete(known.keys().next().value as string)
  }

  function store(): void {
    isToBeStored = false
    const entries: StoredAddress[] = []
    for (const [key, { known: address, untilTime }] of known) {
      if (address) entries.push([key, address.text, address.short, address.source, untilTime])
    }
    remember(entries.slice(-maxStored))
  }
}

export type AddressBook = ReturnType<typeof createAddressBook>

/** About 30 m, as the server's own cache has it, or 300 m for what moves on anyway. */
export function keyOf({ lat, lon }: Place, language: Language, isRough: boolean): string {
  const cellDeg = isRough ? 0.003 : 0.0003
  return `${language}${isRough ? '~' : ' '}${Math.round(lat / cellDeg)} ${Math.round(lon / cellDeg)}`
}

/** Whatever cannot be read is left out: it may come from an older version of the page. */
function readStored(stored: unknown): StoredAddress[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (entry): entry is StoredAddress =>
      Array.isArray(entry) &&
      entry.length === 5 &&
      typeof entry[0] === 'string' &&
      typeof entry[1] === 'string' &&
      typeof entry[2] === 'string' &&
      addressSources.includes(entry[3]) &&
      typeof entry[4] === 'number',
  )
}
