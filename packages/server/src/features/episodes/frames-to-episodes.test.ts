import { roles } from '@trackway/core/codes/roles.ts'
import { qualityBits } from '@trackway/core/codes/states.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { createRandom } from '@trackway/simulator/random.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { MonthDevice } from '../../testing/month-device.ts'
import { type Delivery, MonthPlan, vehicleOf } from '../../testing/month-plan.ts'
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { tripsAndStops } from '../../testing/trips-and-stops.ts'
import { packRound } from '../track-storage/packer.ts'
import { runEpisodeJob } from './processing/episode-job.ts'

/**
 * Frames of vehicles through the real gateway, some of them late, twice or with a wrong clock; tracks are looked
 * at and packed in between. In the end, whatever came when, all queries agree.
 */
const dayMs = 86_400_000
const days = 6
/** The same days and times of day whenever this runs: what vehicles do depends on them. The clock of all goes on. */
const ahead = Date.UTC(2026, 8, 16, 9) - Date.now()
const now = () => Date.now() + ahead
const firstDay = Math.floor(now() / dayMs) - days - 1
const zone = 'Europe/Berlin'

let server: TestServer
let gateway: TestGateway
let owner: TestAccount
let token: string
/** When all was received. */
let end: number
let fleet: { device: TestDevice; sender: MonthDevice; plan: MonthPlan }[]

const log = pino({ level: 'error' }, pino.destination(2))

beforeAll(async () => {
  server = await startTestServer({ now })
  gateway = await startTestGateway(server.database, {}, { now })
  owner = await anAccount(server.database, { role: roles.superUser, time_zone: zone })
  token = await signIn(server.database, owner)
  fleet = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const protocol = index % 2 === 0 ? ('gt06' as const) : ('jt808' as const)
      const device = await aDevice(server.database, owner, { device_type_id: index % 2 === 0 ? 13 : 4 })
      const port = gateway.gateway.ports[protocol]!
      const sender = new MonthDevice({
        terminalId: device.terminalID,
        protocol,
        vehicle: vehicleOf(index),
        port,
      })
      return { device, sender, plan: new MonthPlan(index, { firstDay, movingSeconds: 60, now }) }
    }),
  )
  for (let day = firstDay; day < firstDay + days; day++) {
    await Promise.all(fleet.map(({ sender, plan }) => deliver(sender, plan.deliveriesOf(day))))
    await look()
    if (day % 2 === 0) await pack()
  }
  await Promise.all(fleet.map(({ sender, plan }) => deliver(sender, plan.rest())))
  await look()
  // Fixes whose dates are none have the time at which they were received.
  end = now()
})
afterAll(async () => {
  for (const { sender } of fleet) sender.stop()
  await gateway.stop()
  await server.stop()
})

async function deliver(sender: MonthDevice, deliveries: readonly Delivery[]): Promise<void> {
  for (const { reports, isBuffered } of deliveries) await sender.deliver(reports, isBuffered)
}

async function look(): Promise<void> {
  const client = await server.database.pool.connect()
  await runEpisodeJob(client, { log, now })
  client.release()
}

async function pack(): Promise<void> {
  const client = await server.database.pool.connect()
  await packRound(client, { log, now, graceMs: 0, quietMs: 0 })
  client.release()
}

const begin = firstDay * dayMs - 60 * 3_600_000

async function pointsOf({ terminalID }: TestDevice) {
  const { data } = await server.call(trackCalls.find, { terminalID, from: begin, to: end }, token)
  return data!.points.filter(({ quality }) => (quality & qualityBits.future) === 0)
}

async function trips({ terminalID }: TestDevice, from = begin, to = end) {
  const { data } = await server.call(episodeCalls.find, { terminalID, from, to }, token)
  return data!.episodes
}

const decimetres = (episodes: readonly { distanceM: number }[]) =>
  episodes.reduce((sum, { distanceM }) => sum + Math.round(distanceM * 10), 0)

const numbers = [0, 1, 2, 3]

test.each(numbers)(
  'vehicle %i: the API has the trips and stops that the points of the API make',
  async (n) => {
    const { device } = fleet[n]!
    const points = await pointsOf(device)
    expect(points.length).toBeGreaterThan(500)
    const toE7 = (degrees: number | null) => (degrees === null ? null : Math.round(degrees * 1e7))
    const track = toTrack(
      points.map((point) => ({ ...point, latE7: toE7(point.lat), lonE7: toE7(point.lon) })),
    )
    const expected = tripsAndStops(track).map(({ kind, from, to, distanceM, idleMs, ended }) => ({
      kind,
      from,
      to,
      distanceM,
      idleMs,
      ended,
    }))
    // Before the first stop, the database has the year of a wrong clock.
    const known = expected.slice(expected.findIndex(({ kind }) => kind === 'stop') + 1)
    const found = (await trips(device)).filter(({ from }) => from >= known[0]!.from)
    expect(found).toMatchObject(known)
    expect(found).toHaveLength(known.length)
  },
)

test.each(numbers)('vehicle %i: the parts of any division add up to the whole', async (n) => {
  const { device } = fleet[n]!
  const random = createRandom(n)
  const cuts = Array.from({ length: 12 }, () => random.whole(begin, end)).sort((a, b) => a - b)
  const borders = [begin, ...cuts, end]
  let sum = 0
  for (let k = 1; k < borders.length; k++)
    sum += decimetres(await trips(device, borders[k - 1]!, borders[k]!))
  expect(sum).toBe(decimetres(await trips(device)))
})

describe('sums of days', () => {
  test.each(numbers)('vehicle %i: are those of its trips of the day in the owner’s zone', async (n) => {
    const { device } = fleet[n]!
    const { rows } = await server.database.pool.query<Record<string, number>>(
      'select * from day_sums where device_id = $1 and from_time >= $2 order by from_time',
      [device.id, begin],
    )
    expect(rows.length).toBeGreaterThan(days)
    for (const row of rows) {
      expect(row.from_time).toBe(startOfDay(dayAt(row.from_time!, zone), zone))
      expect(row.to_time).toBe(startOfDay(addDays(dayAt(row.from_time!, zone), 1), zone))
      const parts = await trips(device, row.from_time, row.to_time)
      expect(Math.round(row.distance_m! * 10)).toBe(decimetres(parts))
      const lasted = (kind: string) =>
        parts.filter((part) => part.kind === kind).reduce((ms, { from, to }) => ms + to - from, 0)
      expect([row.driving_ms, row.stopped_ms]).toEqual([lasted('trip'), lasted('stop')])
    }
  })

  test('the calendar shows the same', async () => {
    const { device } = fleet[0]!
    const { data } = await server.call(trackCalls.days, { terminalID: device.terminalID }, token)
    const { rows } = await server.database.pool.query<{ from_time: number; distance_m: number }>(
      // The calendar has no distance of a day in which all reports have a wrong clock.
      'select from_time, distance_m from day_sums where device_id = $1 and driving_ms + stopped_ms > 0',
      [device.id],
    )
    const sums = new Map(rows.map((row) => [dayAt(row.from_time, zone), row.distance_m]))
    for (const { day, distanceM } of data!.days.slice(0, days)) expect(distanceM).toBe(sums.get(day) ?? null)
  })
})
