import { buffer } from 'node:stream/consumers'
import type { InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { qualityBits } from '@trackway/core/codes/states.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { type Sums, statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { addDays, localDays } from '@trackway/core/rules/local-days.ts'
import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import { aPosition, type PositionRow, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { allHandlers } from '../all.ts'
import { takeExport } from '../exports/export-jobs.ts'
import { openFile } from '../exports/files.ts'
import { openReportBy } from '../exports/open-report.ts'
import { runExport } from '../exports/run-export.ts'

/**
 * One query in all its forms: replay, every tab of the statistics, the rows of a figure, and the file.
 * Whatever a vehicle did, in whatever zone it is looked at, all of them say the same.
 */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The clocks of the first and second go forward and back in these days, of the others never. */
const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Shanghai', 'Asia/Kathmandu', 'UTC']
const firstDay = fc.constantFrom('2026-03-27', '2026-10-23', '2026-05-10')
const begin = (day: string) => Date.parse(`${day}T00:00:00Z`) - 6 * 3_600_000
/** In the first requested day, whatever the zone. */
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)

/** What a vehicle does next, for some minutes. */
const leg = fc.record({
  what: fc.constantFrom('drive', 'drive', 'crawl', 'idle', 'park', 'park', 'silence'),
  minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 30, max: 500 })),
  speedKmh: fc.integer({ min: 20, max: 150 }),
  stepS: fc.constantFrom(10, 30, 60),
  jumps: fc.boolean(),
})

type Leg = typeof leg extends fc.Arbitrary<infer T> ? T : never
/** Without it some vehicles would not move in the requested days, and nothing be compared with nothing. */
const sureTrip: Leg = { what: 'drive', minutes: 20, speedKmh: 60, stepS: 30, jumps: false }

/** The legs one after the other, the sure trip among them at noon. */
function* inTime(legs: readonly Leg[], from: number, noon: number) {
  const untilNoon: Leg = {
    what: 'silence',
    minutes: (noon - from) / 60_000,
    speedKmh: 0,
    stepS: 60,
    jumps: false,
  }
  let time = from
  for (const next of [...legs, untilNoon]) {
    const end = time + next.minutes * 60_000
    if (time < noon && end >= noon) {
      yield { ...next, end: noon }
      time = noon + sureTrip.minutes * 60_000
      yield { ...sureTrip, end: time }
    } else if (next !== untilNoon) {
      yield { ...next, end }
      time = end
    }
  }
}

function* positionsOf(legs: readonly Leg[], day: string) {
  let [time, lat, odometerM] = [begin(day), 48, 1_000_000]
  for (const { what, minutes, speedKmh, stepS, jumps, end } of inTime(legs, time, noon(day))) {
    if (what === 'silence') time = end
    // A point each few minutes is enough where nothing changes.
    const stepMs = (what === 'park' ? 300 : minutes > 60 ? 60 : stepS) * 1000
    for (; time < end; time += stepMs) {
      const speed = { drive: speedKmh, crawl: 4, idle: 0, park: 0, silence: 0 }[what]
      const metres = (speed / 3.6) * (stepMs / 1000)
      lat += metres / 111_195
      odometerM += metres
      const isJump = jumps && time % 7 === 0
      yield aPosition({
        fix_time: time,
        latitude_e7: Math.round((isJump ? lat + 1 : lat) * 1e7),
        longitude_e7: 113_000_000,
        speed_kmh: speed,
        acc_on: what !== 'park',
        odometer_m: Math.round(odometerM),
        quality: isJump ? qualityBits.jump : 0,
        distance_m: metres,
        extra: { batteryPercent: Math.floor(time / 3_600_000) % 100 },
      })
    }
  }
}

async function aVehicle(rows: readonly PositionRow[], owner: { id: number }) {
  const last = rows.at(-1)!.fix_time
  const device = await aDevice(server.database, owner, {}, { state_time: last, fix_time: last })
  await storePositions(server.database, device.id, rows)
  return device
}

/** The lines of the file between its head and its sum, by the keys of its columns; and the sum. */
async function fileOf(token: string, query: object): Promise<{ rows: string[][]; sum: string[] }> {
  const { data: job } = await server.call(
    exportCalls.create,
    { format: 'csv', ...query } as Parameters<typeof server.call<typeof exportCalls.create>>[1],
    token,
  )
  const { db, pool } = server.database
  const next = (await takeExport(db, Date.now()))!
  const log = pino({ level: 'silent' })
  const namePlaces = async (places: readonly unknown[]) => places.map(() => 'somewhere')
  await runExport(next, { db, pool, log, now: Date.now, openReport: openReportBy(allHandlers), namePlaces })
  const stored = await openFile(db, next.account_id, job!.id)
  const lines = parseCsv((await buffer(stored.body)).toString(), { delimiter: ',' }).map((line) =>
    line.map(String),
  )
  const head = lines.findIndex(([first]) => first === '') + 1
  return { rows: lines.slice(head + 1, -1), sum: lines.at(-1)! }
}

type Tabs = Record<'trip' | 'stop' | 'idling' | 'ignition' | 'offline' | 'overspeed' | 'charging', Episodes>
type Episodes = OutputOf<typeof statisticsCalls.episodes>

/** What the tabs of episodes say of a period, as the figures of the sums. */
async function tabsOf(filter: object, token: string) {
  const lists = {} as Tabs
  for (const kind of ['trip', 'stop', 'idling', 'ignition', 'offline', 'overspeed', 'charging'] as const) {
    const reportScope = { ...filter, kind, pageSize: 100 } as InputOf<typeof statisticsCalls.episodes>
    lists[kind] = (await server.call(statisticsCalls.episodes, reportScope, token)).data!
  }
  const { trip, stop, idling, ignition, offline, overspeed, charging } = lists
  const figures = figuresOf({
    distanceM: trip.sum.distanceM,
    drivingMs: trip.sum.durationMs,
    idleMs: trip.sum.idleMs + stop.sum.idleMs,
    stoppedMs: stop.sum.durationMs,
    ignitionMs: ignition.sum.durationMs,
    offlineMs: offline.sum.durationMs,
    overspeedMs: overspeed.sum.durationMs,
    trips: trip.sum.begun,
    stops: stop.sum.begun,
    idlings: idling.sum.begun,
    ignitions: ignition.sum.begun,
    offlines: offline.sum.begun,
    overspeeds: overspeed.sum.begun,
    charges: charging.sum.begun,
    maxSpeedKmh: trip.sum.maxSpeedKmh,
  })
  return { lists, figures }
}

/** Figures that two tabs may both show; metres without the rounding of the last digit. */
function figuresOf(
  sums: Omit<Sums, 'meanSpeedKmh' | 'fuelL' | 'fuelLPer100Km' | 'batteryMinPercent' | 'batteryMaxPercent'>,
) {
  const { distanceM, drivingMs, idleMs, stoppedMs, ignitionMs, offlineMs, overspeedMs, ...rest } = sums
  const { trips, stops, idlings, ignitions, offlines, overspeeds, charges, maxSpeedKmh } = rest
  const lengths = { drivingMs, idleMs, stoppedMs, ignitionMs, offlineMs, overspeedMs }
  const counts = { trips, stops, idlings, ignitions, offlines, overspeeds, charges }
  return { ...lengths, ...counts, decimetres: Math.round(distanceM * 10), maxSpeedKmh }
}

const km = (metres: number) => (metres / 1000).toFixed(1)

test('replay, statistics and file give the same mileage, trips and stops', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        day: firstDay,
        owner: fc.constantFrom(...zones),
        caller: fc.constantFrom(...zones),
        legs: fc.array(leg, { minLength: 8, maxLength: 40, size: 'max' }),
        count: fc.integer({ min: 1, max: 4 }),
      }),
      async ({ day, owner, caller, legs, count }) => {
        const rows = [...positionsOf(legs, day)]
        const agent = await anAccount(server.database, { time_zone: caller })
        const user = await anAccount(server.database, { parent: agent, time_zone: owner })
        const { terminalID } = await aVehicle(rows, user)
        const token = await signIn(server.database, agent)
        const days = localDays(day, addDays(day, count - 1), caller)
        const filter = { first: day, last: days.at(-1)!.day, terminalIDs: [terminalID] }
        const range = { from: days[0]!.from, to: days.at(-1)!.to }

        const replay = await server.call(episodeCalls.find, { terminalID, ...range }, token)
        const of = (kind: string) =>
          replay.data!.episodes.filter((each) => each.kind === kind && each.from < range.to)
        const [trips, stops] = [of('trip'), of('stop')]
        const metres = trips.reduce((sum, trip) => sum + trip.distanceM, 0)
        expect(trips.length).toBeGreaterThan(0)

        const sums = (await server.call(statisticsCalls.sums, { ...filter, pageSize: 100 }, token)).data!
        expect(sums.sum.distanceM).toBeCloseTo(metres, 0)
        expect(sums.sum.trips).toBe(trips.filter(({ began }) => began !== 'range').length)
        expect(sums.sum.stops).toBe(stops.filter(({ began }) => began !== 'range').length)
        expect(sums.sum.drivingMs).toBe(trips.reduce((sum, { from, to }) => sum + to - from, 0))
        const byDays = sums.list.reduce((sum, row) => sum + row.distanceM, 0)
        expect(byDays).toBeCloseTo(metres, 0)

        const tabs = await tabsOf(filter, token)
        expect(tabs.figures).toEqual(figuresOf(sums.sum))
        for (const groupBy of ['device', 'day', 'account'] as const) {
          const grouped = (
            await server.call(statisticsCalls.sums, { ...filter, groupBy, pageSize: 100 }, token)
          ).data!
          expect(figuresOf(grouped.sum)).toEqual(tabs.figures)
        }
        for (const row of [...sums.list, ...sums.byDay, sums.sum, ...tabs.lists.trip.list]) {
          expect(row.meanSpeedKmh ?? 0).toBeLessThanOrEqual((row.maxSpeedKmh ?? 0) + 0.001)
        }
        // The rows of each figure add up to it.
        for (const row of sums.list) {
          const ofDay = await tabsOf({ ...filter, first: row.day!, last: row.day! }, token)
          expect(ofDay.figures).toEqual(figuresOf(row))
        }

        for (const [kind, known] of [
          ['trip', trips],
          ['stop', stops],
        ] as const) {
          const listed = tabs.lists[kind]
          expect(listed.total).toBe(known.length)
          const figures = ({ from, to, distanceM }: (typeof known)[number]) => [
            from,
            to,
            Math.round(distanceM),
          ]
          expect(listed.list.map(figures)).toEqual(known.map(figures))
          const file = await fileOf(token, { ...filter, report: `${kind}s` })
          expect(file.rows).toHaveLength(known.length)
        }

        const mileage = await fileOf(token, { ...filter, report: 'mileage' })
        expect(mileage.rows.map((row) => row[2])).toEqual(sums.list.map((row) => km(row.distanceM)))
        expect(mileage.sum[2]).toBe(km(sums.sum.distanceM))
      },
    ),
    { numRuns: 12 },
  )
})
