/**
 * Resident memory of the whole server: idle, with 2,000 devices that report every ten seconds, after the start of the
 * demo, and at most while it is asked heavy questions; of a server and its PostgreSQL on one core with 500 devices; and
 * what an idle, logged-in device connection takes of it, from 10,000 of them, after a collection of garbage.
 * `--devices 10000`, `--minutes 3`: how long devices report.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkCarCalls } from '@trackway/core/features/check-car/calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import { passwordOf, user } from '@trackway/server/platform/embedded-postgres/postgres-folder.ts'
import { patience } from '@trackway/server/testing/patience.ts'
import { type ServerProcess, startServerProcess } from '@trackway/server/testing/server-process.ts'
import { serverEnvironment, serverOptions } from '../scripts/runtime.mjs'
import { callsAs } from './load/ask.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { readOptions } from './load/figures.ts'
import { imeiOf } from './load/load-frames.ts'
import { startLoad, startServerScript, stopServer } from './load/load-run.ts'
import { memoryOfTreeMb, residentMb } from './load/process-memory.ts'
import { useOf } from './load/process-use.ts'

const { devices, minutes } = readOptions({ devices: 10_000, minutes: 3 })
const minuteMs = 60_000
const dayMs = 86_400_000
const warmUp = 500

/** The demo drives through a month before its server is ready. */
patience.startMs = 10 * minuteMs

type Measure = (server: ServerProcess, databaseUrl: string) => Promise<number>
const rows: { what: string; megabytes: number }[] = []
const measureServer = async (what: string, measure: Measure, through: string[] = [], args: string[] = []) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trackway-memory-'))
  const server = await startServerProcess({
    dataDir,
    through,
    args,
    // As `npm start` runs it; what tests keep of compiled code would take 20 MB.
    env: {
      ...serverEnvironment,
      NODE_OPTIONS: serverOptions.join(' '),
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
  })
  try {
    rows.push({ what, megabytes: await measure(server, await urlOfDatabase(dataDir)) })
    console.log(rows.at(-1))
  } catch (error) {
    console.log(what, server.output().slice(-3000))
    throw error
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function urlOfDatabase(dataDir: string): Promise<string> {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return `postgres://${user}:${await passwordOf(dataDir)}@127.0.0.1:${lines[3]}/trackway`
}

const idle: Measure = async ({ pid }) => {
  await sleep(2 * minuteMs)
  return residentMb(pid)
}

/** Of a fleet that reports every ten seconds. */
const withFleet =
  (count: number, memoryMb: (pid: number) => Promise<number>): Measure =>
  async ({ pid, ports }, databaseUrl) => {
    const { pool, close } = openDatabase(databaseUrl, 1)
    await pool.query(
      `insert into devices (terminal_id, account_id, device_type_id, create_time)
       select id, (select min(id) from accounts), 13, 0 from unnest($1::text[]) as id`,
      [Array.from({ length: count }, (_, index) => imeiOf(index))],
    )
    await close()
    const load = await startLoad(ports.gt06, count, 'open', count / 10, minutes * 60)
    await sleep(minutes * minuteMs)
    const megabytes = await memoryMb(pid)
    load.kill()
    return megabytes
  }

/** The most that it takes within a minute in which two people ask whatever takes long, and two files are made. */
const whileAsked: Measure = async ({ pid, url }, databaseUrl) => {
  const database = openDatabase(databaseUrl, 1)
  // Days of a zone that none of the vehicles has are cut from their episodes.
  await database.pool.query(`update accounts set time_zone = 'Asia/Kathmandu' where id = 1`)
  const { rows: some } = await database.pool.query<{ id: string }>(
    'select terminal_id as id from devices where activate_time is not null order by id limit 200',
  )
  const terminalIDs = some.map(({ id }) => id)
  const call = await callsAs(url, database, 1)
  const last = dayAt(Date.now() - dayMs, 'UTC')
  const period = { first: dayAt(Date.now() - 29 * dayMs, 'UTC'), last }
  const until = performance.now() + minuteMs
  let most = 0
  const watching = (async () => {
    for (; performance.now() < until; await sleep(500))
      most = Math.max(most, await residentMb(pid).catch(() => 0))
  })()
  for (const format of ['xlsx', 'pdf', 'csv'])
    await call(exportCalls.create, { report: 'stops', format, ...period })
  const circle = { lat: 60.17, lon: 24.94, radiusM: 5_000 }
  const time = { from: Date.now() - 29 * dayMs, to: Date.now() }
  const person = async () => {
    while (performance.now() < until) {
      await call(statisticsCalls.sums, { ...period, groupBy: 'deviceDay' })
      await call(checkCarCalls.point, { terminalIDs, ...circle, ...time })
    }
  }
  await Promise.all([person(), person()])
  await watching
  await database.close()
  return most
}

await measureServer('idle', idle)
await measureServer('2,000 devices', withFleet(2_000, residentMb))
await measureServer('demo, two minutes after its start', idle, [], ['--demo'])
await measureServer('demo, heavy questions, most', whileAsked, [], ['--demo'])
await measureServer('500 devices on one core, PostgreSQL too', withFleet(500, memoryOfTreeMb), [
  'taskset',
  '-c',
  '0',
])
console.table(rows)
const database = await openBenchDatabase(devices)
try {
  const server = await startServerScript('server-process.ts', [database.url], ['--expose-gc'])
  const idleRss = async () => {
    // Twice: what the first collection frees, the second one gives back to the system.
    await useOf(server.child)
    await sleep(3_000)
    return (await useOf(server.child)).rssBytes
  }
  // A few devices come and go first, so that code and buffers are there already.
  const first = await startLoad(server.port, warmUp, 'idle', 0, 0)
  first.send('end')
  await once(first, 'exit')
  const before = await idleRss()
  const all = await startLoad(server.port, devices, 'idle', 0, 0)
  const after = await idleRss()
  all.send('end')
  await once(all, 'exit')
  await stopServer(server.child)
  const bytesPerConnection = Math.round((after - before) / devices)
  console.table([{ devices, beforeMb: before >> 20, afterMb: after >> 20, bytesPerConnection }])
} finally {
  await database.drop()
}
