import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { qualityBits } from '@trackway/core/codes/states.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { type TrackPoint, trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { joinTracks, type Track } from '@trackway/core/track/columns.ts'
import { BlockStream, blockStreamType } from '@trackway/core/track/format/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packRound } from '../features/track-storage/packer.ts'
import { MonthDevice } from './month-device.ts'
import { type Delivery, MonthPlan, oldClock, vehicleOf } from './month-plan.ts'
import { patience } from './patience.ts'
import { freePorts, type ServerProcess, startServerProcess, testAdminPassword } from './server-process.ts'

/**
 * A month of vehicles through the real gateway, as fast as the server takes it: reports that come late,
 * twice, again after a lost connection and with wrong clocks, a server that is killed again and again, and days
 * that are packed and dropped meanwhile. Then every point that was acknowledged is requested.
 * `MONTH_INTERVAL_SECONDS=10` for fifty vehicles that report every ten seconds.
 */
const dayMs = 86_400_000
const days = 30
const movingSeconds = Number(process.env.MONTH_INTERVAL_SECONDS ?? 600)
const vehicles = movingSeconds < 600 ? 50 : 16
/** Forty times what it takes on two free cores: other tests run beside it. */
const timeoutMs = 4 * patience.testMs * Math.max(1, 600 / movingSeconds)
/** Days of the month on which the server is killed, and on which the packer loses its connection. */
const [killDays, lostPackerDays] = [
  [3, 15, 28],
  [6, 20],
]
const today = Math.floor(Date.now() / dayMs)
/** The same days whenever it runs: what vehicles do depends on the day. */
const firstDay = Date.UTC(2024, 8, 1) / dayMs

let dataDir: string
let ports: Awaited<ReturnType<typeof freePorts>>
let server: ServerProcess
let fleet: { device: MonthDevice; plan: MonthPlan }[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-month-'))
  ports = await freePorts()
  server = await startServer()
  fleet = Array.from({ length: vehicles }, (_, index) => {
    const protocol = index % 2 === 0 ? 'gt06' : 'jt808'
    return {
      device: new MonthDevice({
        terminalId: String(868_100_000_000_000 + index),
        protocol,
        vehicle: vehicleOf(index),
        port: ports[protocol],
      }),
      plan: new MonthPlan(index, { firstDay, movingSeconds }),
    }
  })
})
afterAll(async () => {
  for (const { device } of fleet) device.stop()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const startServer = () => startServerProcess({ dataDir, ports, env: { REGISTER_UNKNOWN: '1' } })

test('every report that was acknowledged is found again exactly once, as it was sent', {
  timeout: timeoutMs,
}, async () => {
  for (let day = firstDay; day < firstDay + days; day++) {
    const sending = Promise.all(fleet.map(({ device, plan }) => sendDay(device, plan, day)))
    const packing = (day - firstDay) % 2 === 0 ? pack(day) : undefined
    await Promise.all([sending, disturb(day - firstDay), packing])
  }
  for (const { device, plan } of fleet) await send(device, plan, plan.rest())
  await pack(today)
  expect(fleet.reduce((sum, { device }) => sum + device.losses, 0)).toBeGreaterThan(vehicles)

  const token = await signIn()
  for (const { device } of fleet) {
    const expected = [...device.acknowledged.values()].filter(isBelievable)
    expect(expected.length).toBeGreaterThan(days)
    const found = await findAll(device, token)
    expectSame(device, expected, found)
  }
  // On the days on which this runs also what has the time of its receipt is stored.
  const isBefore = (day: number) => day < today
  expect((await daysStored()).filter(isBefore)).toEqual(daysWithFixes().filter(isBefore))
})

async function sendDay(device: MonthDevice, plan: MonthPlan, day: number): Promise<void> {
  await send(device, plan, plan.deliveriesOf(day))
}

const chunkSize = 40
const [cutShare, repeatShare] = [0.05, 0.05]

/** In pieces, some of them twice, and some while the connection is lost. */
async function send(device: MonthDevice, { random }: MonthPlan, deliveries: Delivery[]): Promise<void> {
  for (const { reports, isBuffered } of deliveries) {
    for (let from = 0; from < reports.length; from += chunkSize) {
      const chunk = reports.slice(from, from + chunkSize)
      if (random.next() < cutShare) device.cutSoon()
      await device.deliver(chunk, isBuffered)
      if (random.next() < repeatShare) await device.deliver(chunk, isBuffered)
      // Days ago, packed meanwhile: the device forgot that it was acknowledged.
      if (random.next() < repeatShare) await device.deliver(random.pick([someOf(device), chunk]))
    }
  }
}

function someOf({ acknowledged }: MonthDevice): Report[] {
  const all = [...acknowledged.values()]
  const from = Math.floor(Math.random() * all.length)
  return all.slice(from, from + chunkSize)
}

async function disturb(dayOfMonth: number): Promise<void> {
  if (!killDays.includes(dayOfMonth)) return
  await sleep(Math.random() * 300)
  await server.stop('SIGKILL')
  server = await startServer()
}

/** As if the month's clock were the packer's, which finds days over that devices still report of. */
async function pack(day: number): Promise<void> {
  const client = await openDatabase()
  const isLost = lostPackerDays.includes(day - firstDay)
  if (isLost) setTimeout(() => client.end().catch(() => {}), Math.random() * 500)
  try {
    const log = pino({ level: 'silent' })
    const now = () => (day + 1) * dayMs
    while ((await packRound(client, { log, now, graceMs: 0, quietMs: 0 })) === null) await sleep(50)
  } catch (error) {
    if (!isLost) throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function openDatabase(): Promise<pg.Client> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const lock = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client(`postgres://trackway:${password}@127.0.0.1:${lock[3]}/trackway`)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Reports with dates that no clock can mean are acknowledged; live ones with a fix are stored by when they came. */
const isBelievable = ({ fixTime }: Report) => fixTime! > Date.UTC(2010, 0, 2) && fixTime! < Date.now() + dayMs

async function signIn(): Promise<string> {
  const response = await post(accountCalls.login.path, { username: 'admin', password: testAdminPassword })
  return ((await response.json()) as { data: { token: string } }).data.token
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** The spans in which something may be. */
const spans = [
  { from: (Math.floor(oldClock / dayMs) - 5) * dayMs, to: (Math.floor(oldClock / dayMs) + 5) * dayMs },
  { from: (firstDay - 5) * dayMs, to: (firstDay + days + 5) * dayMs },
  // A clock may have been set by hand, to some time of today.
  { from: (today - 1) * dayMs, to: (today + 3) * dayMs },
]

/** Each span in both forms, which must say the same. */
async function findAll({ terminalId }: MonthDevice, token: string): Promise<TrackPoint[]> {
  const all: TrackPoint[] = []
  for (const span of spans) {
    const request = (accept: string) =>
      post(
        trackCalls.find.path,
        { terminalID: terminalId, ...span },
        { accept, authorization: `Bearer ${token}` },
      )
    const { data } = (await (await request('application/json')).json()) as { data: { points: TrackPoint[] } }
    const track = await trackOf(await request(blockStreamType))
    expect([...track.fixTime]).toEqual(data.points.map(({ fixTime }) => fixTime))
    expect([...track.latE7].map((lat) => lat / 1e7)).toEqual(data.points.map(({ lat }) => lat))
    expect([...track.quality]).toEqual(data.points.map(({ quality }) => quality))
    all.push(...data.points.filter(({ quality }) => (quality & qualityBits.received) === 0))
  }
  return all
}

async function trackOf(response: Response): Promise<Track> {
  const stream = new BlockStream(zstdDecompressSync)
  const tracks = stream
    .push(new Uint8Array(await response.arrayBuffer()))
    .map((block) => decodeBlock(block).track!)
  expect(stream.isComplete).toBe(true)
  return joinTracks(tracks.toReversed())
}

function expectSame(device: MonthDevice, expected: Report[], found: TrackPoint[]): void {
  const points = new Map(found.map((point) => [point.fixTime, point]))
  expect(points.size, 'each once').toBe(found.length)
  const lost = expected.filter(({ fixTime }) => !points.has(fixTime!))
  expect(lost, `lost by ${device.terminalId}`).toEqual([])
  const sent = new Set(expected.map(({ fixTime }) => fixTime))
  expect(
    found.filter(({ fixTime }) => !sent.has(fixTime)),
    `never sent by ${device.terminalId}`,
  ).toEqual([])
  const changed = expected.filter((report) => !isSame(device, report, points.get(report.fixTime!)!))
  expect(changed.map((report) => [report, points.get(report.fixTime!)])).toEqual([])
}

/** What each protocol can say of a value; the track keeps a millionth of a degree and a tenth of a km/h. */
const precision = {
  gt06: { degrees: 0.5 / 1_800_000, speedKmh: 0.5, mostSatellites: 15, odometerM: 0.5 },
  jt808: { degrees: 0.5e-6, speedKmh: 0.05, mostSatellites: 255, odometerM: 50 },
}
const slack = { degrees: 0.6e-6, speedKmh: 0.051, odometerM: 0.51 }

function isSame({ protocol }: MonthDevice, report: Report, point: TrackPoint): boolean {
  const of = precision[protocol]
  const isNear = (value: number | null, sent: number | undefined, tolerance: number) =>
    value !== null && Math.abs(value - (sent ?? 0)) <= tolerance
  const isFixed = report.fix === 'gps'
  return (
    ((point.quality & qualityBits.noFix) === 0) === isFixed &&
    isNear(point.lat, report.latitude, of.degrees + slack.degrees) &&
    isNear(point.lon, report.longitude, of.degrees + slack.degrees) &&
    isNear(point.speedKmh, report.speedKmh, of.speedKmh + slack.speedKmh) &&
    point.courseDeg === Math.round(report.courseDeg!) % 360 &&
    point.satellites === Math.min(of.mostSatellites, report.satellites!) &&
    point.accOn === (report.accOn ?? false) &&
    (report.odometerM === undefined ||
      isNear(point.odometerM, report.odometerM, of.odometerM + slack.odometerM))
  )
}

/** UTC days of which anything is stored, whoever it belongs to. */
async function daysStored(): Promise<number[]> {
  const client = await openDatabase()
  const { rows } = await client.query<{ day: number }>(
    `select day from track_days union select (fix_time / 86400000)::int4 from positions order by day`,
  )
  await client.end()
  return rows.map(({ day }) => day)
}

/** The days with fixes, all of which must have been requested. */
function daysWithFixes(): number[] {
  const times = fleet.flatMap(({ device }) => [...device.acknowledged.values()].filter(isBelievable))
  return [...new Set(times.map(({ fixTime }) => Math.floor(fixTime! / dayMs)))].sort((a, b) => a - b)
}
