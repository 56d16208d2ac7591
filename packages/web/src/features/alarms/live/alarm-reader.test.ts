import { resultCodes } from '@trackway/core/codes/results.ts'
import { type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSession, useSession } from '../../../base/session.ts'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { type FakeSocket, startFakePage } from '../../../testing/fake-page.ts'
import { type FakeServer, startFakeServer } from '../../../testing/fake-server.ts'
import { AlarmReader } from './alarm-reader.ts'
import { noRecentAlarms, useRecentAlarms } from './recent-alarms.ts'

let list: AlarmEpisode[]
let unread: number
let pinned: AlarmEpisode[]
let sockets: FakeSocket[]
let server: FakeServer
let reader: AlarmReader
const onFresh = vi.fn()
const recent = () => useRecentAlarms.getState()
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  list = []
  unread = 0
  pinned = []
  onFresh.mockClear()
  sockets = startFakePage(1_000_000)
  server = startFakeServer()
  server.answer(alarmCalls.count, () => ({ counts: { urgent: unread } }))
  server.answer(alarmCalls.find, ({ pageSize, severity }) => ({
    list: severity === 'critical' ? pinned : list.slice(0, pageSize),
    total: list.length,
    isMore: false,
  }))
  beginSession('token', { id: 1, username: 'boss' } as never)
  reader = new AlarmReader({ token: 'token', onFresh })
  sockets[0]!.open()
})
afterEach(() => reader.close())

/** The server's first message of a watch, at 500 by its clock. */
const watch = async () => {
  sockets[0]!.emit({ type: 'watching', time: 500 })
  await settle()
}
const sendAlarms = (...alarms: AlarmEpisode[]) => sockets[0]!.emit({ type: 'alarms', alarms, isMore: false })
const now = (id: number, parts: Partial<AlarmEpisode> = {}) => anAlarm(id, { serverTime: 600, ...parts })

test('asks for alarms alone, and reads what was there before without telling of it', async () => {
  list = [now(2), now(1)]
  unread = 2
  expect(sockets[0]!.sent[0]).toEqual({ type: 'watch', token: 'token', only: 'alarms' })
  await watch()
  expect(recent()).toMatchObject({ unread: 2, latest: [{ id: 2 }, { id: 1 }] })
  expect(onFresh).not.toHaveBeenCalled()
})

test('tells of a new alarm once, and not of one that only goes on', async () => {
  await watch()
  sendAlarms(now(7))
  sendAlarms(now(7, { count: 2, sequence: 9 }))
  expect(onFresh.mock.calls).toEqual([[[now(7)]]])
  expect(recent().latest?.[0]).toMatchObject({ id: 7, count: 2 })
})

test.each([
  ['is only counted', { severity: 'notice' }],
  ['the server knew before this page looked', { serverTime: 499 }],
  ['a rule mutes', { isMuted: true }],
  ['somebody read meanwhile', { readTime: 1 }],
  ['somebody handled meanwhile', { state: 'acknowledged' }],
] as const)('an alarm that %s is not shown as new, and listed all the same', async (_, parts) => {
  await watch()
  sendAlarms(now(7, parts))
  expect(onFresh).not.toHaveBeenCalled()
  expect(recent().latest?.[0]?.id).toBe(7)
})

test('alarms of a lost connection are read and shown when it is back', async () => {
  await watch()
  list = [now(9)]
  sockets[0]!.emit({ type: 'watching', time: 900 })
  await settle()
  expect(onFresh.mock.calls).toEqual([[[now(9)]]])
})

test('when there were too many to tell, the newest are read', async () => {
  await watch()
  list = [now(12), now(11)]
  sockets[0]!.emit({ type: 'alarms', alarms: [now(11)], isMore: true })
  await settle()
  expect(onFresh.mock.calls.flat(2).map(({ id }) => id)).toEqual([11, 12])
})

test('critical alarms that nobody has acknowledged are read with it, however old others made them', async () => {
  pinned = [anAlarm(3)]
  await watch()
  expect(recent().pinned).toMatchObject([{ id: 3 }])
  expect(server.sent(alarmCalls.find).at(-1)).toMatchObject({
    severity: 'critical',
    state: 'new',
    isMuted: false,
  })
  // Crossings may be so many that the newest alarms have none of it.
  for (let id = 100; id < 600; id++) sendAlarms(now(id, { severity: 'notice' }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(recent().pinned).toMatchObject([{ id: 3 }])
  expect(recent().toasts).toEqual([])
})

test('however many alarms come, the unread are counted every three seconds at most', async () => {
  await watch()
  const counts = () => server.sent(alarmCalls.count).length
  expect(counts()).toBe(1)
  unread = 10_001
  for (let id = 1; id <= 20; id++) {
    sendAlarms(now(id))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(counts()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counts()).toBe(2)
  expect(recent().unread).toBe(10_001)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(counts()).toBe(2)
})

test('a session that ended signs out; a reader that was closed leaves nothing behind', async () => {
  await watch()
  sendAlarms(now(7))
  reader.close()
  expect(recent()).toEqual(noRecentAlarms)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.sent(alarmCalls.count)).toHaveLength(1)
  reader = new AlarmReader({ token: 'token', onFresh })
  sockets[1]!.emit({ type: 'refused', code: resultCodes.sessionExpired })
  expect(useSession.getState()).toMatchObject({ token: null, endedBy: 'expired' })
})
