import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { alarms } from '@trackway/core/codes/alarms.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { webhookCalls } from '@trackway/core/features/notifications/webhook-calls.ts'
import { encodeAlarm, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeServer, startFakeServer } from '../../testing/fakes/fake-server.ts'
import {
  freePorts,
  type ServerProcess,
  startServerProcess,
  testAdminPassword,
} from '../../testing/server-process.ts'
import { eventually, TestDeviceSocket } from '../../testing/test-gateway.ts'

/** The real server in a process of its own, from the frame of a device to the webhook, and killed while it sends. */

let dataDir: string
let server: ServerProcess
let ports: Awaited<ReturnType<typeof freePorts>>
let hook: FakeServer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-killed-'))
  ports = await freePorts()
  hook = await startFakeServer({ status: 204 })
  server = await startServer()
  const login = { username: 'admin', password: testAdminPassword }
  const { token } = await call(accountCalls.login, login)
  await call(webhookCalls.add, { url: `${hook.url}/alarms`, events: ['alarm'] }, token)
})
afterAll(async () => {
  await server.stop()
  await hook.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const startServer = () =>
  startServerProcess({ dataDir, ports, env: { REGISTER_UNKNOWN: '1', WEBHOOK_ALLOW_PRIVATE: '1' } })

async function call<C extends Call>(made: C, input: InputOf<C>, token?: string): Promise<OutputOf<C>> {
  const response = await fetch(server.url + made.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  })
  const { data, meta } = (await response.json()) as { data: OutputOf<C>; meta: object }
  if (data === null) throw new Error(JSON.stringify(meta))
  return data
}

async function ask(text: string): Promise<pg.QueryResultRow[]> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const lock = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client(`postgres://trackway:${password}@127.0.0.1:${lock[3]}/trackway`)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const raise = (code: number) =>
  ask(`insert into alarms (account_id, device_id, fix_time, code, server_time)
    select account_id, id, extract(epoch from now()) * 1000, ${code}, extract(epoch from now()) * 1000 from devices
    where terminal_id = '869000000000017'`)
const events = () =>
  hook.requests.map(({ body }) => JSON.parse(body.toString()) as { id: string; data: { code: number } })
const waitForEvents = (code: number, count: number) =>
  eventually(
    () => eventsOf(code).length,
    (length) => length >= count,
  )
const eventsOf = (code: number) => events().filter(({ data }) => data.code === code)

test('an alarm frame of a device reaches the webhook once', async () => {
  const device = new TestDeviceSocket(ports.gt06)
  device.send(encodeLogin('869000000000017', 0))
  const fix = {
    latitude: 22.5,
    longitude: 113.9,
    speedKmh: 0,
    courseDeg: 0,
    satellites: 9,
    isPositioned: true,
  }
  const cell = { mcc: 460, mnc: 0, lac: 1, cellId: 2 }
  const wires = { oilCut: false, gpsOn: true, charging: true, accOn: true, armed: false }
  const state = { ...wires, infoAlarm: 4, voltageLevel: 6, gsmLevel: 4, alarm: 1, language: 2 }
  device.send(encodeAlarm(0x26, { deviceTime: Date.now(), ...fix, ...cell }, state, 1))
  await waitForEvents(alarms.sos, 1)
  device.end()
  expect(eventsOf(alarms.sos)).toHaveLength(1)
})

test('killed while the webhook was told, it is told again with the same id', async () => {
  hook.next.push('hang')
  await raise(alarms.tampered)
  await waitForEvents(alarms.tampered, 1)
  await server.stop('SIGKILL')
  server = await startServer()
  await waitForEvents(alarms.tampered, 2)
  const [first, second] = eventsOf(alarms.tampered)
  expect(second).toEqual(first)
})

test('killed at once after it was stored, it is told once the server is back', async () => {
  // Whichever step it is in: stored, taken, begun.
  await raise(alarms.collision)
  await server.stop('SIGKILL')
  server = await startServer()
  await waitForEvents(alarms.collision, 1)
  expect(new Set(eventsOf(alarms.collision).map(({ id }) => id)).size).toBe(1)
})
