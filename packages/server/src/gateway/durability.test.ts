import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acknowledgedBy, expectStored, StubbornDevice } from '../testing/fakes/stubborn-device.ts'
import { freePorts, type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { eventually, TestDeviceSocket } from '../testing/test-gateway.ts'

/** The real server in a process of its own, killed and starved while devices report. */

let dataDir: string
let server: ServerProcess
let ports: Awaited<ReturnType<typeof freePorts>>
let fleet: StubbornDevice[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-durability-'))
  ports = await freePorts()
  server = await startServer()
})
afterEach(async () => {
  for (const device of fleet.splice(0)) device.stop()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const startServer = () => startServerProcess({ dataDir, ports, env: { REGISTER_UNKNOWN: '1' } })

async function queryRows<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const lock = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client(`postgres://trackway:${password}@127.0.0.1:${lock[3]}/trackway`)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

function startFleet(size: number): void {
  fleet = Array.from(
    { length: size },
    (_, n) => new StubbornDevice(String(868_000_000_000_000 + n), ports.gt06),
  )
}

const total = () => acknowledgedBy(fleet)

const expectAllStored = async () =>
  expectStored(
    fleet,
    await queryRows('select d.terminal_id, p.fix_time from positions p join devices d on d.id = p.device_id'),
  )

test('killed five times with eight reports in flight on every socket, every acknowledged report is stored exactly once', async () => {
  startFleet(50)
  for (let kill = 0; kill < 5; kill++) {
    const before = total()
    await eventually(total, (count) => count > before + 500)
    await server.stop('SIGKILL')
    server = await startServer()
  }
  const before = total()
  await eventually(total, (count) => count > before + 500)
  for (const device of fleet) device.stop()
  await expectAllStored()
})

test('with the database stopped, devices stay connected, nothing acknowledged is lost, the backlog drains', async () => {
  startFleet(50)
  await eventually(total, (count) => count > 1_000)
  // Who is still to be looked up cannot be let in without the database.
  await eventually(
    () => Math.min(...fleet.map(({ acknowledged }) => acknowledged.size)),
    (least) => least > 0,
  )
  const held = await holdDown(8_000)
  const losses = fleet.reduce((sum, device) => sum + device.losses, 0)
  expect(losses).toBe(0)
  expect(held.acknowledgedMeanwhile).toBe(0)
  const before = total()
  await eventually(total, (count) => count > before + 1_000)
  for (const device of fleet) device.stop()
  await expectAllStored()
})

/** Ends the database at once, and holds its port for a while, so that it cannot be started again meanwhile. */
async function holdDown(ms: number): Promise<{ acknowledgedMeanwhile: number }> {
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid')
  const port = Number((await readFile(lockFile, 'utf8')).split('\n')[3])
  const blocker = createServer((socket) => socket.destroy())
  for (let ended = 0; !(await listens(blocker, port)); await sleep(10)) {
    // It may have been started again before its port was taken.
    const pid = Number((await readFile(lockFile, 'utf8').catch(() => '')).split('\n')[0])
    if (pid > 0 && pid !== ended) process.kill(pid, 'SIGQUIT')
    ended = pid || ended
  }
  // What was committed before the end may still be on its way to the devices.
  for (let last = -1; last !== total(); await sleep(1_000)) last = total()
  const before = total()
  await sleep(ms)
  const acknowledgedMeanwhile = total() - before
  blocker.close()
  return { acknowledgedMeanwhile }
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
}

test('five thousand connections that never log in disturb nobody', async () => {
  startFleet(5)
  await eventually(total, (count) => count > 50)
  const silent = Array.from({ length: 5_000 }, () => new TestDeviceSocket(ports.gt06))
  try {
    await eventually(
      () => silent.filter(({ socket }) => !socket.connecting).length,
      (count) => count === silent.length,
    )
    const before = total()
    await eventually(total, (count) => count > before + 200)
    expect(fleet.every(({ losses }) => losses === 0)).toBe(true)
  } finally {
    for (const socket of silent) socket.end()
  }
})
