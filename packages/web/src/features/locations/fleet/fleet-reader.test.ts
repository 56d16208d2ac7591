import { resultCodes } from '@trackway/core/codes/results.ts'
import { type Location, locationCalls } from '@trackway/core/features/locations/calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSession, useSession } from '../../../base/session.ts'
import { Fleet } from '../../../map/fleet/fleet.ts'
import { projections } from '../../../map/projections.ts'
import { aLocation, locatedTime as now } from '../../../testing/a-location.ts'
import { type FakeSocket, startFakePage } from '../../../testing/fake-page.ts'
import { type FakeServer, startFakeServer } from '../../../testing/fake-server.ts'
import { FleetReader } from './fleet-reader.ts'
import { FleetStore } from './fleet-store.ts'

let fleet: Location[]
let found: number[]
let sockets: FakeSocket[]
let server: FakeServer
let store: FleetStore
let reader: FleetReader
const onError = vi.fn()
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  fleet = [aLocation(1), aLocation(2), aLocation(3)]
  found = []
  onError.mockClear()
  sockets = startFakePage(now)
  server = startFakeServer()
  server.answer(locationCalls.find, ({ ids, terminalIDs, pageSize }) => {
    const list = fleet.filter(
      ({ id, terminalID }) => (ids?.includes(id) ?? true) && (terminalIDs?.includes(terminalID) ?? true),
    )
    return { list: list.slice(0, pageSize), total: list.length, time: now } as never
  })
  server.answer(locationCalls.search, () => ({ ids: found, total: found.length }) as never)
  server.answer(locationCalls.order, { ids: [3, 2, 1], owners: [0, 0, 0], accounts: [] })
  beginSession('token', { id: 1, username: 'boss' } as never)
  store = new FleetStore(new Fleet(projections['EPSG:3857']))
})
afterEach(() => {
  reader.close()
  store.dispose()
})

function open({ search = '', userId }: { search?: string; userId?: number } = {}) {
  const options = { token: 'token', userId, search, onStatus: vi.fn(), onError }
  reader = new FleetReader(store, options)
  sockets.at(-1)!.open()
  return settle()
}
const shownIds = () => {
  const { rows, devices } = store.getView()
  return [...rows].map((row) => devices[row]!.id).sort()
}

test('a small fleet is whole after one answer, of the account that was chosen', async () => {
  await open({ userId: 9 })
  expect(shownIds()).toEqual([1, 2, 3])
  expect(store.getView().isLoading).toBe(false)
  expect(onError).toHaveBeenLastCalledWith(null)
  expect(server.sent(locationCalls.find)[0]).toMatchObject({ pageSize: 300, userId: 9 })
  expect(sockets.at(-1)!.sent[0]).toMatchObject({ type: 'watch', userId: 9, snapshot: true })
})

test('of a large fleet the first devices show while the rest is on its way', async () => {
  fleet = Array.from({ length: 301 }, (_, at) => aLocation(at + 1))
  await open()
  expect(shownIds()).toHaveLength(300)
  expect(store.getView().isLoading).toBe(true)
})

test('a fleet that cannot be read is empty and says why', async () => {
  server.refuse(locationCalls.find, 'notFound')
  await open()
  expect(onError).toHaveBeenLastCalledWith(expect.objectContaining({ result: 'notFound' }))
  expect(store.getView()).toMatchObject({ isLoading: false, total: 0 })
})

test('a search that a link brings is asked at once, one that is typed when typing rests', async () => {
  found = [2]
  await open({ search: 'van 2' })
  expect(shownIds()).toEqual([2])
  for (const text of ['v', 'va', 'van']) {
    reader.search(text)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(server.sent(locationCalls.search)).toHaveLength(1)
  found = [1, 3]
  await vi.advanceTimersByTimeAsync(100)
  expect(server.sent(locationCalls.search).map(({ text }) => text)).toEqual(['van 2', 'van'])
  expect(shownIds()).toEqual([1, 3])
})

test('a search of nothing but blanks and commas shows all again, and asks nobody', async () => {
  found = [2]
  await open({ search: 'van 2' })
  reader.search(' , ')
  await settle()
  expect(shownIds()).toEqual([1, 2, 3])
  expect(server.sent(locationCalls.search)).toHaveLength(1)
})

test('an answer that comes late, to an earlier search, is of no account', async () => {
  await open()
  const quick = globalThis.fetch
  let delayMs = 1_000
  // The fake server puts the real one back.
  globalThis.fetch = async (...request) => {
    const [answer, waitMs] = [await quick(...request), delayMs]
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return answer
  }
  found = [1]
  reader.search('one')
  await vi.advanceTimersByTimeAsync(200)
  delayMs = 0
  found = [3]
  reader.search('three')
  await vi.advanceTimersByTimeAsync(200)
  expect(shownIds()).toEqual([3])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.sent(locationCalls.search).map(({ text }) => text)).toEqual(['one', 'three'])
  expect(shownIds()).toEqual([3])
})

test('devices that changed are read again, those that are gone leave', async () => {
  await open()
  fleet = [aLocation(1, { displayName: 'renamed' }), aLocation(2)]
  sockets.at(-1)!.emit({ type: 'devicesChanged', time: now, ids: [1, 3] })
  await vi.advanceTimersByTimeAsync(500)
  expect(shownIds()).toEqual([1, 2])
  expect(store.find(1)?.displayName).toBe('renamed')
})

test('after many were moved the snapshot is read again, once', async () => {
  await open()
  for (let at = 0; at < 5; at++) {
    sockets.at(-1)!.emit({ type: 'devicesChanged', time: now })
    await vi.advanceTimersByTimeAsync(200)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sockets.at(-1)!.sent.filter(({ type }) => type === 'watch')).toHaveLength(2)
})

test('a device that an address names is found once, and chosen with its texts', async () => {
  fleet = Array.from({ length: 301 }, (_, at) => aLocation(at + 1))
  await open()
  const { terminalID } = fleet[300]!
  reader.findTerminal(terminalID)
  await settle()
  expect(store.findByTerminal(terminalID)?.id).toBe(301)
  const before = server.sent(locationCalls.find).length
  reader.findTerminal(terminalID)
  reader.withTexts(store.find(301)!, (device) => expect(device.displayName).toBe('van 301'))
  await settle()
  expect(server.sent(locationCalls.find)).toHaveLength(before)
  expect.assertions(3)
})

test('of several that are chosen only those without texts are requested', async () => {
  await open()
  const snapshot = { ...aLocation(4), terminalID: undefined, icon: 0 }
  store.receive([snapshot as never], now)
  fleet.push(aLocation(4))
  const use = vi.fn()
  reader.withTextsOf([1, 4], use)
  expect(use).not.toHaveBeenCalled()
  await settle()
  expect(use.mock.calls[0]?.[0].map(({ displayName }: Location) => displayName)).toEqual(['van 1', 'van 4'])
  expect(server.sent(locationCalls.find).at(-1)?.ids).toEqual([4])
})

test('the order of names is requested once, and again after it failed or changed', async () => {
  server.refuse(locationCalls.order, 'notFound')
  await open()
  await settle()
  server.answer(locationCalls.order, { ids: [3, 2, 1], owners: [0, 0, 0], accounts: [] })
  reader.readNames()
  reader.readNames()
  await settle()
  expect(server.sent(locationCalls.order)).toHaveLength(2)
  sockets.at(-1)!.emit({ type: 'devicesChanged', time: now, ids: [1] })
  reader.readNames()
  await settle()
  expect(server.sent(locationCalls.order)).toHaveLength(3)
})

test('a session that ended signs out; another refusal is shown', async () => {
  await open()
  sockets.at(-1)!.emit({ type: 'refused', code: resultCodes.noPermission })
  expect(onError).toHaveBeenLastCalledWith(expect.objectContaining({ result: 'noPermission' }))
  reader.close()
  await open()
  sockets.at(-1)!.emit({ type: 'refused', code: resultCodes.sessionExpired })
  expect(useSession.getState()).toMatchObject({ token: null, endedBy: 'expired' })
})

test('a reader that was closed tells of no failure any more', async () => {
  await open()
  onError.mockClear()
  server.refuse(locationCalls.find, 'notFound')
  void open()
  reader.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onError).not.toHaveBeenCalled()
})
