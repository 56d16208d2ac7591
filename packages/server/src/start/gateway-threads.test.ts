import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { encodeLocation, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../platform/bus/bus.ts'
import { readConfig } from '../platform/settings/config.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { LiveClient } from '../testing/live-client.ts'
import { ownPort } from '../testing/run-folder.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { eventually, TestDeviceSocket } from '../testing/test-gateway.ts'
import { startGatewayThreads } from './gateway-threads.ts'

/** A real server whose devices are served by two threads at the same ports. */

let database: TestDatabase
let server: ServerProcess
let owner: TestAccount
let token: string
const sockets: TestDeviceSocket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  server = await startServerProcess({
    dataDir: await mkdtemp(join(tmpdir(), 'threads-')),
    env: { DATABASE_URL: database.url, GATEWAY_THREADS: '2' },
  })
  owner = await anAccount(database)
  token = await signIn(database, owner)
})
afterAll(async () => {
  for (const socket of sockets) socket.end()
  await server?.stop()
  await database.drop()
})

const query = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
const holderOf = async ({ id }: TestDevice): Promise<string> =>
  (await query('select gateway from device_states where device_id = $1', id))[0].gateway

async function call<C extends Call>({ path }: C, input: InputOf<C>): Promise<void> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  })
  expect(((await response.json()) as { meta: { code: number } }).meta.code).toBe(resultCodes.success)
}

async function logIn(device: TestDevice, port = server.ports.gt06): Promise<TestDeviceSocket> {
  const socket = new TestDeviceSocket(port)
  sockets.push(socket)
  socket.send(encodeLogin(device.terminalID, 1))
  await socket.expect('787805010001d9dc0d0a')
  return socket
}

/** The system chooses the thread by the port a connection comes from. @returns a device that the other one holds, too */
async function aDeviceOnEach() {
  const first = await aDevice(database, owner)
  const socketOfFirst = await logIn(first)
  for (;;) {
    const second = await aDevice(database, owner)
    const socketOfSecond = await logIn(second)
    if ((await holderOf(second)) !== (await holderOf(first))) {
      return [
        { device: first, socket: socketOfFirst },
        { device: second, socket: socketOfSecond },
      ] as const
    }
    socketOfSecond.end()
  }
}

const firstFixTime = Math.floor(Date.now() / 1000) * 1000 - 600_000
const location = (second: number, speedKmh: number) =>
  encodeLocation(
    0x22,
    {
      deviceTime: firstFixTime + second * 1000,
      latitude: 22.5 + second * 0.0001,
      longitude: 113.9,
      speedKmh,
      courseDeg: 0,
      satellites: 9,
      isPositioned: true,
      mcc: 460,
      mnc: 0,
      lac: 1,
      cellId: 2,
    },
    second + 2,
  )

test('devices of both threads are stored, shown live, sent commands, counted and closed when deleted', async () => {
  const both = await aDeviceOnEach()
  const client = new LiveClient(server.url)
  await client.send({ type: 'watch', token })
  await client.receives('watching')

  for (const [index, { device, socket }] of both.entries()) {
    socket.send(location(1, 40 + index))
    await eventually(
      () => client.states.get(device.id)?.speed,
      (speed) => speed === 40 + index,
    )
    await call(commandCalls.send, {
      terminalID: device.terminalID,
      content: 'STATUS#',
      offline: true,
      waitSeconds: 0,
    })
    await eventually(
      () => socket.received,
      // The text of the command in hex.
      (received) => received.includes(Buffer.from('STATUS#').toString('hex')),
    )
  }
  client.close()
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^trackway_ingest_positions_total 2$/m)

  for (const { device, socket } of both) {
    await call(deviceCalls.delete, { terminalID: device.terminalID })
    await socket.closed()
  }
})

test('a device that comes back to the other thread is let go by the first, and nothing is lost or stored twice', async () => {
  const [{ device, socket }] = await aDeviceOnEach()
  const before = await holderOf(device)
  const open = [socket]
  let second = 1
  do {
    // Sent on the old connection while the new one is made, and again on that.
    open.at(-1)!.send(location(second, 40))
    open.push(await logIn(device))
    open.at(-1)!.send(location(second, 40))
    open.at(-1)!.send(location(++second, 40))
    await eventually(
      async () => (await query('select 1 from positions where device_id = $1', device.id)).length,
      (stored) => stored === second,
    )
  } while ((await holderOf(device)) === before)
  await Promise.all(open.slice(0, -1).map((each) => each.closed()))
  expect(open.at(-1)!.isOpen).toBe(true)
})

test('a thread that failed is started again, and another one serves its devices meanwhile', async () => {
  const workers: Worker[] = []
  const onWorker = (worker: Worker) => workers.push(worker)
  process.on('worker', onWorker)
  const log = pino({ level: 'silent' })
  const port = await ownPort()
  const { gateway, ...config } = readConfig({ HOST: '127.0.0.1' })
  const threads = await startGatewayThreads(2, {
    work: {
      config: {
        commitGatherMs: config.commitGatherMs,
        expiredDaysKept: 90,
        files: null,
        logLevel: 'fatal',
        gateway: { ...gateway, ports: { detect: 0, gt06: port } },
      },
      name: 'failing',
      databaseUrl: database.url,
      secretKeys: [Buffer.alloc(32, 7), null],
    },
    bus: createLocalBus(log),
    log,
  })
  try {
    await workers[0]!.terminate()
    await logIn(await aDevice(database, owner), port)
    await eventually(
      async () => workers.length,
      (started) => started === 3,
    )
  } finally {
    process.off('worker', onWorker)
    await threads.close()
  }
})

test('a stop finishes what both threads have received, and ends with 0', async () => {
  const both = await aDeviceOnEach()
  for (const { socket } of both) socket.send(location(1, 40))
  for (const { device } of both)
    await eventually(
      async () => (await query('select 1 from positions where device_id = $1', device.id)).length,
      (stored) => stored === 1,
    )
  expect(await server.stop()).toBe(0)
  for (const { device, socket } of both) {
    await socket.closed()
    expect(await query('select is_connected from device_states where device_id = $1', device.id)).toEqual([
      { is_connected: false },
    ])
  }
})
