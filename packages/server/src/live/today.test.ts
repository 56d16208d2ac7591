import { roles } from '@trackway/core/codes/roles.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { livePath } from '@trackway/core/live/live.ts'
import { readUpdates } from '@trackway/core/live/live-updates.ts'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEpisodeJob } from '../features/episodes/processing/episode-job.ts'
import type { Bus } from '../platform/bus/bus.ts'
import {
  aDevice,
  anAccount,
  handOver,
  signIn,
  type TestAccount,
  type TestDevice,
} from '../testing/builders.ts'
import { MonthDevice } from '../testing/month-device.ts'
import { vehicleOf } from '../testing/month-plan.ts'
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { Live } from './live.ts'

/**
 * The figures of today in list, card and push are those of the statistics, whatever came late and
 * however a parked vehicle seemed to move about.
 */
const zone = 'Asia/Tokyo'
const day = addDays(dayAt(Date.now(), zone), -3)
const minute = 60_000
const log = pino({ level: 'error' }, pino.destination(2))

/** The clock of all: it goes on, from where it was put last, and never back. */
let aheadMs = Number.NEGATIVE_INFINITY
const now = () => Date.now() + aheadMs
const putClock = (time: number) => {
  aheadMs = Math.max(aheadMs, time - Date.now())
}
putClock(startOfDay(day, zone) + 8 * 60 * minute)

let server: TestServer
let gateway: TestGateway
let live: Live
let owner: TestAccount
let token: string
const ends: (() => void)[] = []

beforeAll(async () => {
  let bus: Bus
  server = await startTestServer({
    now,
    mount: [
      (fastify, context) => {
        bus = context.bus
        live = new Live({
          database: context,
          bus,
          log,
          stateOf: (deviceId) => gateway.ingest.stateOf(deviceId),
          now,
          byTimeEveryMs: 100,
          todayEveryMs: 100,
        })
        return live.mount(fastify, context)
      },
    ],
  })
  gateway = await startTestGateway(server.database, {}, { now })
  ends.push(gateway.bus.subscribe('device.changed', (message) => bus.publish('device.changed', message)))
  owner = await anAccount(server.database, { role: roles.superUser, time_zone: zone })
  token = await signIn(server.database, owner)
})
afterAll(async () => {
  for (const end of ends) end()
  await gateway.stop()
  await live.close()
  await server.stop()
})

/** A vehicle on its way north, a report every ten seconds. */
class Driver {
  readonly device: TestDevice
  readonly #sender: MonthDevice
  #north = 0
  #time = now()

  constructor(device: TestDevice) {
    this.device = device
    const port = gateway.gateway.ports.jt808!
    this.#sender = new MonthDevice({
      terminalId: device.terminalID,
      protocol: 'jt808',
      vehicle: vehicleOf(1),
      port,
    })
    ends.push(() => this.#sender.stop())
  }

  /** Reports of the next minutes; `east`: as far off its way, in thousandths of a degree. */
  during(minutes: number, speedKmh: number, east: (n: number) => number = () => 0): Report[] {
    return Array.from({ length: minutes * 6 }, (_, n) => {
      this.#time += 10_000
      this.#north += speedKmh / 360 / 111.2
      return {
        fixTime: this.#time,
        fix: 'gps' as const,
        latitude: 35.6 + this.#north,
        longitude: 139.7 + east(n) / 1000,
        speedKmh,
        courseDeg: 0,
        satellites: 9,
        accOn: speedKmh > 0,
      }
    })
  }

  /** Sends what it reported up to now, or held back. */
  async send(reports: readonly Report[], isBuffered = false): Promise<void> {
    putClock(this.#time + 1_000)
    await this.#sender.deliver(reports, isBuffered)
  }

  waitUntil(time: number): void {
    this.#time = time
  }
}

async function aDriver(): Promise<Driver> {
  return new Driver(await aDevice(server.database, owner, { device_type_id: 4, activate_time: 1 }))
}

async function round(): Promise<void> {
  const client = await server.database.pool.connect()
  await runEpisodeJob(client, { log, now })
  client.release()
}

async function listed({ terminalID }: TestDevice): Promise<number> {
  const { data } = await server.call(locationCalls.find, { terminalIDs: [terminalID] }, token)
  return data!.list[0]!.todayM!
}

async function ofStatistics({ terminalID }: TestDevice): Promise<number> {
  const today = dayAt(now(), zone)
  const query = { terminalIDs: [terminalID], first: today, last: today }
  const { data } = await server.call(statisticsCalls.sums, query, token)
  return data!.sum.distanceM
}

/** The distance of today that a viewer was last sent, by device. */
async function watch(since?: number): Promise<Map<number, number | null>> {
  const distances = new Map<number, number | null>()
  const socket = new WebSocket(server.url.replace('http', 'ws') + livePath)
  ends.push(() => socket.close())
  socket.binaryType = 'arraybuffer'
  let isWatching = false
  socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', token, since }))
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') isWatching = true
    else for (const { id, todayM } of readUpdates(new Uint8Array(data))!.states) distances.set(id, todayM)
  }
  await expect.poll(() => isWatching).toBe(true)
  return distances
}

/** To 0.1 km, as it is shown. */
const sameKm = (a: number | null | undefined, b: number) => Math.abs((a ?? Number.NaN) - b) < 50
const drift = (n: number) => ((n * 7) % 5) / 5

test('list, push and statistics say the same of today, late fixes and parked drift included', async () => {
  const distances = await watch()
  const driver = await aDriver()
  const { device } = driver
  const parked = driver.during(10, 0, drift)
  const out = driver.during(10, 60)
  const roundabout = driver.during(5, 60, (n) => 20 * Math.sin((Math.PI * n) / 30))
  const home = driver.during(10, 60)
  const parkedAgain = driver.during(20, 0, drift)

  await driver.send([...parked, ...out, ...home, ...parkedAgain])
  await round()
  const before = await listed(device)
  expect(before).toBeGreaterThan(20_000)
  await expect.poll(() => sameKm(distances.get(device.id), before)).toBe(true)
  expect(before).toBe(await ofStatistics(device))

  await driver.send(roundabout, true)
  await round()
  const after = await listed(device)
  expect(after).toBeGreaterThan(before + 500)
  await expect.poll(() => sameKm(distances.get(device.id), after)).toBe(true)
  expect(after).toBe(await ofStatistics(device))

  const onward = driver.during(3, 60)
  await driver.send(onward)
  // Nobody looked since.
  const { rows } = await server.database.pool.query('select today_m from today_sums where device_id = $1', [
    device.id,
  ])
  expect(rows[0].today_m).toBe(after)
  expect(await listed(device)).toBeGreaterThan(after + 2_500)
  await expect.poll(() => sameKm(distances.get(device.id), after + 3_000)).toBe(true)
  await round()
  expect(await listed(device)).toBe(await ofStatistics(device))
})

test('the next day begins with nothing, for those who watch as for those who ask', async () => {
  const driver = await aDriver()
  const { device } = driver
  const distances = await watch()
  await driver.send([...driver.during(10, 60), ...driver.during(10, 0)])
  await round()
  expect(await listed(device)).toBeGreaterThan(9_000)
  await expect.poll(() => distances.get(device.id)).toBeGreaterThan(9_000)

  const midnight = startOfDay(addDays(day, 1), zone)
  putClock(midnight)
  expect(await listed(device)).toBe(0)
  await expect.poll(() => distances.get(device.id)).toBe(0)

  driver.waitUntil(midnight + 60 * minute)
  await driver.send([...driver.during(6, 60), ...driver.during(10, 0)])
  await round()
  expect(await listed(device)).toBe(await ofStatistics(device))
  expect(await listed(device)).toBeGreaterThan(5_000)
  expect(await listed(device)).toBeLessThan(7_000)
})

test('what statistics looked at itself reaches those who watch, without a round', async () => {
  const driver = await aDriver()
  const { device } = driver
  const distances = await watch()
  const [out, held, home] = [driver.during(10, 60), driver.during(5, 60, (n) => n % 2), driver.during(10, 60)]
  await driver.send([...out, ...home, ...driver.during(10, 0)])
  await driver.send(held, true)
  const figure = await ofStatistics(device)
  expect(await listed(device)).toBe(figure)
  await expect.poll(() => sameKm(distances.get(device.id), figure)).toBe(true)
})

test('a device handed with its history to an owner of another zone shows the day of the new one', async () => {
  const driver = await aDriver()
  const { device } = driver
  const distances = await watch()
  await driver.send([...driver.during(10, 60), ...driver.during(10, 0)])
  await round()
  const figure = await listed(device)
  const next = await anAccount(server.database, {
    parent: owner,
    role: roles.user,
    time_zone: 'Asia/Kathmandu',
  })
  await handOver(server.database, device, next, now(), true)
  for (const { bus } of [server, gateway])
    bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
  await round()
  await driver.send([...driver.during(5, 60), ...driver.during(10, 0)])
  await round()
  const { rows } = await server.database.pool.query(
    'select sum(distance_m) as m from day_sums where device_id = $1 and from_time = $2',
    [device.id, startOfDay(dayAt(now(), 'Asia/Kathmandu'), 'Asia/Kathmandu')],
  )
  expect(await listed(device)).toBe(rows[0].m)
  expect(rows[0].m).toBeGreaterThan(figure + 4_000)
  await expect.poll(() => sameKm(distances.get(device.id), rows[0].m)).toBe(true)
})

test('who comes back is sent what was found while it was away', async () => {
  const driver = await aDriver()
  const { device } = driver
  await driver.send([...driver.during(10, 60), ...driver.during(10, 0)])
  await round()
  putClock(now() + 10 * minute)
  const since = now()
  await server.database.pool.query(
    'update today_sums set today_m = today_m + 5000, change_time = $2 where device_id = $1',
    [device.id, since],
  )
  const distances = await watch(since)
  await expect.poll(() => distances.has(device.id)).toBe(true)
  expect(sameKm(distances.get(device.id), await listed(device))).toBe(true)
})
