import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import { type LiveState, type Location, liveState } from '@trackway/core/features/locations/calls.ts'
import type { FleetOverview } from '@trackway/core/live/live.ts'
import type { SnapshotState } from '@trackway/core/live/live-updates.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Fleet } from '../../../map/fleet/fleet.ts'
import { projections } from '../../../map/projections.ts'
import { aLocation, locatedTime as now } from '../../../testing/a-location.ts'
import { FleetStore, hasTexts } from './fleet-store.ts'

beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => vi.useRealTimers())

const stopped = { runState: runStates.stopped, carIconState: carIconStates.stop, speed: 0 }
const offline = {
  state: 'offline' as const,
  runState: runStates.offline,
  carIconState: carIconStates.offline,
  isConnected: false,
}

function aStore(devices: Location[]): FleetStore {
  const store = new FleetStore(new Fleet(projections['EPSG:3857']))
  store.take(devices, [], now)
  store.complete(now)
  return store
}

function shownIds(store: FleetStore): number[] {
  const { rows, devices } = store.getView()
  return [...rows].map((row) => devices[row]!.id)
}

test('devices with alarms can be shown alone, and are counted among those found', () => {
  const store = aStore([aLocation(1), aLocation(2), aLocation(3)])
  store.setAlarmed(new Map([1, 3, 99].map((id) => [id, {}])))
  expect(store.getView().counts.alarm).toBe(2)
  store.setFilter('alarm')
  expect(shownIds(store).sort()).toEqual([1, 3])
  store.setFound(new Set([2, 3]))
  expect(shownIds(store)).toEqual([3])
  expect(store.getView().counts.alarm).toBe(1)
})

test('the order is the specification’s', () => {
  const store = aStore([
    aLocation(1, offline),
    aLocation(2, stopped),
    aLocation(3, { state: 'inactive', runState: runStates.offline, activateTime: null, stateTime: null }),
    aLocation(4),
  ])
  expect(shownIds(store)).toEqual([4, 2, 1, 3])
})

test('a live state changes the device, its order, the counts and the map', () => {
  const store = aStore([aLocation(1), aLocation(2)])
  store.apply([{ ...aLocation(1, { ...stopped, lat: 23, stateTime: now + 1000 }) } as LiveState], now + 1000)
  vi.advanceTimersByTime(500)
  const { devices, counts } = store.getView()
  expect(shownIds(store)).toEqual([2, 1])
  expect(devices[0]).toMatchObject({ id: 1, lat: 23, displayName: 'van 1', runState: runStates.stopped })
  expect(counts).toMatchObject({ all: 2, moving: 1, stopped: 1 })
  expect(store.fleet.lat[0]).toBe(23)
  expect(store.fleet.state[0]).toBe(carIconStates.stop)
})

test('a state older than what is known is left alone, an unknown device too', () => {
  const store = aStore([aLocation(1)])
  store.apply([aLocation(1, { lat: 10, stateTime: now - 5000 }), aLocation(9)], now)
  store.flush()
  expect(store.getView().devices).toHaveLength(1)
  expect(store.getView().devices[0]!.lat).toBe(22.5)
})

test('live states that overtook the list stay', () => {
  const store = aStore([aLocation(1)])
  store.apply([aLocation(1, { lat: 23, stateTime: now + 5000 })], now)
  store.take([aLocation(1, { displayName: 'renamed' }), aLocation(2)], [], now)
  expect(store.getView().devices[0]).toMatchObject({ lat: 23, displayName: 'renamed' })
})

test('devices that left the list leave the map', () => {
  const store = aStore([aLocation(1), aLocation(2)])
  store.take([aLocation(2)], [1, 2], now)
  expect(store.fleet.count).toBe(1)
  expect(store.rowOf(1)).toBeUndefined()
  expect(store.rowOf(2)).toBe(0)
})

test('a filter and a search hide devices in list and map alike', () => {
  const store = aStore([aLocation(1), aLocation(2, offline), aLocation(3)])
  store.setFilter('moving')
  store.setFound(new Set([2, 3]))
  expect(shownIds(store)).toEqual([3])
  expect([...store.fleet.isShown.subarray(0, 3)]).toEqual([0, 0, 1])
  store.apply([aLocation(3, { ...stopped, stateTime: now + 1 })], now)
  vi.advanceTimersByTime(500)
  expect(shownIds(store)).toEqual([])
  expect(store.fleet.isShown[2]).toBe(0)
})

test('the list changes at most twice a second, the map each time', () => {
  const store = aStore([aLocation(1)])
  const onView = vi.fn()
  const onMap = vi.fn()
  store.subscribe(onView)
  store.onMapChange(onMap)
  for (let i = 1; i <= 10; i++) {
    store.apply([aLocation(1, { lat: 22 + i / 10, stateTime: now + i })], now + i)
    vi.advanceTimersByTime(100)
  }
  expect(onMap).toHaveBeenCalledTimes(10)
  expect(onView.mock.calls.length).toBeLessThanOrEqual(2)
})

test('the order does not change under the pointer', () => {
  const store = aStore([aLocation(1), aLocation(2)])
  const before = shownIds(store)
  store.hold(true)
  store.apply([aLocation(before[0]!, { ...stopped, stateTime: now + 1 })], now)
  vi.advanceTimersByTime(500)
  expect(shownIds(store)).toEqual(before)
  store.hold(false)
  vi.advanceTimersByTime(500)
  expect(shownIds(store)).toEqual(before.toReversed())
})

test('a row that no longer passes the filter stays until the pointer leaves, and a new one comes behind', () => {
  const store = aStore([aLocation(1), aLocation(2, { stateTime: now - 1 })])
  store.setFilter('moving')
  store.hold(true)
  store.flush()
  store.apply([aLocation(1, { ...stopped, stateTime: now + 1 })], now)
  vi.advanceTimersByTime(500)
  expect(shownIds(store)).toEqual([1, 2])
  store.take([aLocation(3, { stateTime: now + 2 })], [], now)
  store.apply([aLocation(2, { ...stopped, stateTime: now + 1 })], now)
  vi.advanceTimersByTime(500)
  expect(shownIds(store).at(-1)).toBe(3)
  store.hold(false)
  vi.advanceTimersByTime(500)
  expect(shownIds(store)).toEqual([3])
})

describe('as the user arranges it, the list', () => {
  const names = {
    ids: [4, 3, 2, 1],
    owners: [0, 1, 0, 1],
    accounts: [
      { id: 8, name: 'Depot' },
      { id: 7, name: 'Fleet' },
    ],
  }
  const usual = { sort: 'state', isGrouped: false, folded: new Set<number>() } as const

  test('goes by name, which devices of no name known yet are behind', () => {
    const store = aStore([aLocation(1), aLocation(2), aLocation(3), aLocation(9)])
    store.arrange({ ...usual, sort: 'name' })
    expect(store.needsNames).toBe(true)
    store.setNames(names)
    expect(shownIds(store)).toEqual([3, 2, 1, 9])
  })

  test('goes by the time of the last report, whatever their state', () => {
    const store = aStore([aLocation(1, { stateTime: now - 9 }), aLocation(2, { ...offline, stateTime: now })])
    expect(shownIds(store)).toEqual([1, 2])
    store.arrange({ ...usual, sort: 'age' })
    expect(shownIds(store)).toEqual([2, 1])
  })

  test('has each account under its heading, and folds it', () => {
    const store = aStore([aLocation(1), aLocation(2, stopped), aLocation(3, stopped), aLocation(4)])
    store.arrange({ ...usual, isGrouped: true })
    store.setNames(names)
    expect(store.getView()).toMatchObject({
      items: [-1, 3, 1, -2, 0, 2],
      groups: [
        { id: 8, name: 'Depot', count: 2, moving: 1, isFolded: false },
        { id: 7, name: 'Fleet', count: 2, moving: 1, isFolded: false },
      ],
    })
    const { shape } = store.getView()
    store.arrange({ ...usual, isGrouped: true, folded: new Set([8]) })
    expect(store.getView().items).toEqual([-1, -2, 0, 2])
    expect(store.getView().shape).not.toBe(shape)
    expect(store.getView().rows).toHaveLength(4)
    store.arrange(usual)
    // Within a state by name.
    expect([...(store.getView().items as Uint32Array)]).toEqual([3, 0, 2, 1])
  })
})

describe('a snapshot', () => {
  const overview = {
    counts: [
      { state: 'online', runState: runStates.moving, carIconState: carIconStates.moving, count: 70 },
      { state: 'offline', runState: runStates.offline, carIconState: carIconStates.offline, count: 30 },
    ],
    box: { west: 1, south: 2, east: 3, north: 4 },
  } satisfies FleetOverview
  const record = (id: number, parts: Partial<LiveState> = {}): SnapshotState => ({
    ...liveState.parse(aLocation(id, parts)),
    icon: 3,
  })

  function aLoadingStore(): FleetStore {
    const store = new FleetStore(new Fleet(projections['EPSG:3857']))
    store.begin(overview)
    return store
  }

  test('is counted by the server until it is whole', () => {
    const store = aLoadingStore()
    store.receive([record(1), record(2)], now)
    vi.advanceTimersByTime(500)
    const loading = store.getView()
    expect(loading).toMatchObject({
      isLoading: true,
      total: 100,
      counts: { all: 100, online: 70, offline: 30 },
    })
    expect(store.overviewBox).toEqual(overview.box)
    expect(shownIds(store)).toEqual([1, 2])
    store.complete(now)
    expect(store.getView()).toMatchObject({ isLoading: false, total: 2, counts: { all: 2, online: 2 } })
    expect([...store.fleet.icon.subarray(0, 2)]).toEqual([3, 3])
  })

  test('a change that came before the record of its device is not lost', () => {
    const store = aLoadingStore()
    store.apply([record(1, { speed: 66, stateTime: now + 2 })], now)
    store.apply([record(1, { speed: 67, stateTime: now + 3 })], now)
    store.receive([record(1, { speed: 5, stateTime: now })], now)
    expect(store.find(1)?.speed).toBe(67)
  })

  test('one that is read anew drops devices that are gone, and keeps texts', () => {
    const store = aStore([aLocation(1), aLocation(2)])
    store.begin(overview)
    store.receive([record(2), record(3)], now)
    store.complete(now)
    expect(store.rowOf(1)).toBeUndefined()
    expect(store.find(2)?.displayName).toBe('van 2')
    expect(store.findByTerminal(aLocation(2).terminalID)?.id).toBe(2)
    expect(hasTexts(store.find(3)!)).toBe(false)
    expect(store.fleet.names.slice(0, 2)).toEqual(['van 2', ''])
  })
})

test('a list of 10,000 devices is filtered and ordered within a frame or two', () => {
  vi.useRealTimers()
  const devices = Array.from({ length: 10_000 }, (_, id) =>
    aLocation(id, { stateTime: now - ((id * 7919) % 10_000) }),
  )
  const store = aStore(devices)
  const begin = performance.now()
  store.setFilter('online')
  // 20 to 30 ms when the machine is idle; beside twenty busy processes many times as much.
  expect(performance.now() - begin).toBeLessThan(15_000)
  expect(store.getView().rows).toHaveLength(10_000)
})
