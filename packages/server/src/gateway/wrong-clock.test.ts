import { encodeGreeting, encodeReport } from '@trackway/protocols/teltonika/encode.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { releaseTime } from '../platform/version.ts'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { eventually, startTestGateway, TestDeviceSocket, type TestGateway } from '../testing/test-gateway.ts'

/** The clock of the machine is wrong, that of the satellites is not: devices speak over real sockets. */

const minuteMs = 60_000
const dayMs = 86_400_000

let database: TestDatabase
let owner: TestAccount
let running: TestGateway
/** What the clock of the machine is ahead of the right time, and how long the test pretends to have run and slept. */
let errorMs = 0
let passedMs = 0
let sleptMs = 0
let messages: (string | null)[] = []
const sockets: TestDeviceSocket[] = []
const rightTime = () => Date.now() + passedMs + sleptMs
const now = () => rightTime() + errorMs
const monotonic = () => performance.now() + passedMs

beforeEach(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database)
  messages = []
  errorMs = passedMs = sleptMs = 0
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
  await database.drop()
})

async function start(): Promise<void> {
  running = await startTestGateway(database, {}, { now, monotonic, releaseTime })
  running.bus.subscribe('storage.changed', ({ failure }) => messages.push(failure?.clock?.evidence ?? null))
}

async function restart(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
  await start()
}

class Tracker {
  readonly device: TestDevice
  /** What its clock is ahead of the right time. */
  readonly aheadMs: number
  #socket!: TestDeviceSocket

  constructor(device: TestDevice, aheadMs: number) {
    this.device = device
    this.aheadMs = aheadMs
  }

  async connect(): Promise<this> {
    this.#socket = new TestDeviceSocket(running.gateway.ports.teltonika!)
    sockets.push(this.#socket)
    this.#socket.send(encodeGreeting(this.device.terminalID))
    await this.#socket.expect('01')
    return this
  }

  /** Sends a fix of now by its own clock. */
  report(keptBackMs = 0): void {
    const fixTime = Math.floor(rightTime() + this.aheadMs - keptBackMs)
    const place = { fix: 'gps', latitude: 22.5, longitude: 113.9, speedKmh: 40, satellites: 9 } as const
    this.#socket.send(encodeReport({ ...place, fixTime }))
  }

  get answers(): number {
    return this.#socket.received.split('00000001').length - 1
  }
}

const tracker = async (aheadMs = 0) => new Tracker(await aDevice(database, owner), aheadMs).connect()
const trackers = (count: number, aheadMs = 0) =>
  Promise.all(Array.from({ length: count }, () => tracker(aheadMs)))
const answersOf = (all: Tracker[]) => all.reduce((sum, { answers }) => sum + answers, 0)
const rows = async () =>
  (await database.pool.query('select device_id, fix_time, server_time from positions order by 1, 2')).rows
const isNear = (time: number, to = rightTime()) => Math.abs(time - to) < minuteMs
const answered = (all: Tracker[], count: number) =>
  eventually(
    () => answersOf(all),
    (answers) => answers === count,
  )
const wrongBy = (evidence: string | null) =>
  eventually(
    () => running.ingest.notStoring(),
    () => messages.at(-1) === evidence && running.ingest.notStoring() === (evidence && 'clock'),
  )
/** Long enough for what would be answered. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 400))

describe('a machine whose clock is three days behind after a restart', () => {
  test('acknowledges nothing, and stores all with the right times once it is set', async () => {
    await start()
    const before = await tracker()
    before.report()
    await answered([before], 1)

    errorMs = -3 * dayMs
    await restart()
    const fleet = [await before.connect(), await tracker()]
    for (const each of [...fleet, ...fleet, fleet[0]!]) each.report(each === fleet[0] ? 0 : 1_000)
    await wrongBy('stored')
    await aWhile()
    expect(answersOf(fleet)).toBe(0)
    expect(await rows()).toHaveLength(1)

    errorMs = 0
    await answered(fleet, 5)
    await wrongBy(null)
    for (const { fix_time, server_time } of await rows()) {
      expect(isNear(fix_time)).toBe(true)
      expect(isNear(server_time)).toBe(true)
    }
  })

  test('is believed where devices agree: it was the clock before that was ahead', async () => {
    errorMs = 30 * dayMs
    await start()
    const one = await tracker()
    one.report()
    await answered([one], 1)
    errorMs = 0
    await restart()
    await one.connect()
    one.report()
    await answered([one], 1)
    expect(running.ingest.notStoring()).toBeNull()
  })
})

test('a clock from before this version was made is wrong, whatever anybody says', async () => {
  errorMs = -rightTime()
  await start()
  const one = await tracker()
  one.report()
  await wrongBy('release')
  await aWhile()
  expect(one.answers).toBe(0)
  errorMs = 0
  await answered([one], 1)
  expect(isNear((await rows())[0].fix_time)).toBe(true)
})

describe('by devices alone, on an empty database', () => {
  test('most are ahead by the same amount: the clock is behind', async () => {
    errorMs = -3 * dayMs
    await start()
    const fleet = await trackers(9)
    for (const each of fleet) each.report()
    await wrongBy('devices')
    const before = answersOf(fleet)
    for (const each of fleet) each.report(1_000)
    await aWhile()
    expect(answersOf(fleet)).toBe(before)
    errorMs = 0
    await answered(fleet, 18)
    const late = (await rows()).filter(({ fix_time }) => isNear(fix_time))
    expect(late.length).toBeGreaterThanOrEqual(18 - before)
  })

  test('most are behind by the same amount and go on so: the clock is ahead', async () => {
    errorMs = 3 * dayMs
    await start()
    const fleet = await trackers(9)
    for (const each of fleet) each.report()
    await answered(fleet, 9)
    passedMs += 30_000
    for (const each of fleet) each.report()
    await wrongBy('devices')
  })

  test('what a whole fleet kept back does not speak against the clock', async () => {
    await start()
    const fleet = await trackers(9)
    for (let minutes = 0; minutes < 5; minutes++) {
      for (const each of fleet) each.report(3 * dayMs - minutes * minuteMs)
      passedMs += 10_000
    }
    await answered(fleet, 45)
    expect(running.ingest.notStoring()).toBeNull()
  })

  test.each([
    ['one device far ahead', [400 * dayMs]],
    ['a few with the same clock of the factory', [400 * dayMs, 400 * dayMs, 400 * dayMs]],
    ['a few with one of the past', [-2_000 * dayMs, -2_000 * dayMs, -2_000 * dayMs]],
    ['a fleet in another time zone', Array.from({ length: 9 }, () => 8 * 60 * minuteMs)],
    ['many with clocks of their own', Array.from({ length: 9 }, (_, n) => (n + 2) * dayMs)],
    ['a minority', [0, 0, 0, 0, 0, 0, ...Array.from({ length: 5 }, () => 3 * dayMs)]],
  ])('%s does not', async (_, aheadMs) => {
    await start()
    const fleet = await Promise.all(aheadMs.map((ms) => tracker(ms)))
    for (let turn = 0; turn < 3; turn++) {
      for (const each of fleet) each.report()
      passedMs += 20_000
    }
    await answered(fleet, 3 * fleet.length)
    expect(running.ingest.notStoring()).toBeNull()
  })
})

describe('while it runs', () => {
  test('a clock that leaps ahead is contradicted by one device that goes on', async () => {
    await start()
    const one = await tracker()
    one.report()
    await answered([one], 1)
    errorMs = 3 * dayMs
    one.report()
    await answered([one], 2)
    passedMs += 30_000
    one.report()
    await wrongBy('leap')
    one.report()
    await aWhile()
    expect(one.answers).toBe(2)
    errorMs = 0
    await answered([one], 4)
    await wrongBy(null)
  })

  test('a machine that slept is not: devices come with the time that it is', async () => {
    await start()
    const one = await tracker()
    one.report()
    await answered([one], 1)
    sleptMs = 3 * dayMs
    one.report()
    await answered([one], 2)
    expect(running.ingest.notStoring()).toBeNull()
  })

  test('a clock that leaps back is wrong at once', async () => {
    await start()
    const one = await tracker()
    one.report()
    await answered([one], 1)
    errorMs = -3 * dayMs
    one.report()
    await aWhile()
    expect(one.answers).toBe(1)
    await wrongBy('stored')
    errorMs = 0
    await answered([one], 2)
    await wrongBy(null)
  })
})
