import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Database, openDatabase } from '@trackway/server/platform/database/database.ts'
import { migrate } from '@trackway/server/platform/database/migrate.ts'
import {
  prepareDataDir,
  startEmbeddedPostgres,
} from '@trackway/server/platform/embedded-postgres/embedded-postgres.ts'
import { imeiOf } from '../load/load-frames.ts'
import { forgetFiles } from './file-cache.ts'
import type { StoreVehicle } from './fleet-days.ts'
import { plainTable } from './plain-rows.ts'
import type { StoreWork } from './store-worker.ts'

const dayMs = 86_400_000
/** The days of the one device that reports by the clock. */
const longDays = 90
const threads = 2

export interface StoreSize {
  devices: number
  days: number
}

export interface StoreFacts extends StoreSize {
  /** Of the devices 1 to `devices`; UTC days since 1970, both included. */
  firstDay: number
  lastDay: number
  points: number
  /** The device that reports every ten seconds, of `longDays` up to `lastDay`; in an account of its own. */
  longDevice: { id: number; terminalID: string; firstDay: number; points: number }
  packSeconds: number
  plainSeconds: number
}

/**
 * A store of real size. Account 1 has the devices 1 to `devices`, which drove in the streets of many towns
 * (`fleet-days.ts`) and are packed in `track_days`; account 2 has one device of 90 days at ten seconds. Beside
 * them `plain_positions` has all the same points as rows of `positions`, a partition a day with its key. There is
 * nothing in `positions`, and no statistics: who measures those makes them.
 */
export interface TrackStore {
  database: Database
  url: string
  facts: StoreFacts
  /**
   * Stops the database, lets the system forget its files, and starts it again at its port; connections are made
   * anew. @returns whether the files are forgotten
   */
  makeCold(): Promise<boolean>
  /** Ends the database; a store without a folder of its own is removed. */
  close(): Promise<void>
}

/**
 * Opens the store of this size, building it first where there is none: 100,000 points a second on two cores, and
 * 210 bytes of disk for each. It stays in the folder that the environment names as `BENCH_STORE`, for the next
 * bench to open; without one it is removed with `close`.
 *
 *     const store = await openTrackStore({ devices: 1_000, days: 31 }) // 100 million points
 *
 * @throws where the folder holds a store of another size
 */
export async function openTrackStore(size: StoreSize): Promise<TrackStore> {
  const kept = process.env.BENCH_STORE
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'trackway-store-')))
  const factsFile = join(folder, 'track-store.json')
  await prepareDataDir(folder)
  const isBuilt = existsSync(factsFile)
  if (!isBuilt) await prepare(folder)

  let postgres = await startEmbeddedPostgres({ dataDir: folder, port: 0 })
  const { url } = postgres
  const database = openDatabase(url, 4)
  const close = async () => {
    await database.close()
    await stop()
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(database.pool)
    if (!isBuilt) await writeFile(factsFile, JSON.stringify(await build(database, url, size)))
    const facts = JSON.parse(await readFile(factsFile, 'utf8')) as StoreFacts
    if (facts.devices !== size.devices || facts.days !== size.days) {
      throw new Error(`${folder} holds ${facts.devices} devices of ${facts.days} days`)
    }
    return { database, url, facts, makeCold, close }
  } catch (error) {
    await close()
    throw error
  }

  async function makeCold(): Promise<boolean> {
    await stop()
    const isForgotten = await forgetFiles(join(folder, 'postgres'))
    postgres = await startEmbeddedPostgres({ dataDir: folder, port: Number(new URL(url).port) })
    return isForgotten
  }

  /** What is not written yet would take longer than a stop may. */
  async function stop(): Promise<void> {
    const writer = openDatabase(url, 1)
    await writer.pool.query('checkpoint')
    await writer.close()
    await postgres.stop()
  }
}

/** Without its log for replicas a table that is filled in the transaction that made it is written once. */
async function prepare(folder: string): Promise<void> {
  await rm(join(folder, 'postgres'), { recursive: true, force: true })
  const postgres = await startEmbeddedPostgres({ dataDir: folder, port: 0 })
  const { pool, close } = openDatabase(postgres.url, 1)
  for (const setting of ["wal_level = 'minimal'", 'max_wal_senders = 0'])
    await pool.query(`alter system set ${setting}`)
  await close()
  await postgres.stop()
}

async function build({ pool }: Database, url: string, { devices, days }: StoreSize): Promise<StoreFacts> {
  const lastDay = Math.floor(Date.now() / dayMs) - 1
  const vehicle = (deviceId: number, days: number, isSteady = false): StoreVehicle => ({
    deviceId,
    firstDay: lastDay - days + 1,
    days,
    isSteady,
  })
  const vehicles = Array.from({ length: devices }, (_, i) => vehicle(i + 1, days))
  const long = vehicle(devices + 1, longDays, true)
  await register(pool, devices)

  const beginPack = performance.now()
  const longPoints = await work([{ kind: 'pack', url, vehicles: [long] }])
  const points = await work(
    shares(vehicles).map((share): StoreWork => ({ kind: 'pack', url, vehicles: share })),
  )
  const beginPlain = performance.now()
  await pool.query(plainTable)
  const allDays = Array.from({ length: Math.max(days, longDays) }, (_, i) => lastDay - i)
  const plainPoints = await work(
    shares(allDays).map((share): StoreWork => ({ kind: 'plain', url, days: share })),
  )
  if (plainPoints !== points + longPoints) throw new Error(`${plainPoints} rows of ${points + longPoints}`)
  await pool.query('vacuum analyze track_days, device_states, devices')
  await pool.query('analyze plain_positions')
  return {
    devices,
    days,
    firstDay: lastDay - days + 1,
    lastDay,
    points,
    longDevice: {
      id: long.deviceId,
      terminalID: imeiOf(devices),
      firstDay: long.firstDay,
      points: longPoints,
    },
    packSeconds: Math.round((beginPlain - beginPack) / 1_000),
    plainSeconds: Math.round((performance.now() - beginPlain) / 1_000),
  }
}

async function register(pool: Database['pool'], devices: number): Promise<void> {
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, time_zone, create_time)
     values (1, null, '/1/', 'fleet', '', 1, 'Asia/Shanghai', 0), (2, null, '/2/', 'long', '', 1, 'UTC', 0)`,
  )
  await pool.query(
    `insert into devices (id, terminal_id, account_id, device_type_id, create_time)
     select n, terminal_id, case when n > $2 then 2 else 1 end, 13, 0
     from unnest($1::text[]) with ordinality as d (terminal_id, n)`,
    [Array.from({ length: devices + 1 }, (_, index) => imeiOf(index)), devices],
  )
  await pool.query(`select setval(pg_get_serial_sequence('devices', 'id'), $1)`, [devices + 1])
}

/** Each thread takes every n-th. */
function shares<T>(all: readonly T[]): T[][] {
  return Array.from({ length: threads }, (_, n) => all.filter((_, i) => i % threads === n))
}

/** @returns how many points were stored */
async function work(tasks: StoreWork[]): Promise<number> {
  let points = 0
  await Promise.all(
    tasks.map(
      (task) =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL('store-worker.ts', import.meta.url), { workerData: task })
          worker.on('message', (stored: number) => {
            points += stored
            if (Math.floor(points / 1e7) > Math.floor((points - stored) / 1e7)) {
              process.stderr.write(`${task.kind}: ${Math.round(points / 1e6)} million points\n`)
            }
          })
          worker.once('error', reject)
          worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`thread ended ${code}`))))
        }),
    ),
  )
  return points
}
