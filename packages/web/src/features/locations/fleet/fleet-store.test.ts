import type { LiveState, Location } from '@trackway/core/api/locations.ts'
import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fleet } from '../../../map/fleet/fleet.ts'
import { projections } from '../../../map/projections.ts'
import { FleetStore } from './fleet-store.ts'

const now = 1_700_000_000_000

beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => vi.useRealTimers())

function aLocation(id: number, parts: Partial<Location> = {}): Location {
  return {
    id,
    terminalID: `86000000000000${id}`,
    displayName: `van ${id}`,
    carNumber: null,
    nickname: `van ${id}`,
    user_id: 1,
    username: 'admin',
    ancestors: '',
    deviceType: 13,
    deviceTypeName: 'Gt06',
    deviceProtocol: 'gt06',
    iconType: 'van',
    iccid: null,
    sim: null,
    expire: null,
    activateTime: now - 1000,
    isConnected: true,
    state: 'online',
    runState: runStates.moving,
    carIconState: carIconStates.moving,
    lat: 22.5,
    lon: 114,
    speed: 40,
    courseDeg: 90,
    altitudeM: null,
    satellites: 9,
    stateTime: now,
    utcTime: now,
    accOn: true,
    accSince: null,
    gsmLevel: null,
    batteryPercent: null,
    batteryVoltageV: null,
    externalVoltageV: null,
    charging: null,
    oilCut: null,
    armed: null,
    doorOpen: null,
    odometerM: null,
    todayM: null,
    stoppedSince: null,
    lastAlarm: null,
    lastAlarmTime: null,
    readings: {},
    ...parts,
  }
}

const stopped = { runState: runStates.stopped, carIconState: carIconStates.stop, speed: 0 }
const offline = {
  state: 'offline' as const,
  runState: runStates.offline,
  carIconState: carIconStates.offline,
  isConnected: false,
}

function aStore(devices: Location[]): FleetStore {
  const store = new FleetStore(new Fleet(projections['EPSG:3857']))
  store.load(devices, true, now)
  return store
}

function shownIds(store: FleetStore): number[] {
  const { rows, devices } = store.getView()
  return rows.map((row) => devices[row]!.id)
}

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
  store.load([aLocation(1, { displayName: 'renamed' }), aLocation(2)], true, now)
  expect(store.getView().devices[0]).toMatchObject({ lat: 23, displayName: 'renamed' })
})

test('devices that left the list leave the map', () => {
  const store = aStore([aLocation(1), aLocation(2)])
  store.load([aLocation(2)], true, now)
  expect(store.fleet.count).toBe(1)
  expect(store.rowOf(1)).toBeUndefined()
  expect(store.rowOf(2)).toBe(0)
})

test('a filter and a search hide devices in list and map alike', () => {
  const store = aStore([aLocation(1), aLocation(2, offline), aLocation(3)])
  store.setFilter('moving', 'van 3')
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

test('the order stands still under the pointer', () => {
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

test('a list of 10,000 devices is filtered and ordered within a frame or two', () => {
  vi.useRealTimers()
  const devices = Array.from({ length: 10_000 }, (_, id) =>
    aLocation(id, { stateTime: now - ((id * 7919) % 10_000) }),
  )
  const store = aStore(devices)
  const begin = performance.now()
  store.setFilter('online', 'van')
  expect(performance.now() - begin).toBeLessThan(400) // 20 to 30 ms when the machine is idle
  expect(store.getView().rows).toHaveLength(10_000)
})
