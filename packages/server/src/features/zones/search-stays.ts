import { availableParallelism } from 'node:os'
import type { Stay } from '@trackway/core/features/zones/stays.ts'
import { compileZone, type ZoneRules } from '@trackway/core/features/zones/zone.ts'
import type { Box } from '@trackway/core/geo/area.ts'
import type pg from 'pg'
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import { type CandidateDay, findCandidateDays } from '../check-car/candidate-days.ts'
import { type DeviceDays, readDays } from '../check-car/read-days.ts'
import type { DeviceStays, StaysWork } from './stays-work.ts'

const dayMs = 86_400_000
/** Devices whose days are looked up at a time, and days that are read and handed to a thread at a time. */
const [devicesPerLook, daysPerWork] = [40, 64]
/** Each holds a connection to the database and a thread; the rest of the product needs some too. */
const [searchesAtOnce, searchesWaiting] = [2, 20]

const gate = new ConcurrencyLimit(searchesAtOnce, searchesWaiting)
const threads = createWorkerPool(
  new URL('stays-work.ts', import.meta.url),
  'findStays',
  Math.min(2, availableParallelism()),
)

export interface StaySearch {
  /** By key. */
  zones: ReadonlyMap<number, ZoneRules>
  devices: readonly { id: number; keys: readonly number[] }[]
  from: number
  to: number
  signal: AbortSignal
}

/**
 * The stays of devices in zones between two instants, cut at both. Days that were elsewhere are not read; the others
 * are unpacked in threads, a few at a time, so that memory is bounded by them.
 * @throws {Refusal} `unavailable` where too many searches wait; the signal's reason once it is aborted
 */
export async function* searchStays(pool: pg.Pool, search: StaySearch): AsyncGenerator<DeviceStays[]> {
  const leave = await gate.enter(search.signal)
  try {
    for (const { keys, deviceIds } of groupsOf(search)) {
      const zones = keys.map((key) => search.zones.get(key)!)
      for (let at = 0; at < deviceIds.length; at += devicesPerLook)
        yield* searchSome(pool, search, zones, deviceIds.slice(at, at + devicesPerLook))
    }
  } finally {
    leave()
  }
}

async function* searchSome(
  pool: pg.Pool,
  { from, to, signal }: StaySearch,
  zones: ZoneRules[],
  deviceIds: readonly number[],
): AsyncGenerator<DeviceStays[]> {
  signal.throwIfAborted()
  const range = { firstDay: Math.floor(from / dayMs) - 1, lastDay: Math.floor(to / dayMs) + 1 }
  const candidates = await findCandidateDays(pool, deviceIds, { ...range, box: boxOf(zones) })
  for (const part of partsOf(deviceIds, candidates)) {
    signal.throwIfAborted()
    const work: StaysWork = { zones, devices: await readDays(pool, part) }
    const found: DeviceStays[] = await threads.run(work, { signal })
    yield found.map(({ deviceId, stays }) => ({ deviceId, stays: cutStays(stays, from, to) }))
  }
}

/** Devices in the same zones are looked for together. */
function groupsOf({ devices }: StaySearch): { keys: readonly number[]; deviceIds: number[] }[] {
  const groups = new Map<string, { keys: readonly number[]; deviceIds: number[] }>()
  for (const { id, keys } of devices) {
    if (keys.length === 0) continue
    const name = keys.join()
    const group = groups.get(name) ?? { keys, deviceIds: [] }
    group.deviceIds.push(id)
    groups.set(name, group)
  }
  return [...groups.values()]
}

function* partsOf(
  deviceIds: readonly number[],
  candidates: Map<number, CandidateDay[]>,
): Generator<DeviceDays[]> {
  let part: DeviceDays[] = []
  let count = 0
  for (const deviceId of deviceIds) {
    const days = candidates.get(deviceId)
    if (days === undefined) continue
    part.push({ deviceId, days })
    count += days.length
    if (count < daysPerWork) continue
    yield part
    part = []
    count = 0
  }
  if (part.length > 0) yield part
}

/** Around all of them; one across the 180th meridian makes it all longitudes. */
function boxOf(zones: readonly ZoneRules[]): Box {
  const boxes = zones.map((rules) => compileZone(rules).shape.box)
  const isAcross = boxes.length > 1 && boxes.some(({ west, east }) => west > east)
  return {
    south: Math.min(...boxes.map(({ south }) => south)),
    north: Math.max(...boxes.map(({ north }) => north)),
    west: isAcross ? -180 : Math.min(...boxes.map(({ west }) => west)),
    east: isAcross ? 180 : Math.max(...boxes.map(({ east }) => east)),
  }
}

function cutStays(stays: readonly Stay[], from: number, to: number): Stay[] {
  return stays
    .filter(({ enterTime, leaveTime }) => leaveTime >= from && enterTime <= to)
    .map((stay) => ({
      ...stay,
      ...(stay.enterTime < from && { enterTime: from, isEntrySeen: false }),
      ...(stay.leaveTime > to && { leaveTime: to, isExitSeen: false }),
    }))
}
