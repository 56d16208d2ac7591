import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '@trackway/protocols/protocol.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ingest, startIngest } from '../../ingest/ingest.ts'
import type { Outcome } from '../../ingest/ingest-item.ts'
import { createPartitions } from '../../ingest/partitions.ts'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { aDevice, anAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { packRound } from './packer.ts'
import { readTrack } from './read-track.ts'

const dayMs = 86_400_000
const yesterday = (Math.floor(Date.now() / dayMs) - 1) * dayMs
const log = pino({ level: 'silent' })
const { signal } = new AbortController()

let database: TestDatabase
let ingest: Ingest
let deviceIds: number[]

beforeAll(async () => {
  database = await openTestDatabase(12)
  const owner = await anAccount(database)
  deviceIds = []
  for (let i = 0; i < 4; i++) deviceIds.push((await aDevice(database, owner)).id)
  await createPartitions(database.pool, 'positions', [yesterday / dayMs])
  ingest = startIngest({ database, bus: createLocalBus(log), log, gateway: 'here' })
})
afterAll(async () => {
  await ingest.close()
  await database.drop()
})

const reportsFrom = (start: number, count: number): Report[] =>
  Array.from({ length: count }, (_, i) => ({
    fixTime: yesterday + (start + i) * 1_000,
    fix: 'gps',
    latitude: 22.5 + i * 1e-5,
    longitude: 113.9,
    speedKmh: 40,
  }))

function submit(deviceId: number, reports: Report[]): Promise<Outcome> {
  return new Promise((settled) => {
    ingest.submit({
      device: { deviceId, timeZone: 'UTC', activateTime: null },
      receivedTime: Date.now(),
      reports,
      isFromDevice: true,
      kind: 'reports',
      settled,
    })
  })
}

async function pack() {
  const client = await database.pool.connect()
  try {
    return await packRound(client, { log, graceMs: 0, quietMs: 0 })
  } finally {
    client.release()
  }
}

async function timesOf(deviceId: number): Promise<number[]> {
  const times: number[] = []
  const query = { deviceId, from: yesterday, to: yesterday + dayMs, order: 'oldestFirst', signal } as const
  for await (const slice of readTrack(database.pool, query)) times.push(...slice.fixTime)
  return times.map((time) => (time - yesterday) / 1_000)
}
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

test('whatever ingest acknowledges is in the track, while its day is packed and dropped again and again', async () => {
  let isSending = true
  let drops = 0
  const packing = (async () => {
    while (isSending) drops += (await pack())!.dropped.length
  })()
  await Promise.all(
    deviceIds.map(async (deviceId) => {
      for (let sent = 0; sent < 300; sent += 10) {
        // Half of it is sent again, as by a device that missed the acknowledgement.
        const outcome = await submit(deviceId, reportsFrom(Math.max(0, sent - 5), 10 + Math.min(5, sent)))
        expect(outcome).toBe('committed')
        expect(await timesOf(deviceId)).toEqual(upTo(sent + 10))
        // Now and then all devices readings, so that the day is packed and dropped under them; once for certain.
        if (sent % 50 === 0) await sleep(60)
        if (sent === 150) await expect.poll(() => drops).toBeGreaterThan(0)
      }
    }),
  )
  isSending = false
  await packing
  await pack()
  for (const deviceId of deviceIds) expect(await timesOf(deviceId)).toEqual(upTo(300))
})

test('a report sent again after its day was packed and dropped changes nothing', async () => {
  const deviceId = deviceIds[0]!
  const stored = async () =>
    (
      await database.pool.query(
        'select points, distance_m, block, readings from track_days where device_id = $1',
        [deviceId],
      )
    ).rows
  const before = await stored()
  expect(await submit(deviceId, reportsFrom(100, 20))).toBe('committed')
  expect(await timesOf(deviceId)).toEqual(upTo(300))
  expect(await pack()).toMatchObject({ deviceDays: 1 })
  expect(await stored()).toEqual(before)
})
