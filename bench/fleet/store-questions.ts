import { once } from 'node:events'
import type { Call } from '@trackway/core/api/call.ts'
import { checkCarCalls } from '@trackway/core/api/check-car.ts'
import { statisticsCalls } from '@trackway/core/api/statistics.ts'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { dayAt, localDays } from '@trackway/core/rules/local-days.ts'
import { openSession } from '@trackway/server/features/accounts/sessions.ts'
import { runEpisodeJob } from '@trackway/server/features/episodes/processing/episode-job.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { cities } from '@trackway/simulator/roads/cities.ts'
import type { BenchServer } from '../load/load-run.ts'
import type { TrackStore } from './track-store.ts'

/** What is asked of all devices of a store at once: sums of days, and who was in an area. */

const dayMs = 86_400_000
const runs = 5
const zone = 'Asia/Shanghai'

/** Finds the episodes of the store where there are none yet, as the jobs do. @returns points a second, or null */
export async function findStoreEpisodes({ database, facts }: TrackStore): Promise<number | null> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int4 as count from episode_progress',
  )
  if (rows[0]!.count > facts.devices) return null
  const client = await database.pool.connect()
  const start = performance.now()
  let points = 0
  await runEpisodeJob(client, {
    log: createLog('warn'),
    onProcessed: (looked) => {
      points += looked.points
    },
  })
  client.release()
  await database.pool.query('vacuum analyze track_episodes, day_sums, episode_progress')
  return Math.round((points / (performance.now() - start)) * 1000)
}

/** The sums of all devices and days over HTTP, beside mileage and greatest speed alone from the plain rows. */
export async function sumsOf(store: TrackStore, server: BenchServer) {
  const { lastDay, days } = store.facts
  // The last days that lie within the store in the zone of its account.
  const first = dayAt((lastDay - days + 1) * dayMs + dayMs, zone)
  const period = { first, last: dayAt(lastDay * dayMs, zone) }
  const plainMs = await plainSums(store, period)
  const asked = [
    ['day sums by device and day', {}],
    ['… by device', { groupBy: 'device', sort: 'distanceM', isDescending: true }],
    ['… with the period before', { withPrevious: true }],
  ] as const
  const rows = []
  for (const [what, more] of asked) {
    const input = { ...period, pageSize: 100, ...more }
    const answer = await asOften(() => ask(store, server, statisticsCalls.sums, input))
    rows.push({ what, ...answer.times, found: answer.data.total, 'plain query ms': plainMs })
  }
  return rows
}

/** Who of all devices was there within the days of the store, beside the plain query for fixes in the box. */
export async function searchesOf(store: TrackStore, server: BenchServer) {
  const { latitude: lat, longitude: lon } = cities.find(({ name }) => name === 'Beijing')!
  const areas: Record<string, Area> = {
    'circle of 100 m': { shape: 'circle', lat: lat + 0.02, lon: lon + 0.03, radiusM: 100 },
    'circle of 500 m in the centre': { shape: 'circle', lat, lon, radiusM: 500 },
    'rectangle of 5 km': { shape: 'rectangle', south: lat, north: lat + 0.045, west: lon, east: lon + 0.058 },
    'all of a town': { shape: 'circle', lat, lon, radiusM: 30_000 },
    'place 50 km away': { shape: 'circle', lat: lat + 0.45, lon, radiusM: 1_000 },
  }
  const { firstDay, lastDay } = store.facts
  const range = { from: firstDay * dayMs, to: (lastDay + 1) * dayMs - 1 }
  const rows = []
  for (const [what, area] of Object.entries(areas)) {
    const answer = await asOften(() => ask(store, server, checkCarCalls.area, { area, ...range }))
    const plainMs = await plainSearch(store, area, range)
    rows.push({ what, ...answer.times, found: answer.data.total, 'plain query ms': plainMs })
  }
  return rows
}

interface Answer {
  ms: number
  stallMs: number
  data: { total: number }
}

async function asOften(run: () => Promise<Answer>) {
  const answers: Answer[] = []
  for (let n = 0; n < runs; n++) answers.push(await run())
  const ms = answers.map((answer) => answer.ms).toSorted((a, b) => a - b)
  return {
    times: {
      'p50 ms': Math.round(ms[runs >> 1]!),
      'max ms': Math.round(ms.at(-1)!),
      'longest stall ms': Math.round(Math.max(...answers.map(({ stallMs }) => stallMs))),
    },
    data: answers[0]!.data,
  }
}

async function ask(
  { database }: TrackStore,
  { child, port }: BenchServer,
  call: Call,
  input: object,
): Promise<Answer> {
  const token = await openSession(database.db, { accountId: 1, isLong: false, now: Date.now() })
  const stall = async () => {
    child.send('stall')
    return ((await once(child, 'message')) as [{ stallMs: number }])[0].stallMs
  }
  await stall()
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${call.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const { data, meta } = (await response.json()) as { data: Answer['data'] | null; meta: unknown }
  if (data === null) throw new Error(`${call.path}: ${JSON.stringify(meta)}`)
  return { ms: performance.now() - start, stallMs: await stall(), data }
}

async function plainSums({ database, facts }: TrackStore, { first, last }: { first: string; last: string }) {
  const days = localDays(first, last, zone)
  const start = performance.now()
  await database.pool.query(
    `select device_id, width_bucket(fix_time, $1::int8[]) as n, sum(distance_m), max(speed_kmh)
     from plain_positions
     where fix_time >= $2 and fix_time < $3 and quality & ${untrustedBits} = 0 and device_id <= $4
     group by device_id, n`,
    [days.map(({ from }) => from), days[0]!.from, days.at(-1)!.to, facts.devices],
  )
  return Math.round(performance.now() - start)
}

/** Ways across the area between two fixes, and when they began and ended, would cost more. */
async function plainSearch({ database, facts }: TrackStore, area: Area, range: { from: number; to: number }) {
  const { south, north, west, east } = shapeOf(area).box
  const start = performance.now()
  await database.pool.query(
    `select device_id, fix_time, latitude_e7, longitude_e7 from plain_positions
     where device_id <= $1 and fix_time between $2 and $3
       and latitude_e7 between $4 and $5 and longitude_e7 between $6 and $7
     order by device_id, fix_time limit 1000000`,
    [
      facts.devices,
      range.from,
      range.to,
      ...[south, north, west, east].map((degrees) => Math.round(degrees * 1e7)),
    ],
  )
  return Math.round(performance.now() - start)
}
