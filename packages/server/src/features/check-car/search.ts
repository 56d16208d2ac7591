import { maxVisits } from '@trackway/core/features/check-car/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import type pg from 'pg'
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import { type CandidateDay, findCandidateDays } from './candidate-days.ts'
import { type DeviceDays, readDays } from './read-days.ts'
import { maxThreads, searchInThread } from './search-threads.ts'
import type { DeviceVisits } from './search-work.ts'

const dayMs = 86_400_000
/**
 * Devices whose days are looked up at a time: few at first, so that the first result is there soon, then as many as the
 * database answers in about this time.
 */
const [fewestPerQuery, mostPerQuery] = [40, 4_000]
const lookupMs = 100
const lookupsAhead = 2
/** Days read and handed to a thread at a time, at 10 seconds a fix 1.5 MB. */
const daysPerWork = 64

/** Each holds a few connections to the database; the rest of the product needs some too. */
const [searchesAtOnce, searchesWaiting] = [2, 20]

const limit = new ConcurrencyLimit(searchesAtOnce, searchesWaiting)

export interface Search {
  area: Area
  from: number
  to: number
  confirmMs: number
  /** In the order in which they are searched. */
  deviceIds: readonly number[]
  /** Nothing more is read once it is aborted. */
  signal: AbortSignal
}

/** Some devices that were searched, with the visits of those of them that were there. */
export interface SearchPart {
  devices: number
  visits: DeviceVisits[]
}

/**
 * Looks for devices in an area. Days that were elsewhere are ruled out by their cells; the others are read a few at
 * a time, and unpacked in threads while the next are being read, so that memory is bounded by them.
 * @throws {Refusal} `unavailable` where too many searches wait; the signal's reason once it is aborted
 */
export async function* searchArea(pool: pg.Pool, search: Search): AsyncGenerator<SearchPart> {
  const leave = await limit.enter(search.signal)
  let left = maxVisits
  const parts = partsOf(pool, search)
  // In order, some of them under way.
  const ahead: Promise<SearchPart>[] = []
  try {
    for (;;) {
      while (ahead.length <= maxThreads) {
        const { done, value } = await parts.next()
        if (done) break
        const found = find(pool, search, value)
        // A failure is reported when the part's turn comes, if it comes.
        found.catch(() => {})
        ahead.push(found)
      }
      const next = ahead.shift()
      if (next === undefined) return
      const { devices, visits } = await next
      const shown = visits.map((one) => {
        const first = one.visits.slice(0, left)
        left -= first.length
        return { ...one, visits: first }
      })
      yield { devices, visits: shown }
    }
  } finally {
    leave()
    await parts.return(undefined)
  }
}

/** Devices one after another in the order of the search; those without candidate days are only counted. */
interface Part {
  devices: number
  candidates: DeviceDays[]
}

async function* partsOf(pool: pg.Pool, { area, from, to, deviceIds, signal }: Search): AsyncGenerator<Part> {
  const { box } = shapeOf(area)
  // The neighbouring days, for the way across midnight and for vehicles that were parked there before.
  const range = { firstDay: Math.floor(from / dayMs) - 1, lastDay: Math.floor(to / dayMs) + 1, box }
  let count = fewestPerQuery
  const findDays = async (ids: readonly number[]) => {
    const begin = performance.now()
    const found = await findCandidateDays(pool, ids, range)
    const elapsedMs = performance.now() - begin
    if (elapsedMs < lookupMs / 2) count = Math.min(mostPerQuery, count * 2)
    else if (elapsedMs > lookupMs * 2) count = Math.max(fewestPerQuery, count >> 1)
    return found
  }
  // While the days of some devices are read, those of the next are looked up.
  const lookups: { ids: readonly number[]; candidates: ReturnType<typeof findDays> }[] = []
  for (let at = 0; at < deviceIds.length || lookups.length > 0; ) {
    while (at < deviceIds.length && lookups.length < lookupsAhead) {
      const ids = deviceIds.slice(at, at + count)
      const candidates = findDays(ids)
      // A failure that nobody waits for any more is dropped.
      candidates.catch(() => {})
      lookups.push({ ids, candidates })
      at += ids.length
    }
    signal.throwIfAborted()
    const { ids, candidates } = lookups.shift()!
    yield* partsOfDevices(ids, await candidates)
  }
}

function* partsOfDevices(ids: readonly number[], candidates: Map<number, CandidateDay[]>): Generator<Part> {
  let part: Part = { devices: 0, candidates: [] }
  let days = 0
  for (const deviceId of ids) {
    const found = candidates.get(deviceId)
    part.devices++
    if (found === undefined) continue
    part.candidates.push({ deviceId, days: found })
    days += found.length
    if (days < daysPerWork) continue
    yield part
    part = { devices: 0, candidates: [] }
    days = 0
  }
  yield part
}

async function find(pool: pg.Pool, search: Search, { devices, candidates }: Part): Promise<SearchPart> {
  if (candidates.length === 0) return { devices, visits: [] }
  const { area, from, to, confirmMs, signal } = search
  signal.throwIfAborted()
  const bytes = await readDays(pool, candidates)
  const visits = await searchInThread({ area, from, to, confirmMs, maxVisits, devices: bytes }, signal)
  return { devices, visits }
}
