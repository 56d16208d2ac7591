/**
 * What fences cost ingest: the same drives of 100,000 devices stored without fences and with 10,000 that count for all of
 * them, by turns. `--devices 100000`, `--fences 10000`, `--rounds 8`: reports of each device, every ten seconds.
 */
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { type Ingest, startIngest } from '@trackway/server/ingest/ingest.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { type BenchDatabase, openBenchDatabase } from './load/bench-database.ts'
import { quantile, readOptions, rounded } from './load/figures.ts'
import { fillLiveFleet, placeOf } from './load/live-fleet.ts'
import { cpuOfTree } from './load/process-use.ts'

const { devices, fences, rounds } = readOptions({ devices: 100_000, fences: 10_000, rounds: 8 })
/** The first rounds read states and fences, and compile what is called often. */
const warmUps = 2
/** As many in a commit as on a busy server: each of the two writers takes half. */
const atOnce = 3_000
const stepMs = 10_000
const stepDeg = 0.001
const startTime = Date.now() - 3 * 3_600_000

const without = await openFleet(0)
const withFences = await openFleet(fences)
try {
  const micros = { without: [] as Micros[], with: [] as Micros[] }
  for (let round = 0; round < warmUps + rounds; round++) {
    const [plain, fenced] = [await measure(without, round), await measure(withFences, round)]
    if (round < warmUps) continue
    micros.without.push(plain)
    micros.with.push(fenced)
  }
  const [plain, fenced] = [middleOf(micros.without), middleOf(micros.with)]
  console.table({ 'without fences': plain, [`with ${fences}`]: fenced })
  const { rows } = await withFences.database.pool.query('select count(*)::int4 as crossings from alarms')
  console.log(`crossings: ${rows[0].crossings} in ${devices * (warmUps + rounds)} reports`)
  const costs = micros.with.map((each, at) => each.all / micros.without[at]!.all - 1)
  const [least, middle, most] = [0, 0.5, 1].map((share) => `${rounded(quantile(costs, share) * 100, 1)} %`)
  console.log(`more processor time for a report, of the rounds: middle ${middle}, ${least} to ${most}`)
} finally {
  await without.close()
  await withFences.close()
}

/** Microseconds of processor time for a report. */
interface Micros {
  server: number
  database: number
  all: number
}

interface Fleet {
  database: BenchDatabase
  ingest: Ingest
  close(): Promise<void>
}

async function openFleet(count: number): Promise<Fleet> {
  const database = await openBenchDatabase(0)
  await fillLiveFleet(database, devices)
  await addFences(database, count)
  await addEarlierAlarms(database)
  const log = createLog('warn')
  const ingest = startIngest({ database, bus: createLocalBus(log), log, gateway: 'bench' })
  const close = async () => {
    await ingest.close()
    await database.drop()
  }
  return { database, ingest, close }
}

/** Assigned to the account above all. */
async function addFences({ pool }: BenchDatabase, count: number): Promise<void> {
  const areas = Array.from({ length: count }, (_, index) => JSON.stringify(areaOf(index)))
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

/** Where a device of the fleet starts: a tenth lie in one city. */
function areaOf(index: number): FenceArea {
  const { latitudeE7, longitudeE7 } = placeOf(index * 9 + 1)
  const [lat, lon] = [latitudeE7 / 1e7, longitudeE7 / 1e7]
  const radiusM = 150 + (index % 30) * 50
  const half = radiusM / 111_195
  if (index % 4 === 0) return { shape: 'circle', lat, lon, radiusM }
  if (index % 4 === 1)
    return { shape: 'rectangle', south: lat - half, north: lat + half, west: lon - half, east: lon + half }
  const around = Array.from({ length: 12 }, (_, corner) => (corner * Math.PI) / 6)
  if (index % 4 === 2)
    return {
      shape: 'polygon',
      corners: around.map((angle) => ({
        lat: lat + half * Math.sin(angle),
        lon: lon + half * Math.cos(angle),
      })),
    }
  const line = around.map((_, at) => ({ lat: lat + at * half, lon: lon + (at % 2) * half }))
  return { shape: 'corridor', line, widthM: 200 }
}

/** Every device reports once. */
async function measure({ database, ingest }: Fleet, round: number): Promise<Micros> {
  const receivedTime = Date.now()
  const before = process.cpuUsage()
  const databaseBefore = await cpuOfTree(database.pid)
  for (let first = 1; first <= devices; first += atOnce) {
    const last = Math.min(devices, first + atOnce - 1)
    await new Promise<void>((resolve) => {
      let waiting = last - first + 1
      const settled = () => {
        if (--waiting === 0) resolve()
      }
      for (let deviceId = first; deviceId <= last; deviceId++)
        ingest.submit({
          device: { deviceId, timeZone: 'UTC', activateTime: 1 },
          ...{ receivedTime, reports: [reportOf(deviceId, round)], isHeard: true, kind: 'reports', settled },
        })
    })
  }
  const { user, system } = process.cpuUsage(before)
  const databaseMicros = (await cpuOfTree(database.pid)) - databaseBefore
  const [server, ofDatabase] = [(user + system) / devices, databaseMicros / devices]
  return { server, database: ofDatabase, all: server + ofDatabase }
}

/** 36 km/h straight on, each device in a direction of its own. */
function reportOf(deviceId: number, round: number) {
  const { latitudeE7, longitudeE7 } = placeOf(deviceId)
  const courseDeg = (deviceId * 7) % 360
  const angle = (courseDeg * Math.PI) / 180
  return {
    ...{ fixTime: startTime + round * stepMs, fix: 'gps' as const, satellites: 9, speedKmh: 36, courseDeg },
    latitude: latitudeE7 / 1e7 + Math.cos(angle) * stepDeg * round,
    longitude: longitudeE7 / 1e7 + Math.sin(angle) * stepDeg * round,
    accOn: true,
  }
}

function middleOf(rows: readonly Micros[]): Micros {
  const middle = (name: keyof Micros) =>
    rounded(
      quantile(
        rows.map((row) => row[name]),
        0.5,
      ),
      1,
    )
  return { server: middle('server'), database: middle('database'), all: middle('all') }
}
