import { zstdCompressSync } from 'node:zlib'
import { newTrack } from '@trackway/core/track/columns.ts'
import { encodeBlock } from '@trackway/core/track/format/encode-block.ts'
import { afterEach, expect, test } from 'vitest'
import { maxThreads, searchInThread } from './search-threads.ts'
import type { SearchWork } from './search-work.ts'

const circle = { shape: 'circle', lat: 1, lon: 1, radiusM: 100 } as const

/** A day of so many fixes in one place, a second apart. */
function work(fixes: number, days = 1): SearchWork {
  const track = newTrack(fixes)
  track.fixTime.forEach((_, i) => {
    track.fixTime[i] = i * 1000
  })
  track.latE7.fill(10_000_000)
  track.lonE7.fill(10_000_000)
  const block = zstdCompressSync(encodeBlock(track))
  const ofDay = () => ({ block: new Uint8Array(block), rows: null, isNext: false })
  const devices = [{ deviceId: 7, days: Array.from({ length: days }, ofDay) }]
  return { area: circle, from: 0, to: 1e12, confirmMs: 0, maxVisits: 10, devices }
}

let controller = new AbortController()
afterEach(() => {
  controller.abort()
  controller = new AbortController()
})

test('finds what is in the days it is given, one piece of work after another', async () => {
  for (let i = 0; i < 5; i++) {
    expect(await searchInThread(work(100), controller.signal)).toMatchObject([{ deviceId: 7, total: 1 }])
  }
})

test('a damaged day fails the search that needs it, and no other', async () => {
  const damaged = work(100)
  damaged.devices[0]!.days[0]!.block = new Uint8Array([1, 2, 3])
  await expect(searchInThread(damaged, controller.signal)).rejects.toThrow()
  expect(await searchInThread(work(100), controller.signal)).toHaveLength(1)
})

test('ends what is under way and what waits once nobody wants it, and goes on with the others', async () => {
  // All threads are there, and each has work for longer than any machine needs to come to the abort.
  await Promise.all(Array.from({ length: maxThreads }, () => searchInThread(work(10_000), controller.signal)))
  const long = Array.from({ length: maxThreads + 2 }, () =>
    searchInThread(work(86_400, 5_000), controller.signal),
  )
  const failed = Promise.allSettled(long)
  const other = searchInThread(work(100), new AbortController().signal)
  setImmediate(() => controller.abort())
  expect((await failed).map(({ status }) => status)).toEqual(long.map(() => 'rejected'))
  expect(await other).toHaveLength(1)
})
