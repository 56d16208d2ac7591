import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { RefusalReason } from '@trackway/core/codes/frames.ts'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Bus, ProcessState } from './bus/bus.ts'
import type { Database } from './database/database.ts'
import { untrustedProxy } from './http/untrusted-proxy.ts'
import { startIntervalJob } from './jobs/interval-job.ts'
import { startRecurringJob } from './jobs/recurring-job.ts'
import type { Log } from './log.ts'
import { metricsOfProcess } from './metrics.ts'
import type { Config } from './settings/config.ts'
import { processSettings } from './settings/process-settings.ts'
import { version } from './version.ts'

/** The state of each process, published on the bus, and the content of this one's data folder. */

const reportMs = 5_000
const dayMs = 86_400_000
const keptSampleDays = 400
const maxBackups = 10

const states = new Map<string, ProcessState & { sayTime: number }>()

/** The processes that have reported lately, by name. */
export function processStates(now: number): (ProcessState & { sayTime: number })[] {
  const lately = [...states.values()].filter(({ sayTime }) => now - sayTime < 6 * reportMs)
  return lately.sort((a, b) => a.name.localeCompare(b.name))
}

/** @returns how to stop */
export function startProcessState(parts: {
  config: Pick<Config, 'roles'>
  name: string
  database: Pick<Database, 'db'>
  bus: Bus
  log: Log
}): () => Promise<void> {
  const { config, name, bus, log } = parts
  const { db } = parts.database
  const startTime = Date.now()
  const stopListening = bus.subscribe('process.state', ({ state }) =>
    states.set(state.name, { ...state, sayTime: Date.now() }),
  )
  let before: { positions: number; time: number } | null = null
  const report = async () => {
    const metrics = await metricsOfProcess()
    const positions = await sumOf(metrics, 'trackway_ingest_positions_total')
    const time = Date.now()
    const seconds = before === null ? 0 : (time - before.time) / 1000
    const positionsPerSecond =
      before === null || seconds <= 0 ? null : (positions - before.positions) / seconds
    before = { positions, time }
    const own = { name: `${name} ${process.pid}`, roles: [...config.roles], startTime, positionsPerSecond }
    const versions = { version, node: process.versions.node }
    bus.publish('process.state', {
      state: {
        ...own,
        ...versions,
        memoryBytes: process.memoryUsage.rss(),
        connections: await sumOf(metrics, 'trackway_gateway_connections'),
        viewers: await sumOf(metrics, 'trackway_live_viewers'),
        waitingItems: await sumOf(metrics, 'trackway_ingest_items_waiting'),
        untrustedProxy: untrustedProxy(),
        refused: await refusedOf(metrics),
      },
    })
  }
  void report()
  const stopReporting = startIntervalJob(reportMs, () => report())
  const stopSampling = startRecurringJob({
    name: 'storage-sample',
    cron: '41 * * * *',
    db,
    log,
    work: async (now) => {
      const day = Math.floor(now / dayMs)
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes`.execute(db)
      const bytes = rows[0]!.bytes
      await db
        .insertInto('storage_samples')
        .values({ day, bytes })
        .onConflict((conflict) => conflict.column('day').doUpdateSet({ bytes }))
        .execute()
      await db
        .deleteFrom('storage_samples')
        .where('day', '<', day - keptSampleDays)
        .execute()
    },
  })
  return async () => {
    stopListening()
    await stopReporting()
    await stopSampling()
  }
}

/** Free bytes on the disk of the database; null where that is elsewhere. */
export async function freeBytes(): Promise<number | null> {
  const { dataDir, holdsDatabase } = processSettings
  if (dataDir === null || !holdsDatabase) return null
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

/** Files in the folder of backups, newest first. */
export async function findBackups(): Promise<{ name: string; bytes: number; time: number }[]> {
  const { dataDir } = processSettings
  if (dataDir === null) return []
  const path = join(dataDir, 'backups')
  const names = await readdir(path).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(path, name))
      return { name, bytes: size, time: Math.round(mtimeMs) }
    }),
  )
  return files.sort((a, b) => b.time - a.time).slice(0, maxBackups)
}

async function refusedOf(metrics: Registry): Promise<ProcessState['refused']> {
  const found = await metrics.getSingleMetric('trackway_gateway_refused_total')?.get()
  return (
    found?.values.map(({ labels, value }) => ({ reason: labels.reason as RefusalReason, count: value })) ?? []
  )
}

/** The sum of a metric over its labels; 0 where this process has none of the name. */
async function sumOf(metrics: Registry, name: string): Promise<number> {
  const found = await metrics.getSingleMetric(name)?.get()
  return found?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
}
