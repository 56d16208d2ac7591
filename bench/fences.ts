/**
 * What fences cost of a report's whole way (socket, framing, decoding, commit, acknowledgement): 100,000 devices, 10,000 at a
 * time, report to a server without fences and to one with 10,000 that count for all of them, by turns. Every hundredth
 * report is a crossing. `--devices 100000`, `--connections 10000`, `--rounds 8`, `--seconds 8` of
 * each, `--rate 0` reports a second: as many as go.
 */
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { type BenchDatabase, openBenchDatabase } from './load/bench-database.ts'
import { quantile, readOptions, rounded } from './load/figures.ts'
import { devicesOnRoad, placeOnRoad } from './load/load-frames.ts'
import { type BenchServer, type RunResult, runLoad, startServerScript, stopServer } from './load/load-run.ts'

const options = readOptions({ devices: 100_000, connections: 10_000, rounds: 8, seconds: 8, rate: 0 })
const { devices, connections, rounds, seconds, rate } = options
/** The first rounds compile what is called often. */
const warmUps = 2
const roads = devices / devicesOnRoad

const without = await openFleet(false)
const withFences = await openFleet(true)
try {
  const results = { without: [] as RunResult[], with: [] as RunResult[] }
  for (let round = 0; round < warmUps + rounds; round++) {
    const [plain, fenced] = [await measure(without, round), await measure(withFences, round)]
    if (round < warmUps) continue
    results.without.push(plain)
    results.with.push(fenced)
  }
  console.table({ 'without fences': middleOf(results.without), [`with ${roads}`]: middleOf(results.with) })
  const { rows } = await withFences.database.pool.query(
    'select (select count(*) from alarms)::int4 as crossings, (select count(*) from positions)::int4 as reports',
  )
  const { crossings, reports } = rows[0]
  console.log(`${crossings} crossings in ${reports} reports: ${rounded((crossings / reports) * 100, 2)} %`)
  const costs = results.with.map((each, at) => microsOf(each) / microsOf(results.without[at]!) - 1)
  const [least, middle, most] = [0, 0.5, 1].map((share) => `${rounded(quantile(costs, share) * 100, 1)} %`)
  console.log(
    `more processor time of server and database for a report: middle ${middle}, ${least} to ${most}`,
  )
} finally {
  await without.close()
  await withFences.close()
}

interface Fleet {
  database: BenchDatabase
  server: BenchServer
  close(): Promise<void>
}

async function openFleet(hasFences: boolean): Promise<Fleet> {
  const database = await openBenchDatabase(devices)
  if (hasFences) await addFences(database)
  await addEarlierAlarms(database)
  const server = await startServerScript('server-process.ts', [database.url])
  const close = async () => {
    await stopServer(server.child)
    await database.drop()
  }
  return { database, server, close }
}

/** Assigned to the account above all. */
async function addFences({ pool }: BenchDatabase): Promise<void> {
  const areas = Array.from({ length: roads }, (_, road) => JSON.stringify(areaOn(road)))
  await pool.query(
    `insert into fences (account_id, name, colour, tags, is_open, area, alarm_on, dwell_s, allow_lbs, create_time,
       change_time, since_time)
     select 1, 'fence ' || n, '#1677ff', '{}', true, area::json, 'in/out', 0, false, 0, 0, 0
     from unnest($1::text[]) with ordinality as a (area, n)`,
    [areas],
  )
  await pool.query(
    'insert into fence_accounts (fence_id, account_id, assign_time) select id, 1, 0 from fences',
  )
}

/** A database that has been in use: plans made for empty tables are others. */
async function addEarlierAlarms({ pool }: BenchDatabase): Promise<void> {
  await pool.query(
    `insert into alarm_episodes (device_id, account_id, code, subject_id, start_time, end_time, server_time, count, source, severity)
     select id, account_id, 3, 1 + id % 10000, 0, 0, 0, 1, 'platform', 2 from devices`,
  )
  await pool.query('insert into alarm_keys select id, 3, 1 + id % 10000 from devices')
  await pool.query('vacuum analyze')
}

/** On a road: each of its devices enters and leaves it once on its length. */
function areaOn(road: number): FenceArea {
  const halfM = 200 + (road % 13) * 10
  const half = halfM / 111_195
  const { lat, lon } = placeOnRoad(road)
  const shape = road % 4
  if (shape === 0) return { shape: 'circle', lat, lon, radiusM: halfM }
  if (shape === 1)
    return { shape: 'rectangle', south: lat - half, north: lat + half, west: lon - half, east: lon + half }
  if (shape === 2)
    return {
      shape: 'polygon',
      corners: Array.from({ length: 12 }, (_, corner) => ({
        lat: lat + half * Math.cos((corner * Math.PI) / 6),
        lon: lon + half * Math.sin((corner * Math.PI) / 6),
      })),
    }
  const line = Array.from({ length: 12 }, (_, at) => ({ lat, lon: lon + (at - 6) * half * 0.3 }))
  return { shape: 'corridor', line, widthM: halfM * 2 }
}

/** With devices that were not connected before. */
async function measure({ database, server }: Fleet, round: number): Promise<RunResult> {
  const load = rate > 0 ? { mode: 'open' as const, value: rate } : { mode: 'closed' as const, value: 1 }
  return runLoad(database, server, { ...load, devices: connections, seconds, first: round * connections })
}

function microsOf({ serverMicros, databaseMicros }: RunResult): number {
  return serverMicros + databaseMicros
}

function middleOf(results: readonly RunResult[]) {
  const middle = (of: (result: RunResult) => number) => rounded(quantile(results.map(of), 0.5), 1)
  return {
    'reports/s': middle(({ perSecond }) => perSecond),
    'µs/report server': middle(({ serverMicros }) => serverMicros),
    database: middle(({ databaseMicros }) => databaseMicros),
    both: middle(microsOf),
  }
}
