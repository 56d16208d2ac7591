import { expect, test } from 'vitest'
import type { Session } from '../platform/http/session.ts'
import { type Socket, Viewer } from './viewer.ts'

/** A client that reads nothing: the test sets `bufferedAmount` as if it had. */
class StuckSocket implements Socket {
  bufferedAmount = 0
  readyState = 1
  sent: string[] = []
  send(data: Buffer | string, _options: object, done?: () => void): void {
    this.sent.push(data.toString())
    this.bufferedAmount += data.length
    done?.()
  }
  close(): void {
    this.readyState = 3
  }
  terminate(): void {
    this.readyState = 3
  }
  ping(): void {}
}

const session = { tokenHash: Buffer.from('x'), deviceId: null } as unknown as Session

function aViewer(since: number | null = null) {
  const socket = new StuckSocket()
  const viewer = new Viewer(socket, { token: 't', session, accountId: 1, path: '/1/', since, now: 1_000 })
  return { socket, viewer }
}

const message = (text: string) => Buffer.from(text.padEnd(200_000))

test('a client that reads is sent everything', () => {
  const { socket, viewer } = aViewer()
  for (let i = 0; i < 20; i++) {
    expect(viewer.sendOrMiss(message(`${i}`), [i], 1_000 + i)).toBe(true)
    socket.bufferedAmount = 0
  }
  expect(socket.sent).toHaveLength(20)
  expect(viewer.upToDateUntil(2_000)).toBe(2_000)
})

test('one that does not is sent no more than its bound, and what it missed is remembered once per device', () => {
  const { socket, viewer } = aViewer()
  for (let i = 0; i < 1_000; i++) viewer.sendOrMiss(message('x'), [i % 7], 1_000 + i)
  expect(socket.bufferedAmount).toBeLessThan(1_000_000)
  expect(viewer.upToDateUntil(5_000)).toBe(1_000 + socket.sent.length)
  const missed = viewer.takeMissed()
  expect(missed).toEqual({ deviceIds: expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]) })
  expect(missed).toHaveProperty('deviceIds.length', 7)
})

test('the begin of a lag is reported once', () => {
  const { viewer } = aViewer()
  const answers = Array.from({ length: 10 }, () => viewer.sendOrMiss(message('x'), [1], 1_000))
  expect(answers.filter((isFine) => !isFine)).toHaveLength(1)
})

test('one that missed very many devices gets all since the first, and memory stays bounded', () => {
  const { viewer } = aViewer()
  let time = 1_000
  for (let i = 0; i < 50_000; i += 10) {
    const ids = Array.from({ length: 10 }, (_, k) => i + k)
    viewer.sendOrMiss(message('x'), ids, time++)
  }
  const missed = viewer.takeMissed()
  expect(missed).toEqual({ since: viewer.upToDateUntil(time) })
})

test('is up to date again only when nothing is left, and what comes meanwhile is not lost', () => {
  const { socket, viewer } = aViewer(500)
  expect(viewer.isLagging).toBe(true)
  expect(viewer.takeMissed()).toEqual({ since: 500 })
  viewer.sendOrMiss(message('x'), [3], 1_100)
  expect(socket.sent).toHaveLength(0)
  expect(viewer.takeMissed()).toEqual({ deviceIds: [3] })
  expect(viewer.takeMissed()).toBeNull()
  expect(viewer.isLagging).toBe(false)
})

test('what could not be sent is missed again', () => {
  const { viewer } = aViewer(500)
  viewer.putBack(viewer.takeMissed()!)
  expect(viewer.takeMissed()).toEqual({ since: 500 })
})

test('a silent client is pinged once, then dropped', () => {
  const { socket, viewer } = aViewer()
  viewer.checkAlive()
  expect(socket.readyState).toBe(1)
  viewer.checkAlive()
  expect(socket.readyState).toBe(3)
})
