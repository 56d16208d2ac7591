import { newTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import type { TrackFile } from './track-file.ts'
import { writeInThread } from './write-in-thread.ts'

const aFile = (change: Partial<TrackFile> = {}): TrackFile => ({
  name: 'Van',
  facts: [['Vehicle', 'Van']],
  language: 'en',
  timeZone: 'UTC',
  withHidden: false,
  readings: [],
  read: async function* () {
    yield newTrack(1)
  },
  stops: async () => [],
  ...change,
})
const bytesOf = async (file: TrackFile) =>
  (await Array.fromAsync(writeInThread(file))).reduce((sum, { length }) => sum + length, 0)

test('files that fail, and those that are given up, leave room for the next', async () => {
  const unreadable = aFile({
    // biome-ignore lint/correctness/useYield: it fails before there is anything to give
    read: async function* () {
      throw new Error('the database is away')
    },
  })
  const unsendable = aFile({ name: (() => {}) as never })
  for (let i = 0; i < 3; i++) {
    await expect(bytesOf(unreadable)).rejects.toThrow('the database is away')
    await expect(bytesOf(unsendable)).rejects.toThrow(/could not be cloned/)
    for await (const piece of writeInThread(aFile())) if (piece.length > 0) break
  }
  expect(await bytesOf(aFile())).toBeGreaterThan(1_000)
})
