import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { encodeLogin, encodeReply } from '@trackway/protocols/gt06/encode.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { taskKinds } from '../task-kinds.ts'
import { runTurn } from '../tasks/run-turn.ts'

/** Two installations of the platform, each with a database and a gateway of its own, and a GT06 device that goes between them. */

const minuteMs = 60_000
const log = pino({ level: 'silent' })
let ahead = 0
const now = () => Date.now() + ahead
const sockets: TestDeviceSocket[] = []

interface Place {
  server: TestServer
  gateway: TestGateway
  account: TestAccount
  token: string
}
let here: Place
let there: Place

async function startPlace(): Promise<Place> {
  const server = await startTestServer({ now })
  const account = await anAccount(server.database, { role: roles.admin })
  const gateway = await startTestGateway(server.database, {}, { now, bus: server.bus, name: 'g' })
  return { server, gateway, account, token: await signIn(server.database, account) }
}

beforeAll(async () => {
  here = await startPlace()
  there = await startPlace()
  changeSettings({ webhookAllowPrivate: true })
})
beforeEach(() => {
  ahead = 0
  changeSettings({ deviceHost: undefined })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end()
})
afterAll(async () => {
  changeSettings({ webhookAllowPrivate: false, deviceHost: undefined, devicePorts: { detect: 0 } })
  for (const { gateway, server } of [here, there]) {
    await gateway.stop()
    await server.stop()
  }
})

const call = <C extends Call>(of: C, input: InputOf<C>, { server, token } = here) =>
  server.call(of, input, token)
const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const target = { host: 'gps.example.com', port: 5023 }

/** A device of both places, connected here. */
async function aTraveller(): Promise<{ device: TestDevice; socket: TestDeviceSocket }> {
  const device = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  await aDevice(there.server.database, there.account, {
    device_type_id: 13,
    terminal_id: device.terminalID,
  })
  return { device, socket: await logIn(device) }
}

async function logIn({ terminalID }: TestDevice, at = here): Promise<TestDeviceSocket> {
  const socket = new TestDeviceSocket(at.gateway.gateway.ports.gt06!)
  sockets.push(socket)
  socket.send(encodeLogin(terminalID, 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  await isConnected(terminalID, true, at)
  return socket
}
const isConnected = (terminalId: string, is: boolean, { server } = here) =>
  eventually(
    async () =>
      (
        await server.database.pool.query(
          'select is_connected from device_states join devices on id = device_id where terminal_id = $1',
          [terminalId],
        )
      ).rows[0]?.is_connected ?? false,
    (found) => found === is,
  )

const frame = /7878..80..([0-9a-f]{8})((?:[0-9a-f]{2})*?)0002[0-9a-f]{8}0d0a/
async function commanded(socket: TestDeviceSocket, reply: string): Promise<string> {
  const match = await eventually(
    () => frame.exec(socket.received),
    (found) => found !== null,
  )
  socket.received = socket.received.slice(match!.index + match![0].length)
  socket.send(encodeReply(Number.parseInt(match![1]!, 16), reply, 9))
  return Buffer.from(match![2]!, 'hex').toString()
}

/** All that is due at this place. */
async function run({ server } = here): Promise<void> {
  const { rows } = await server.database.pool.query('select id from device_tasks where finish_time is null')
  const context = { database: server.database, bus: server.bus, log, kinds: taskKinds }
  for (const { id } of rows) while ((await runTurn(context, id, now())) > 0);
}
const move = async ({ terminalID }: TestDevice) =>
  (await call(serverMoveCalls.findByImeis, { terminalIDs: [terminalID] })).data!.list[0]!
const send = async (device: TestDevice, to = target) =>
  (await call(serverMoveCalls.send, { terminalIDs: [device.terminalID], ...to })).data!

/** Sends it away, and it takes the address. */
async function accepted({ device, socket }: { device: TestDevice; socket: TestDeviceSocket }, to = target) {
  const { taskId } = await send(device, to)
  await run()
  const text = await commanded(socket, 'OK!')
  await eventually(
    async () => {
      await call(serverMoveCalls.check, { terminalIDs: [device.terminalID] })
      await run()
      return (await move(device)).state
    },
    (state) => state === 'accepted',
  )
  return { taskId, text }
}

async function ourServer(url: string | null = there.server.url) {
  const { data } = await call(serverMoveCalls.servers, {})
  for (const { id } of data!.list) await call(serverMoveCalls.removeServer, { id })
  const settings = { name: 'Frankfurt', ...target, url, ...(url !== null && { apiKey: there.token }) }
  return (await call(serverMoveCalls.saveServer, settings)).data!
}

test('a device is told, goes, and is seen at the other server of ours', async () => {
  await ourServer()
  const traveller = await aTraveller()
  const { text, taskId } = await accepted(traveller)
  expect(text).toBe('SERVER,1,gps.example.com,5023,0#')

  traveller.socket.end()
  await isConnected(traveller.device.terminalID, false)
  ahead = 2 * minuteMs
  await logIn(traveller.device, there)
  // A while of silence proves that it is gone; only then the other server is asked.
  await run()
  expect(await move(traveller.device)).toMatchObject({ state: 'accepted', isHere: false })
  ahead = 60 * minuteMs
  await there.server.database.pool.query(`update device_states set state_time = $1`, [now()])
  await run()
  expect(await move(traveller.device)).toMatchObject({
    state: 'arrived',
    host: 'gps.example.com:5023',
    isHere: false,
    reply: 'OK!',
    taskId,
  })
  expect((await call(taskCalls.get, { id: taskId })).data).toMatchObject({
    state: 'done',
    counts: { done: 1 },
  })
  const { rows } = await here.server.database.pool.query('select host from devices where id = $1', [
    traveller.device.id,
  ])
  expect(rows).toEqual([{ host: 'gps.example.com:5023' }])
})

test('one that is seen at neither server is waited for, and fails after half an hour', async () => {
  await ourServer()
  const traveller = await aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await isConnected(traveller.device.terminalID, false)
  ahead = 40 * minuteMs
  await run()
  expect(await move(traveller.device)).toMatchObject({ state: 'left', reason: 'notSeen' })
  ahead = 75 * minuteMs
  await run()
  expect(await move(traveller.device)).toMatchObject({ state: 'failed', reason: 'notArrived' })
})

test('while the other server does not answer nothing is concluded', async () => {
  await ourServer('http://127.0.0.1:9')
  const traveller = await aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await isConnected(traveller.device.terminalID, false)
  ahead = 40 * minuteMs
  await run()
  expect(await move(traveller.device)).toMatchObject({ state: 'left', reason: 'serverAway' })
})

test('of a foreign server absence is the proof; a login here afterwards takes it back', async () => {
  await ourServer(null)
  const traveller = await aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await isConnected(traveller.device.terminalID, false)
  ahead = 40 * minuteMs
  await run()
  expect(await move(traveller.device)).toMatchObject({ state: 'left', reason: null })
  ahead = 90 * minuteMs
  await logIn(traveller.device)
  expect(await move(traveller.device)).toMatchObject({ state: 'cameBack', isHere: true })
  const { data } = await call(serverMoveCalls.find, {
    state: 'cameBack',
    search: traveller.device.terminalID,
  })
  expect(data!.list.map(({ terminalID }) => terminalID)).toEqual([traveller.device.terminalID])
})

test('one that comes back before it is gone for good has failed', async () => {
  const traveller = await aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await isConnected(traveller.device.terminalID, false)
  ahead = minuteMs
  await logIn(traveller.device)
  ahead = 3 * minuteMs
  await run()
  expect(await move(traveller.device)).toMatchObject({ state: 'cameBack', reason: 'cameBack' })
})

test('one that keeps its connection is restarted once, and fails when it stays', async () => {
  const traveller = await aTraveller()
  await accepted(traveller)
  ahead = 2 * minuteMs
  await run()
  expect(await commanded(traveller.socket, 'OK!')).toBe('RESET#')
  ahead = 40 * minuteMs
  await run()
  expect(await move(traveller.device)).toMatchObject({ state: 'failed', reason: 'stayed' })
})

test('one that refuses has failed with its words; without a command for its model it is skipped', async () => {
  const { device, socket } = await aTraveller()
  await send(device)
  await run()
  await commanded(socket, 'Error: Parameter 1')
  await eventually(
    async () => {
      await call(serverMoveCalls.check, { terminalIDs: [device.terminalID] })
      await run()
      return (await move(device)).state
    },
    (state) => state === 'failed',
  )
  expect(await move(device)).toMatchObject({ reason: 'refused', reply: 'Error: Parameter 1' })

  const other = await aDevice(here.server.database, here.account, { device_type_id: 121 })
  await send(other)
  await here.server.database.pool.query('update device_states set is_connected = true where device_id = $1', [
    other.id,
  ])
  await run()
  expect(await move(other)).toMatchObject({ state: 'skipped', reason: 'commandUnsupported' })
})

test('devices are called back: the other server sends them, and a login here is the proof', async () => {
  changeSettings({ deviceHost: 'home.example.com', devicePorts: { detect: 7700 } })
  const server = await ourServer()
  const device = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  await aDevice(there.server.database, there.account, { device_type_id: 13, terminal_id: device.terminalID })
  const lost = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  const socket = await logIn(device, there)
  const terminalIDs = [device.terminalID, lost.terminalID]
  await call(serverMoveCalls.callBack, { serverId: server.id, terminalIDs })
  await run()
  expect(await move(lost)).toMatchObject({ state: 'failed', reason: 'notThere', isReturn: true })
  await run(there)
  expect(await commanded(socket, 'OK!')).toBe('SERVER,1,home.example.com,7700,0#')
  socket.end()
  ahead = minuteMs
  await logIn(device)
  ahead = 3 * minuteMs
  await run()
  expect(await move(device)).toMatchObject({ state: 'arrived', isReturn: true, isHere: true })
})

test('where the other server has none of the devices, they are not there', async () => {
  changeSettings({ deviceHost: 'home.example.com', devicePorts: { detect: 7700 } })
  const server = await ourServer()
  const lost = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  await call(serverMoveCalls.callBack, { serverId: server.id, terminalIDs: [lost.terminalID] })
  await run()
  expect(await move(lost)).toMatchObject({ state: 'failed', reason: 'notThere' })
})

test('without an address of our own, or an API there, nothing can be called back', async () => {
  const { id } = await ourServer(null)
  const device = await aDevice(here.server.database, here.account)
  const input = { serverId: id, terminalIDs: [device.terminalID] }
  expect(refusal(await call(serverMoveCalls.callBack, input))).toBe('moveServerUnknown')
  const ours = await ourServer()
  expect(refusal(await call(serverMoveCalls.callBack, { ...input, serverId: ours.id }))).toBe(
    'ownAddressUnknown',
  )
})

test('servers: the key never comes out, goes with its address, and strangers see none of it', async () => {
  const server = await ourServer()
  expect(server).toMatchObject({ hasApiKey: true, host: target.host })
  expect(JSON.stringify(server)).not.toContain(there.token)
  expect((await call(serverMoveCalls.testServer, { id: server.id })).data).toEqual({
    isReached: false,
    isApiReached: true,
  })
  expect(refusal(await call(serverMoveCalls.saveServer, { name: 'Again', ...target }))).toBe(
    'moveServerTaken',
  )
  const { id, name } = server
  const kept = await call(serverMoveCalls.saveServer, { id, name, ...target, url: there.server.url })
  expect(kept.data?.hasApiKey).toBe(true)
  const moved = await call(serverMoveCalls.saveServer, { id, name, ...target, url: 'http://127.0.0.1:9' })
  expect(moved.data?.hasApiKey).toBe(false)

  const other = await anAccount(here.server.database, { role: roles.agent })
  const staff = await anAccount(here.server.database, { role: roles.testTransferIpUser, parent: other })
  const asStaff = { ...here, token: await signIn(here.server.database, staff) }
  expect((await call(serverMoveCalls.servers, {}, asStaff)).data).toEqual({ list: [], total: 0 })
  expect(refusal(await call(serverMoveCalls.removeServer, { id }, asStaff))).toBe('notFound')
  const own = await call(serverMoveCalls.saveServer, { name: 'Own', ...target }, asStaff)
  expect(own.data).toMatchObject({ name: 'Own' })
})
