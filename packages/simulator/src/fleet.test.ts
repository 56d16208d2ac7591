import type { Report } from '@trackway/protocols/protocol.ts'
import { afterEach, expect, test } from 'vitest'
import { createClock } from './device/clock.ts'
import { atPort } from './device/speakers.ts'
import { Fleet, type FleetOptions } from './fleet.ts'
import { randomFleet } from './random-fleet.ts'
import { type AckingServer, startAckingServer } from './testing/acking-server.ts'

/** A Wednesday morning in the cities' middle. */
const start = Date.UTC(2026, 10, 18, 3)
let server: AckingServer
let fleet: Fleet

afterEach(async () => {
  fleet.stop()
  await server.close()
})

async function startFleet(options: Partial<FleetOptions> & { devices: number }): Promise<void> {
  server = await startAckingServer()
  const members = randomFleet({
    devices: options.devices,
    seed: 5,
    firstId: 860000000000001,
    protocol: 'mixed',
    since: start,
  })
  fleet = new Fleet({
    members,
    host: '127.0.0.1',
    ports: atPort(server.port),
    clock: createClock(300, start),
    movingSeconds: 10,
    ...options,
  })
}

const allOnline = (count: number) => expect.poll(() => fleet.counters.online).toBe(count)

/** What was reported of places; heartbeats are reports, too, without time or place, and are not sent again. */
const received = () =>
  server.messages.flatMap((message) => message.reports).filter(({ latitude }) => latitude !== undefined)
/** Two devices may report at the same instant, but not from the same place. */
const nameOf = ({ fixTime, latitude, longitude }: Report) => `${fixTime} ${latitude} ${longitude}`

test('all devices log in, report, and are acknowledged', async () => {
  await startFleet({ devices: 40 })
  await allOnline(40)
  await expect.poll(() => fleet.counters.reports).toBeGreaterThan(100)
  await expect.poll(() => fleet.counters.acknowledged).toBeGreaterThan(50)
  expect(server.messages.filter((message) => message.kind === 'malformed')).toEqual([])
})

test('reports that no one acknowledged come again after the line was lost, and are marked', async () => {
  await startFleet({ devices: 6 })
  await allOnline(6)
  server.answers = false
  // From now on whatever comes is acknowledged to nobody.
  server.messages = []
  await expect.poll(() => received().length).toBeGreaterThan(20)
  const lost = new Set(received().map(nameOf).slice(-10))
  server.messages = []
  server.answers = true
  server.dropAll()
  await expect.poll(() => new Set(received().map(nameOf)).isSupersetOf(lost)).toBe(true)
  const repeated = received().filter((report) => lost.has(nameOf(report)))
  expect(repeated.every((report) => report.isBuffered)).toBe(true)
})

test('bad frames on request do not cost the sound ones', async () => {
  await startFleet({ devices: 10, badFrameShare: 0.3 })
  await allOnline(10)
  await expect.poll(() => fleet.counters.badFrames).toBeGreaterThan(15)
  expect(fleet.counters.reconnects).toBe(0)
  expect(server.messages.some((message) => message.problem === 'checksum')).toBe(true)
})

test('reports kept back on request arrive late and marked', async () => {
  await startFleet({ devices: 20, bufferedShare: 0.3 })
  await allOnline(20)
  await expect.poll(() => fleet.counters.buffered).toBeGreaterThan(5)
  expect(server.messages.some((message) => message.reports.some((report) => report.isBuffered))).toBe(true)
})
