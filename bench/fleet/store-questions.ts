import type { Call } from '@trackway/core/api/call.ts'
import { checkCarCalls } from '@trackway/core/features/check-car/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { runEpisodeJob } from '@trackway/server/features/episodes/processing/episode-job.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { cities } from '@trackway/simulator/roads/cities.ts'
import { callsAs, urlOf } from '../load/ask.ts'
import { middleAndMost } from '../load/figures.ts'
import type { BenchServer } from '../load/load-run.ts'
import { stallOf } from '../load/process-use.ts'
import { plainSums } from './statistics-data.ts'
import type { TrackStore } from './track-store.ts'

const dayMs = 86_400_000
const runs = 5
const timeZone = 'Asia/Shanghai'

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
export async function sumsOf({ database, facts }: TrackStore, server: BenchServer) {
  const { lastDay, days } = facts
  // The last days that lie within the store in the zone of its account.
  const first = dayAt((lastDay - days + 1) * dayMs + dayMs, timeZone)
  const period = { first, last: dayAt(lastDay * dayMs, timeZone) }
  const start = performance.now()
  await plainSums(database.pool, { ...period, timeZone }, 'plain_positions')
  const plainMs = Math.round(performance.now() - start)
  const queries = {
    'day sums by device and day': {},
    '… by device': { groupBy: 'device', sort: 'distanceM', isDescending: true },
    '… with the period before': { withPrevious: true },
  }
  const rows = []
  for (const [what, more] of Object.entries(queries)) {
    const input = { ...period, pageSize: 100, ...more }
    rows.push({ what, ...(await callOften(database, server, statisticsCalls.sums, input)), plainMs })
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
    const answers = await callOften(store.database, server, checkCarCalls.area, { area, ...range })
    rows.push({ what, ...answers, plainMs: await plainSearch(store, area, range) })
  }
  return rows
}

async function callOften(database: Database, { child, httpPort }: BenchServer, call: Call, input: object) {
  const send = await callsAs(urlOf(httpPort), database, 1)
  await stallOf(child)
  const answers: { ms: number; data: { total: number } }[] = []
  for (let n = 0; n < runs; n++) answers.push(await send(call, input))
  return {
    ...middleAndMost(answers.map(({ ms }) => ms)),
    stallMs: Math.round((await stallOf(child)).stallMs),
    found: answers[0]!.data.total,
  }
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
