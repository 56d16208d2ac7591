/**
 * What people wait for while ten large exports are made: the list of places and the sums of a month, requested from the
 * whole server beside the exports and without them, with the time and size of the files. `--devices 1000`,
 * `--exports 10`, `--seconds 20`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ExportJob, exportCalls } from '@trackway/core/features/exports/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { startServerProcess } from '@trackway/server/testing/server-process.ts'
import { fillDays, fillEpisodes } from './fleet/statistics-data.ts'
import { callsAs } from './load/ask.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { quantile, readOptions } from './load/figures.ts'

const { devices, exports, seconds } = readOptions({ devices: 1_000, exports: 10, seconds: 20 })
const dayMs = 86_400_000
const days = 31
const timeZone = 'Asia/Shanghai'
/** People who look at once, each asking so often. */
const people = 5
const everyMs = 500
const firstDay = Math.floor(Date.now() / dayMs) - days - 2
const period = {
  first: dayAt((firstDay + 1) * dayMs, 'UTC'),
  last: dayAt((firstDay + days) * dayMs, 'UTC'),
}

const database = await openBenchDatabase(devices)
const dataDir = await mkdtemp(join(tmpdir(), 'trackway-exports-'))
try {
  await database.pool.query(`insert into device_states (device_id, change_time) select id, 0 from devices`)
  await fillEpisodes(database.pool, { firstDay, days: days + 2, timeZone })
  await fillDays(database.pool, { ...period, timeZone })
  await database.pool.query('vacuum analyze')
  const server = await startServerProcess({ dataDir, env: { DATABASE_URL: database.url } })
  try {
    await measure(server.url)
  } finally {
    await server.stop()
  }
} finally {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(url: string): Promise<void> {
  const call = await callsAs(url, database, 1)
  const measureUntil = async (until: () => boolean) => {
    const [locationsMs, sumsMs]: [number[], number[]] = [[], []]
    const person = async () => {
      while (!until()) {
        const begin = performance.now()
        locationsMs.push((await call(locationCalls.find, { pageNum: 1, pageSize: 100 })).ms)
        sumsMs.push((await call(statisticsCalls.sums, { ...period, groupBy: 'device' })).ms)
        await sleep(Math.max(0, everyMs - (performance.now() - begin)))
      }
    }
    await Promise.all(Array.from({ length: people }, person))
    return { ...quantiles('locations', locationsMs), ...quantiles('sums', sumsMs) }
  }
  const end = (ms: number) => {
    const time = performance.now() + ms
    return () => performance.now() > time
  }
  await measureUntil(end(3_000))
  const without = await measureUntil(end(seconds * 1000))

  const begin = performance.now()
  for (let i = 0; i < exports; i++)
    await call(exportCalls.create, { report: 'trips', format: i % 2 ? 'csv' : 'xlsx', ...period })
  let files: ExportJob[] = []
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      await sleep(1_000)
      files = (await call<{ list: ExportJob[] }>(exportCalls.find, { pageSize: 100 })).data.list
      isDone = files.every(({ state }) => state !== 'queued' && state !== 'running')
    }
  })()
  const beside = await measureUntil(() => isDone)
  await watching
  const took = (performance.now() - begin) / 1000
  if (files.some(({ state }) => state !== 'done')) throw new Error('a file was not made')
  const rows = files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  console.table([
    { what: 'nothing beside', ...without },
    { what: `${exports} exports beside`, ...beside },
  ])
  console.table([{ exports, rows, mb: Math.round(bytes / 1e6), seconds: Math.round(took) }])
}

function quantiles(name: string, ms: number[]) {
  const at = (share: number) => Math.round(quantile(ms, share))
  return { [`${name} asked`]: ms.length, [`${name} p50 ms`]: at(0.5), [`${name} p95 ms`]: at(0.95) }
}
