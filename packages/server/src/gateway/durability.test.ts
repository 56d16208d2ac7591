import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeLocation, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { seal } from '@trackway/protocols/gt06/envelope.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

async function ask<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
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

const ackLength = 10
const serialAt = 4

/** Reports a device has on their way at the same time. */
const inFlight = 8

/** Reports again and again, connects again whenever it is cut off, and remembers what was acknowledged. */
class StubbornDevice {
  readonly imei: string
  readonly acknowledged = new Set<number>()
  /** How often the connection was lost. */
  losses = -1
  private readonly startTime = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000
  private socket: TestDeviceSocket | undefined
  private count = 0
  private isStopped = false

  constructor(imei: string) {
    this.imei = imei
    this.connect()
  }

  stop(): void {
    this.isStopped = true
    this.socket?.end()
  }

  private connect(): void {
    if (this.isStopped) return
    this.losses++
    this.socket = new TestDeviceSocket(ports.gt06)
    let bytes = Buffer.alloc(0)
    const { socket } = this.socket
    socket.on('connect', () => this.socket?.send(encodeLogin(this.imei, 0)))
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      for (; bytes.length >= ackLength; bytes = bytes.subarray(ackLength)) {
        // A login's answer starts the reports; a report's answer names the second it is about.
        if (bytes[3] === 0x01) for (let n = 1; n < inFlight; n++) this.report()
        else this.acknowledged.add(this.startTime + bytes.readUInt16BE(serialAt) * 1000)
        this.report()
      }
    })
    socket.on('close', () => setTimeout(() => this.connect(), 50))
  }

  private report(): void {
    const second = ++this.count
    const frame = encodeLocation(
      0x22,
      {
        deviceTime: this.startTime + second * 1000,
        latitude: 22.5 + second * 0.0001,
        longitude: 113.9,
        speedKmh: 40,
        courseDeg: 0,
        satellites: 9,
        isPositioned: true,
        mcc: 460,
        mnc: 0,
        lac: 1,
        cellId: 2,
      },
      second,
    )
    this.socket?.send(toBeAcknowledged(frame))
  }
}

/** 0x2D has the content of 0x22 and is acknowledged. */
function toBeAcknowledged(frame: Uint8Array): Uint8Array {
  return seal(0x2d, frame.subarray(4, frame.length - 6), (frame.at(-6)! << 8) | frame.at(-5)!)
}

function startFleet(size: number): void {
  fleet = Array.from({ length: size }, (_, n) => new StubbornDevice(String(868_000_000_000_000 + n)))
}

const total = () => fleet.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

/** Every report that was acknowledged is stored, and none twice. */
async function expectAllStored(): Promise<void> {
  const rows = await ask<{ terminal_id: string; fix_time: string }>(
    'select d.terminal_id, p.fix_time from positions p join devices d on d.id = p.device_id',
  )
  const stored = new Set(rows.map(({ terminal_id, fix_time }) => `${terminal_id} ${fix_time}`))
  expect(stored.size).toBe(rows.length)
  const lost = fleet.flatMap(({ imei, acknowledged }) =>
    [...acknowledged].filter((time) => !stored.has(`${imei} ${time}`)),
  )
  expect(lost).toEqual([])
}

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

/** Ends the database at once, and holds its port for a while, so that it can not be started again meanwhile. */
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
