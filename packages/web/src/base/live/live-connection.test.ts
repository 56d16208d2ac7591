import { resultCodes } from '@trackway/core/codes/results.ts'
import { UpdatesWriter } from '@trackway/core/live/live-updates.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeSocket, startFakePage } from '../../testing/fake-page.ts'
import { LiveConnection, type LiveHandlers } from './live-connection.ts'

let sockets: FakeSocket[]
beforeEach(() => {
  sockets = startFakePage(1_000_000)
})

function connect(handlers: Partial<LiveHandlers> = {}) {
  const all = {
    onSnapshot: vi.fn(),
    onSnapshotStates: vi.fn(),
    onComplete: vi.fn(),
    onStates: vi.fn(),
    onDevicesChanged: vi.fn(),
    onStatus: vi.fn(),
    onRefused: vi.fn(),
    ...handlers,
  }
  const connection = new LiveConnection({ token: 'secret', userId: 7, ...all })
  return { connection, ...all }
}

test('says who is watching, and asks for the whole fleet first', () => {
  connect()
  sockets[0]!.open()
  expect(sockets[0]!.sent).toEqual([{ type: 'watch', token: 'secret', userId: 7, snapshot: true }])
})

test('hands on states, and resumes from the last message', () => {
  const { onStates, onStatus } = connect()
  sockets[0]!.open()
  sockets[0]!.emit({ type: 'watching', time: 600 })
  expect(onStatus).toHaveBeenLastCalledWith({ kind: 'live' })
  sockets[0]!.emit({ type: 'complete', time: 650 })
  const writer = new UpdatesWriter()
  writer.start(700)
  sockets[0]!.onmessage?.({ data: writer.bytes().slice().buffer })
  expect(onStates).toHaveBeenCalledOnce()
  sockets[0]!.onclose?.()
  vi.advanceTimersByTime(1000)
  sockets[1]!.open()
  expect(sockets[1]!.sent[0]).toMatchObject({ type: 'watch', since: 700 })
})

test('what may be old is no longer live, until the server takes it back', () => {
  const { onStatus } = connect()
  sockets[0]!.open()
  sockets[0]!.emit({ type: 'watching', time: 600 })
  sockets[0]!.emit({ type: 'stale', since: 500 })
  expect(onStatus).toHaveBeenLastCalledWith({ kind: 'stale', since: 500 })
  sockets[0]!.emit({ type: 'stale', since: null })
  expect(onStatus).toHaveBeenLastCalledWith({ kind: 'live' })
})

test('a snapshot that broke off begins anew, and so does one that is requested again', () => {
  const { connection, onSnapshot, onSnapshotStates } = connect()
  sockets[0]!.open()
  sockets[0]!.emit({ type: 'watching', time: 600 })
  const overview = { counts: [], box: null }
  sockets[0]!.emit({ type: 'snapshot', ...overview })
  expect(onSnapshot).toHaveBeenCalledWith(expect.objectContaining(overview))
  const writer = new UpdatesWriter()
  writer.start(700, 'snapshot')
  sockets[0]!.onmessage?.({ data: writer.bytes().slice().buffer })
  expect(onSnapshotStates).toHaveBeenCalledOnce()
  sockets[0]!.onclose?.()
  vi.advanceTimersByTime(1000)
  sockets[1]!.open()
  expect(sockets[1]!.sent[0]).toMatchObject({ type: 'watch', snapshot: true })
  sockets[1]!.emit({ type: 'complete', time: 800 })
  connection.restart()
  expect(sockets[1]!.sent[1]).toMatchObject({ type: 'watch', snapshot: true })
})

test('waits 1, 2, 4, 8, 16, 30, 30 seconds between attempts', () => {
  const { onStatus } = connect()
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    sockets.at(-1)!.onclose?.()
    expect(onStatus).toHaveBeenLastCalledWith({ kind: 'paused', retryTime: Date.now() + seconds * 1000 })
    const count = sockets.length
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(sockets).toHaveLength(count)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(count + 1)
  }
})

test('a retry by hand does not wait', () => {
  const { connection } = connect()
  sockets[0]!.onclose?.()
  connection.retry()
  expect(sockets).toHaveLength(2)
  vi.advanceTimersByTime(60_000 - 20_000)
  expect(sockets).toHaveLength(2)
})

test('a line that went silent is given up', () => {
  const { onStatus } = connect()
  sockets[0]!.open()
  sockets[0]!.emit({ type: 'watching', time: 600 })
  vi.advanceTimersByTime(20_000)
  expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'ping' })
  vi.advanceTimersByTime(40_000)
  expect(onStatus).toHaveBeenCalledWith(expect.objectContaining({ kind: 'paused' }))
})

test('a refusal ends it', () => {
  const { onRefused } = connect()
  sockets[0]!.open()
  sockets[0]!.emit({ type: 'refused', code: resultCodes.sessionExpired })
  expect(onRefused).toHaveBeenCalledWith(9902)
  sockets[0]!.onclose?.()
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
})

test('rubbish is ignored', () => {
  const { onStates } = connect()
  sockets[0]!.open()
  sockets[0]!.onmessage?.({ data: 'no json' })
  sockets[0]!.onmessage?.({ data: '{"type":"unheard"}' })
  sockets[0]!.onmessage?.({ data: new Uint8Array(20).fill(255).buffer })
  expect(onStates).not.toHaveBeenCalled()
})
