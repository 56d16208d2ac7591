import { newTrack } from '@trackway/core/track/columns.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../base/api.ts'
import { StreamedTrack } from './streamed-track.ts'
import type { FromWorker, ToWorker } from './track-messages.ts'

/** The worker of a track: records what it is sent, and sends what the test emits. */
class FakeWorker {
  static last: FakeWorker
  onmessage: ((event: { data: FromWorker }) => void) | null = null
  onerror: (() => void) | null = null
  sent: ToWorker[] = []
  isEnded = false
  constructor() {
    FakeWorker.last = this
  }
  postMessage(message: ToWorker) {
    this.sent.push(message)
    if (message.type === 'bytes') queueMicrotask(() => this.emit({ type: 'read' }))
  }
  emit(data: FromWorker) {
    this.onmessage?.({ data })
  }
  terminate() {
    this.isEnded = true
  }
}

beforeEach(() => vi.stubGlobal('Worker', FakeWorker))
afterEach(() => vi.unstubAllGlobals())

const order = { projection: 'EPSG:3857' } as never
const day = (fixTime: number) => {
  const track = newTrack(1)
  track.fixTime[0] = fixTime
  return track
}
const replyOf = (...chunks: number[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const length of chunks) controller.enqueue(new Uint8Array(length))
      controller.close()
    },
  })
const never = () => new Promise<never>(() => {})

test('days that arrive newest first are shown at once, oldest first', () => {
  const track = new StreamedTrack(never, 2)
  const seen: number[] = []
  track.subscribe(() => seen.push(track.facts.track.length))
  track.load()
  FakeWorker.last.emit({ type: 'day', track: day(200) })
  FakeWorker.last.emit({ type: 'day', track: day(100) })
  FakeWorker.last.emit({ type: 'complete' })
  expect(seen).toEqual([0, 1, 2, 2])
  expect([...track.facts.track.fixTime]).toEqual([100, 200])
  expect(track.facts).toMatchObject({ isComplete: true, error: null })
})

test('a long reply goes to the worker in parts, and then its end', async () => {
  const track = new StreamedTrack(async () => replyOf(300_000, 10), 1)
  track.load()
  const { sent } = FakeWorker.last
  await expect.poll(() => sent.at(-1)?.type).toBe('end')
  const lengths = sent.flatMap((message) => (message.type === 'bytes' ? [message.bytes.length] : []))
  expect(lengths).toEqual([131_072, 131_072, 37_856, 10])
})

test.each([
  ['cut', 'network'],
  ['broken', 'internal'],
] as const)('a reply that is %s counts as %s, and what has come stays', (type, result) => {
  const track = new StreamedTrack(never, 1)
  track.load()
  FakeWorker.last.emit({ type: 'day', track: day(100) })
  FakeWorker.last.emit({ type })
  expect((track.facts.error as ApiError).result).toBe(result)
  expect(track.facts).toMatchObject({ isComplete: false, track: { length: 1 } })
})

test('a refusal of the server is reported, and the next try begins anew', async () => {
  const fetchBlocks = vi.fn().mockRejectedValueOnce(new ApiError('notFound')).mockImplementation(never)
  const track = new StreamedTrack(fetchBlocks, 1)
  track.load()
  await expect.poll(() => (track.facts.error as ApiError).result).toBe('notFound')
  const first = FakeWorker.last
  track.load()
  expect(first.isEnded).toBe(true)
  expect(track.facts).toMatchObject({ error: null, track: { length: 0 } })
})

test('a question is answered by its own answer', async () => {
  const track = new StreamedTrack(never, 1)
  track.load()
  const first = track.paint(order)
  const second = track.paint(order)
  const ids = FakeWorker.last.sent.flatMap((message) => (message.type === 'paint' ? [message.id] : []))
  FakeWorker.last.emit({ type: 'painted', id: ids[1]!, bitmap: 'second' as never })
  FakeWorker.last.emit({ type: 'painted', id: ids[0]!, bitmap: 'first' as never })
  expect([await first, await second]).toEqual(['first', 'second'])
})

test('a request to a stopped track has no answer, also where it waits', async () => {
  const track = new StreamedTrack(never, 1)
  expect(await track.paint(order)).toBeNull()
  track.load()
  const waiting = track.pick('EPSG:3857', {} as never)
  track.stop()
  expect(await waiting).toBeNull()
  expect(FakeWorker.last.isEnded).toBe(true)
})

test('one that was stopped while it was read says nothing of it', async () => {
  let fail: (error: Error) => void = () => {}
  const fetchBlocks = () => new Promise<never>((_, reject) => (fail = reject))
  const track = new StreamedTrack(fetchBlocks, 1)
  track.load()
  track.stop()
  fail(new Error('aborted'))
  await Promise.resolve()
  expect(track.facts.error).toBeNull()
})
