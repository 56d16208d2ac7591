/**
 * Devices of JT/T 808 in one upgrade, 5 % of them failing in every way that devices fail: it pauses at the set rate, is
 * resumed, and its server is killed twice meanwhile. In the end each device is in the state that is true of it, or this
 * fails. `--devices 10000`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import {
  aFirmwareFile,
  aWay,
  firmwareType,
  someBytes,
} from '@trackway/server/features/firmware/testing/firmware-rows.ts'
import { changeSettings } from '@trackway/server/platform/settings/process-settings.ts'
import { UpgradingDevice } from '@trackway/server/testing/fakes/upgrading-device.ts'
import { type ServerProcess, startServerProcess } from '@trackway/server/testing/server-process.ts'
import type { UpgradeConduct } from '@trackway/simulator/device/jt808-upgrade.ts'
import { createRandom } from '@trackway/simulator/random.ts'
import { callsAs } from './load/ask.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { readOptions, rounded } from './load/figures.ts'

const { devices: count } = readOptions({ devices: 10_000 })
const oldVersion = 'TW808-2.4'
const version = 'TW808-3.0'
const minuteMs = 60_000
/** More of its devices fail at first, so that it pauses. */
const maxFailurePercent = 5
const minSample = 100

interface Way {
  state: string
  failure: string | null
  conduct?: UpgradeConduct
  firmware?: string
  /** It becomes a device of another type once the task has begun. */
  becomesOther?: true
  isOffline?: true
  isLossy?: true
  hangsUp?: true
}
const ways: Record<string, Way> = {
  'keeps the old version': { state: 'failed', failure: 'notApplied', conduct: 'keepsOld' },
  'says that it failed': { state: 'failed', failure: 'deviceFailed', conduct: 'fails' },
  'does not come back': { state: 'failed', failure: 'lostContact', conduct: 'vanishes' },
  'knows no upgrade': { state: 'failed', failure: 'upgradeUnsupported', conduct: 'unsupported' },
  'refuses the first part': { state: 'failed', failure: 'rejected', conduct: 'refuses' },
  'says nothing': { state: 'failed', failure: 'noAnswer', conduct: 'mute' },
  'becomes another type': { state: 'skipped', failure: 'wrongType', becomesOther: true },
  'has an unsuitable version': { state: 'skipped', failure: 'wrongVersion', firmware: 'TW808-1.0' },
  'is never online': { state: 'skipped', failure: 'deadline', isOffline: true },
  'loses every tenth message': { state: 'done', failure: null, isLossy: true },
  'hangs up in the middle': { state: 'done', failure: null, hangsUp: true },
}
const well: Way = { state: 'done', failure: null }
const names = Object.keys(ways)
/** One of twenty, all of them in the first half. */
const nameOf = (index: number): string | null =>
  index % 10 === 0 && index < count / 2 ? names[(index / 10) % names.length]! : null
const wayOf = (index: number): Way => ways[nameOf(index) ?? ''] ?? well
const idOf = (index: number): string => String(13_900_000_000 + index)

const database = await openBenchDatabase(0)
const dataDir = await mkdtemp(join(tmpdir(), 'trackway-bench-'))
const env = { DATABASE_URL: database.url, FILES_DIR: join(dataDir, 'files') }
changeSettings({ files: { folder: env.FILES_DIR } })
const fleet: UpgradingDevice[] = []
let server: ServerProcess | null = null
try {
  const content = someBytes(4_000)
  await aWay(database, { parts_under_way: 4, answer_ms: 1_000, max_sends: 8, resumes: true })
  const file = await aFirmwareFile(database, { id: 1 }, content, { version, from_versions: [oldVersion] })
  await database.pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, create_time)
     select (13900000000 + n)::text, 1, $1, 0 from generate_series(0, $2::int - 1) n`,
    [firmwareType, count],
  )
  server = await startServerProcess({ dataDir, env })
  const ports = { ...server.ports, http: Number(new URL(server.url).port) }
  const call = await callsAs(server.url, database, 1)
  await connectFleet(ports.jt808)

  const began = performance.now()
  const start = {
    fileId: file.id,
    terminalIDs: Array.from({ length: count }, (_, index) => idOf(index)),
    perSecond: null,
    maxUnderWay: 500,
    maxFailurePercent,
    minSample,
    maxTries: 1,
    deadlineTime: Date.now() + 24 * 60 * minuteMs,
    startTime: Date.now() + 5_000,
  }
  const { taskId } = (await call<{ taskId: number }>(firmwareCalls.start, start)).data
  await database.pool.query('update devices set device_type_id = 8 where terminal_id = any($1)', [
    indexes(({ becomesOther }) => becomesOther).map(idOf),
  ])

  const kills = [0.25, 0.6]
  let pauses = 0
  for (let isClockMoved = false; ; await sleep(500)) {
    const task = await readTask(taskId)
    const { done, failed, skipped } = task.counts
    if (task.finishTime !== null) break
    if (kills[0] !== undefined && done > count * kills[0]) {
      kills.shift()
      await server.stop('SIGKILL')
      server = await startServerProcess({ dataDir, env, ports })
      continue
    }
    if (task.state === 'paused') {
      pauses++
      await call(taskCalls.resume, { id: taskId })
    }
    const silent = indexes(
      ({ conduct, isOffline }) => isOffline || conduct === 'keepsOld' || conduct === 'vanishes',
    )
    if (isClockMoved || done + failed + skipped < count - silent.length) continue
    isClockMoved = true
    await moveClock(taskId)
  }
  const seconds = (performance.now() - began) / 1000

  if (pauses === 0) throw new Error('it never paused')
  await checkStates(taskId, content)
  const parts = fleet.reduce((sum, device) => sum + device.parts, 0)
  console.table([
    {
      devices: count,
      s: Math.round(seconds),
      'devices a second': rounded(count / seconds, 1),
      parts,
      pauses,
      kills: 2,
    },
  ])
} finally {
  for (const device of fleet) device.stop()
  await server?.stop('SIGKILL')
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
}

function indexes(isIt: (way: Way) => boolean | undefined): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => isIt(wayOf(index)))
}

/** A tenth of a second apart for fifty of them, and the same when they come back. */
async function connectFleet(port: number): Promise<void> {
  const random = createRandom(27)
  for (let index = 0; index < count; index++) {
    const way = wayOf(index)
    if (way.isOffline) continue
    const device = new UpgradingDevice(port, {
      terminalId: idOf(index),
      restartMs: 500 + Math.floor(random.next() * 3_000),
      upgrades: {
        firmware: way.firmware ?? oldVersion,
        ...(way.conduct && { conduct: way.conduct }),
        ...(way.isLossy && { loses: () => random.next() < 0.1 }),
      },
    })
    if (way.hangsUp)
      device.onPart = () => {
        if (device.parts === 3) device.hangUp()
      }
    fleet.push(device)
    if (index % 50 === 0) await sleep(100)
  }
}

interface TaskNow {
  state: string
  finishTime: number | null
  counts: { done: number; failed: number; skipped: number }
}

/** The server may be away just now, so the database is asked. */
async function readTask(id: number): Promise<TaskNow> {
  const { rows } = await database.pool.query('select * from device_tasks where id = $1', [id])
  const { state, finish_time, done, failed, skipped } = rows[0]
  return {
    state,
    finishTime: finish_time,
    counts: { done, failed, skipped },
  }
}

/** The half hour after which silence counts passes at once: what is remembered of the devices moves into the past. */
async function moveClock(taskId: number): Promise<void> {
  const ms = 45 * minuteMs
  await database.pool.query(
    `update firmware_transfers set transfer_time = transfer_time - $1::bigint, create_time = create_time - $1::bigint`,
    [ms],
  )
  await database.pool.query('update device_states set connected_time = connected_time - $1::bigint', [ms])
  await database.pool.query('update device_tasks set deadline_time = $2 where id = $1', [taskId, Date.now()])
}

/** Each device is in its state for its reason, and those that are done have the file byte for byte. */
async function checkStates(taskId: number, content: Buffer): Promise<void> {
  const { rows } = await database.pool.query<{ id: string; state: string; failure: string | null }>(
    'select terminal_id as id, state, failure from device_task_items where task_id = $1',
    [taskId],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const wrong: string[] = []
  const counted = new Map<string, number>()
  const devices = new Map(fleet.map((device) => [device.terminalId, device]))
  for (let index = 0; index < count; index++) {
    const { state, failure, becomesOther } = wayOf(index)
    const row = found.get(idOf(index))
    const device = devices.get(idOf(index))
    const has = device !== undefined && device.taker.firmware === version
    const isSame = device?.taker.taken?.data && Buffer.from(device.taker.taken.data).equals(content)
    const isTrue = row?.state === state && row.failure === failure && has === (state === 'done')
    if (!isTrue || (has && !isSame) || (becomesOther && device?.parts !== 0))
      wrong.push(`${idOf(index)} ${nameOf(index)}: ${JSON.stringify(row)}, ${device?.taker.firmware}`)
    const what = `${nameOf(index) ?? 'well'}: ${row?.state} ${row?.failure ?? ''}`
    counted.set(what, (counted.get(what) ?? 0) + 1)
  }
  console.table([...counted].map(([what, devices]) => ({ what, devices })))
  if (wrong.length > 0) throw new Error(`${wrong.length} in a wrong state:\n${wrong.slice(0, 20).join('\n')}`)
}
