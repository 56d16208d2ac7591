import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, handOver, signIn, type TestDevice } from '../../testing/builders.ts'
import { type Place, startTwoPlaces, type Traveller, type TwoPlaces } from './testing/two-places.ts'

const minuteMs = 60_000
let places: TwoPlaces
let here: Place
let there: Place

beforeAll(async () => {
  places = await startTwoPlaces()
  here = places.here
  there = places.there
})
beforeEach(() => {
  places.passTo(0)
  changeSettings({ deviceHost: undefined })
})
afterEach(() => places.hangUp())
afterAll(() => places.stop())

const call = <C extends Call>(of: C, input: InputOf<C>, at?: Place) => places.call(of, input, at)
const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const target = { host: 'gps.example.com', port: 5023 }
const send = async (device: TestDevice, to = target) =>
  (await call(serverMoveCalls.send, { terminalIDs: [device.terminalID], ...to })).data!

/** Sends it away, and it takes the address. */
async function accepted({ device, socket }: Traveller, to = target) {
  const { taskId } = await send(device, to)
  await places.run()
  const text = await places.commanded(socket, 'OK!')
  await places.moveIs(device, 'accepted')
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
  const traveller = await places.aTraveller()
  const { text, taskId } = await accepted(traveller)
  expect(text).toBe('SERVER,1,gps.example.com,5023,0#')

  traveller.socket.end()
  await places.isConnected(traveller.device.terminalID, false)
  places.passTo(2 * minuteMs)
  await places.logIn(traveller.device, there)
  // A while of silence proves that it is gone; only then the other server is asked.
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'accepted', isHere: false })
  places.passTo(60 * minuteMs)
  await places.logIn(traveller.device, there)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({
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
  const traveller = await places.aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await places.isConnected(traveller.device.terminalID, false)
  places.passTo(40 * minuteMs)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'left', reason: 'notSeen' })
  places.passTo(75 * minuteMs)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'failed', reason: 'notArrived' })
})

test('while the other server does not answer nothing is concluded', async () => {
  await ourServer('http://127.0.0.1:9')
  const traveller = await places.aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await places.isConnected(traveller.device.terminalID, false)
  places.passTo(40 * minuteMs)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'left', reason: 'serverAway' })
})

test('of a foreign server absence is the proof; a login here afterwards takes it back', async () => {
  await ourServer(null)
  const traveller = await places.aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await places.isConnected(traveller.device.terminalID, false)
  places.passTo(40 * minuteMs)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'left', reason: null })
  places.passTo(90 * minuteMs)
  await places.logIn(traveller.device)
  expect(await places.move(traveller.device)).toMatchObject({ state: 'cameBack', isHere: true })
  const { data } = await call(serverMoveCalls.find, {
    state: 'cameBack',
    search: traveller.device.terminalID,
  })
  expect(data!.list.map(({ terminalID }) => terminalID)).toEqual([traveller.device.terminalID])
})

test('of a device that is another’s by now nothing but its move is shown', async () => {
  const traveller = await places.aTraveller()
  await here.server.database.pool.query("update devices set car_number = 'B 1234' where id = $1", [
    traveller.device.id,
  ])
  await send(traveller.device)
  expect(await places.move(traveller.device)).toMatchObject({ displayName: 'B 1234', isHere: true })
  const stranger = await anAccount(here.server.database, { role: roles.admin })
  await handOver(here.server.database, traveller.device, stranger, Date.now())
  const { terminalID } = traveller.device
  expect(await places.move(traveller.device)).toMatchObject({ displayName: terminalID, isHere: false })
  const { data } = await call(serverMoveCalls.find, { search: terminalID })
  expect(data!.list).toMatchObject([{ terminalID, displayName: terminalID, isHere: false }])
})

test('what an account below says of a server is not asked about devices of those above', async () => {
  const below = await anAccount(here.server.database, { parent: here.account, role: roles.admin })
  const tokenBelow = await signIn(here.server.database, below)
  await ourServer(null)
  const theirs = { name: 'Mine', ...target, url: there.server.url, apiKey: there.token }
  expect((await here.server.call(serverMoveCalls.saveServer, theirs, tokenBelow)).meta.success).toBe(true)
  const traveller = await places.aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await places.isConnected(traveller.device.terminalID, false)
  places.passTo(40 * minuteMs)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'left', reason: null })
})

test('one that comes back before it is gone for good has failed', async () => {
  const traveller = await places.aTraveller()
  await accepted(traveller)
  traveller.socket.end()
  await places.isConnected(traveller.device.terminalID, false)
  places.passTo(minuteMs)
  await places.logIn(traveller.device)
  places.passTo(3 * minuteMs)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'cameBack', reason: 'cameBack' })
})

test('one that keeps its connection is restarted once, and fails when it stays', async () => {
  const traveller = await places.aTraveller()
  await accepted(traveller)
  places.passTo(2 * minuteMs)
  await places.run()
  expect(await places.commanded(traveller.socket, 'OK!')).toBe('RESET#')
  places.passTo(40 * minuteMs)
  await places.run()
  expect(await places.move(traveller.device)).toMatchObject({ state: 'failed', reason: 'stayed' })
})

test('one that refuses has failed with its words; without a command for its model it is skipped', async () => {
  const { device, socket } = await places.aTraveller()
  await send(device)
  await places.run()
  await places.commanded(socket, 'Error: Parameter 1')
  await places.moveIs(device, 'failed')
  expect(await places.move(device)).toMatchObject({ reason: 'refused', reply: 'Error: Parameter 1' })

  const other = await aDevice(here.server.database, here.account, { device_type_id: 121 })
  await send(other)
  await here.server.database.pool.query('update device_states set is_connected = true where device_id = $1', [
    other.id,
  ])
  await places.run()
  expect(await places.move(other)).toMatchObject({ state: 'skipped', reason: 'commandUnsupported' })
})

test('devices are called back: the other server sends them, and a login here is the proof', async () => {
  changeSettings({ deviceHost: 'home.example.com', devicePorts: { detect: 7700 } })
  const server = await ourServer()
  const device = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  await aDevice(there.server.database, there.account, { device_type_id: 13, terminal_id: device.terminalID })
  const lost = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  const socket = await places.logIn(device, there)
  const terminalIDs = [device.terminalID, lost.terminalID]
  await call(serverMoveCalls.callBack, { serverId: server.id, terminalIDs })
  await places.run()
  expect(await places.move(lost)).toMatchObject({ state: 'failed', reason: 'notThere', isReturn: true })
  await places.run(there)
  expect(await places.commanded(socket, 'OK!')).toBe('SERVER,1,home.example.com,7700,0#')
  socket.end()
  places.passTo(minuteMs)
  await places.logIn(device)
  places.passTo(3 * minuteMs)
  await places.run()
  expect(await places.move(device)).toMatchObject({ state: 'arrived', isReturn: true, isHere: true })
})

test('where the other server has none of the devices, they are not there', async () => {
  changeSettings({ deviceHost: 'home.example.com', devicePorts: { detect: 7700 } })
  const server = await ourServer()
  const lost = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  await call(serverMoveCalls.callBack, { serverId: server.id, terminalIDs: [lost.terminalID] })
  await places.run()
  expect(await places.move(lost)).toMatchObject({ state: 'failed', reason: 'notThere' })
})

test('one that has not begun says that its task is paused', async () => {
  const device = await aDevice(here.server.database, here.account, { device_type_id: 13 })
  const { taskId } = await send(device)
  expect(await places.move(device)).toMatchObject({ state: 'waiting', reason: null })
  await call(taskCalls.pause, { id: taskId })
  expect(await places.move(device)).toMatchObject({ state: 'waiting', reason: 'paused' })
  await call(taskCalls.cancel, { id: taskId })
  expect(await places.move(device)).toMatchObject({ state: 'cancelled', reason: null })
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
