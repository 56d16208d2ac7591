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

test('each fault shows in what a device reports, and devices without one report as ever', async () => {
  await startFleet({ devices: 1 })
  fleet.stop()
  const morning = start + 6 * 3_600_000
  const ids = ['860000000000001', '860000000000002', '860000000000003', '860000000000004']
  const faults = [['noFix'], ['lowVoltage'], ['noAcc'], []] as const
  fleet = new Fleet({
    members: ids.map((terminalId, n) => ({
      terminalId,
      protocol: 'jt808',
      vehicle: { seed: 3, character: 'taxi', city: 'Lisbon' },
      odometerM: 0,
      since: morning,
      conduct: { faults: faults[n]! },
    })),
    host: '127.0.0.1',
    ports: atPort(server.port),
    clock: createClock(300, morning),
    movingSeconds: 10,
  })
  server.messages = []
  await allOnline(4)
  const of = (id: string) =>
    server.messages
      .filter(({ identity }) => identity?.terminalIds.some((each) => each.endsWith(id.slice(-9))))
      .flatMap(({ reports }) => reports)
      .filter(({ accOn }) => accOn !== undefined)
  await expect.poll(() => ids.every((id) => of(id).length > 30), { timeout: 10_000 }).toBe(true)
  const [noFix, lowVoltage, noAcc, good] = ids.map(of) as [Report[], Report[], Report[], Report[]]
  expect(noFix.every(({ fix }) => fix === 'none')).toBe(true)
  expect(lowVoltage.every(({ externalVoltageV }) => externalVoltageV! < 10)).toBe(true)
  expect(noAcc.some(({ accOn }) => accOn)).toBe(false)
  for (const others of [good, noFix, lowVoltage]) expect(others.some(({ accOn }) => accOn)).toBe(true)
  expect(good.every(({ fix, externalVoltageV }) => fix === 'gps' && externalVoltageV! > 12)).toBe(true)
})

test('frames get lost in both directions on request, and what was not answered comes again', async () => {
  await startFleet({ devices: 12 })
  fleet.stop()
  const fleetOptions = {
    devices: 12,
    seed: 5,
    firstId: 860000000000001,
    protocol: 'jt808',
    since: start,
  } as const
  fleet = new Fleet({
    members: randomFleet({ ...fleetOptions, lost: 0.2 }),
    host: '127.0.0.1',
    ports: atPort(server.port),
    clock: createClock(300, start),
    movingSeconds: 10,
  })
  await allOnline(12)
  await expect.poll(() => fleet.counters.lost).toBeGreaterThan(30)
  expect(fleet.counters.acknowledged).toBeLessThan(fleet.counters.sent)
})

test('every tenth device has a fault, each kind in turn', () => {
  const faults = ['noFix', 'mute'] as const
  const options = { devices: 40, seed: 5, firstId: 1_000_000, protocol: 'gt06', since: start } as const
  const found = randomFleet({ ...options, faulty: 0.1, faults }).map(({ conduct }) => conduct!.faults![0])
  expect(found.filter((fault) => fault !== undefined)).toEqual(['noFix', 'mute', 'noFix', 'mute'])
})
