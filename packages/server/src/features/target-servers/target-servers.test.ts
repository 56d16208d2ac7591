import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { targetServerCalls } from '@trackway/core/features/target-servers/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import {
  aDevice,
  anAccount,
  handOver,
  signIn,
  type TestAccount,
  type TestDevice,
} from '../../testing/builders.ts'
import { eventually } from '../../testing/test-gateway.ts'
import {
  gt06Type,
  type Place,
  startTwoPlaces,
  type Traveller,
  type TwoPlaces,
} from '../server-moves/testing/two-places.ts'
import { startTargetServers } from './start-target-servers.ts'

/** Two installations: customers of the one whose devices shall report to the other. */

const minuteMs = 60_000
const typeWithoutCommand = 121
const target = { host: 'gps.example.com', port: 5023 }
const other = { host: 'far.example.com', port: 7018 }

let places: TwoPlaces
let here: Place
let there: Place
let agent: TestAccount
let customer: TestAccount
let stop: () => Promise<void>

beforeAll(async () => {
  places = await startTwoPlaces()
  here = places.here
  there = places.there
  const { database, bus } = here.server
  stop = startTargetServers({ database, bus, log: places.log })
})
beforeEach(async () => {
  places.passTo(0)
  changeSettings({ deviceHost: undefined })
  agent = await anAccount(here.server.database, { role: roles.agent, parent: here.account })
  customer = await anAccount(here.server.database, { role: roles.user, parent: agent })
})
afterEach(() => places.hangUp())
afterAll(async () => {
  await stop()
  await places.stop()
})

const call = <C extends Call>(of: C, input: InputOf<C>, at?: Place) => places.call(of, input, at)
const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const set = async (account: TestAccount, to: object = target) =>
  expect(refusal(await call(targetServerCalls.set, { userId: account.id, ...target, ...to }))).toBe('success')
const rowOf = async ({ username }: TestAccount, deviceType: number | null = null) => {
  const { data } = await call(targetServerCalls.find, { search: username })
  return data!.list.find((row) => row.username === username && row.deviceType === deviceType)
}
const preview = async (account: TestAccount, more: object = {}) =>
  (await call(targetServerCalls.preview, { userId: account.id, ...more })).data!
const start = (account: TestAccount, more: object = {}) =>
  call(targetServerCalls.start, { userId: account.id, perSecond: null, ...more })
const movesOf = async ({ terminalID }: TestDevice) =>
  (
    await here.server.database.pool.query(
      `select t.id, t.state, t.params ->> 'host' as host from device_task_items i join device_tasks t on t.id = i.task_id
       where i.terminal_id = $1 order by i.id`,
      [terminalID],
    )
  ).rows
/** What devices that connect set off has happened: one more that is known to be moved is. */
const settled = async () => {
  const witness = await anAccount(here.server.database, { role: roles.user, parent: here.account })
  await set(witness, { host: 'witness.example.com' })
  const device = await places.aDeviceOfBoth(witness)
  await places.logIn(device)
  await eventually(
    () => movesOf(device),
    ({ length }) => length === 1,
  )
}
/** Takes the address and goes to the other installation. */
async function goes({ device, socket }: Traveller) {
  await places.run()
  expect(await places.commanded(socket, 'OK!')).toBe('SERVER,1,gps.example.com,5023,0#')
  await places.moveIs(device, 'accepted')
  socket.end()
  await places.isConnected(device.terminalID, false)
  places.passTo(2 * minuteMs)
  await places.logIn(device, there)
  places.passTo(60 * minuteMs)
  await places.logIn(device, there)
  await places.run()
  await places.run()
}

test('a target is inherited, own before superior’s, of a type before all, and cleared', async () => {
  expect(await rowOf(customer)).toMatchObject({ origin: 'none', target: null })
  await set(agent)
  expect(await rowOf(agent)).toMatchObject({
    origin: 'own',
    target: 'gps.example.com:5023',
    transport: 'tcp',
  })
  expect(await rowOf(customer)).toMatchObject({
    origin: 'inherited',
    inheritedFrom: agent.username,
    target: 'gps.example.com:5023',
  })
  await set(agent, { ...other, deviceType: gt06Type })
  expect(await rowOf(agent, gt06Type)).toMatchObject({ origin: 'own', target: 'far.example.com:7018' })
  const [typed, untyped] = [
    await aDevice(here.server.database, customer, { device_type_id: gt06Type }),
    await aDevice(here.server.database, customer, { device_type_id: 4 }),
  ]
  expect(typed.id).not.toBe(untyped.id)
  expect((await preview(customer)).targets).toEqual([
    { target: 'far.example.com:7018', devices: 1 },
    { target: 'gps.example.com:5023', devices: 1 },
  ])
  // Here, whatever the agent has set.
  await set(customer, { host: null, port: null })
  expect(await rowOf(customer)).toMatchObject({ origin: 'own', target: null })
  expect((await preview(agent)).toMove).toBe(0)
  await call(targetServerCalls.clear, { userId: customer.id })
  expect(await rowOf(customer)).toMatchObject({ origin: 'inherited', target: 'gps.example.com:5023' })
  const { data } = await call(targetServerCalls.find, { origin: 'own', search: customer.username })
  expect(data!.list).toEqual([])
})

test('a device that connects for the first time is told, goes, and is seen at the other server of ours', async () => {
  const settings = { name: 'Frankfurt', ...target, url: there.server.url, apiKey: there.token }
  const { data: server } = await call(serverMoveCalls.saveServer, settings)
  await set(agent)
  const device = await places.aDeviceOfBoth(customer)
  const socket = await places.logIn(device)
  await eventually(
    () => movesOf(device),
    ({ length }) => length === 1,
  )
  await goes({ device, socket })
  expect(await places.move(device)).toMatchObject({ state: 'arrived', host: 'gps.example.com:5023' })
  expect(await rowOf(agent)).toMatchObject({ there: 1, toMove: 0, failed: 0 })

  // It comes back: it is not sent away again and again, and counts as failed.
  places.passTo(90 * minuteMs)
  await places.logIn(device)
  await settled()
  expect(await movesOf(device)).toHaveLength(1)
  expect(await rowOf(agent)).toMatchObject({ there: 0, failed: 1, toMove: 0 })
  expect(await preview(agent)).toMatchObject({ toMove: 0, failed: 1 })
  expect(await preview(agent, { withFailed: true })).toMatchObject({ toMove: 1 })
  await call(serverMoveCalls.removeServer, { id: server!.id })
})

test('devices that connect one after the other join one task, and each only once', async () => {
  await set(agent)
  const devices = [await places.aDeviceOfBoth(customer), await places.aDeviceOfBoth(customer)]
  for (const device of devices) await places.logIn(device)
  await settled()
  const [one, two] = [await movesOf(devices[0]!), await movesOf(devices[1]!)]
  expect(one).toHaveLength(1)
  expect(two).toEqual(one)
  await places.logIn(devices[0]!)
  await settled()
  expect(await movesOf(devices[0]!)).toHaveLength(1)
})

test('one that was connected before waits for the rollout, which moves it at its pace', async () => {
  const traveller = await places.aTraveller(customer)
  await set(agent)
  const silent = await aDevice(here.server.database, customer, { device_type_id: typeWithoutCommand })
  traveller.socket.end()
  await places.isConnected(traveller.device.terminalID, false)
  traveller.socket = await places.logIn(traveller.device)
  await settled()
  expect(await movesOf(traveller.device)).toEqual([])
  expect(await rowOf(agent)).toMatchObject({ toMove: 2 })
  expect(await preview(agent)).toMatchObject({
    targets: [{ target: 'gps.example.com:5023', devices: 1 }],
    toMove: 1,
    unsupported: 1,
    left: 0,
  })
  const { data } = await start(agent, { maxFailurePercent: 10 })
  expect(data!.tasks).toEqual([{ taskId: expect.any(Number), target: 'gps.example.com:5023', devices: 2 }])
  const task = (await call(taskCalls.get, { id: data!.tasks[0]!.taskId })).data
  expect(task).toMatchObject({ kind: 'serverMove', maxFailurePercent: 10, counts: { queued: 1, skipped: 1 } })
  expect(await rowOf(agent)).toMatchObject({ underWay: 1, failed: 1, toMove: 0 })
  await goes(traveller)
  expect(await rowOf(customer)).toMatchObject({ there: 1, failed: 1 })
  expect(await movesOf(silent)).toHaveLength(1)
  expect(refusal(await start(agent))).toBe('nothingToMove')
})

test('an account that comes below a target of before brings devices that are known, and they wait for the rollout', async () => {
  await set(agent)
  const guest = await anAccount(here.server.database, { role: roles.user, parent: here.account })
  const { device, socket } = await places.aTraveller(guest)
  socket.end()
  await places.isConnected(device.terminalID, false)
  const moved = await call(subAccountCalls.transfer, { id: guest.id, parentId: agent.id })
  expect(refusal(moved)).toBe('success')
  await places.logIn(device)
  await settled()
  expect(await movesOf(device)).toEqual([])
  expect(await rowOf(agent)).toMatchObject({ toMove: 1 })
  // One that it gets from now on is moved at its first contact.
  const added = await places.aDeviceOfBoth(guest)
  await places.logIn(added)
  await eventually(
    () => movesOf(added),
    ({ length }) => length === 1,
  )
})

test('one that was moved elsewhere by hand stays there', async () => {
  const { device } = await places.aTraveller(customer)
  await set(agent)
  await call(serverMoveCalls.send, { terminalIDs: [device.terminalID], ...other })
  expect(await rowOf(agent)).toMatchObject({ elsewhere: 1, toMove: 0 })
  expect(await preview(agent, { withFailed: true })).toMatchObject({ elsewhere: 1, toMove: 0 })
})

test('whoever gets a device has it moved at its first contact with them, though it was tested before', async () => {
  const { device, socket } = await places.aTraveller()
  socket.end()
  await places.isConnected(device.terminalID, false)
  await set(agent)
  await handOver(here.server.database, device, customer, Date.now())
  await places.logIn(device)
  await eventually(
    () => movesOf(device),
    ({ length }) => length === 1,
  )
})

test('a target that leads here moves nobody', async () => {
  changeSettings({ deviceHost: 'gps.example.com' })
  await set(agent)
  const device = await places.aDeviceOfBoth(customer)
  await places.logIn(device)
  changeSettings({ deviceHost: 'gps.example.com' })
  await settled()
  expect(await movesOf(device)).toEqual([])
  expect(await preview(agent)).toMatchObject({ toMove: 0, targets: [] })
})

test('staff sets targets of the accounts they work for, and of nobody else', async () => {
  const staff = await anAccount(here.server.database, { role: roles.configPlatformUser, parent: agent })
  const asStaff = { ...here, token: await signIn(here.server.database, staff) }
  const stranger = await anAccount(here.server.database, { role: roles.user, parent: here.account })
  const to = (account: TestAccount) => call(targetServerCalls.set, { userId: account.id, ...target }, asStaff)
  expect(refusal(await to(customer))).toBe('success')
  expect(refusal(await to(stranger))).toBe('notFound')
  const { data } = await call(targetServerCalls.find, {}, asStaff)
  expect(data!.list.map(({ username }) => username)).toEqual([customer.username, agent.username])
  await places.aTraveller(customer)
  const started = await call(targetServerCalls.start, { userId: customer.id }, asStaff)
  const [first] = started.data!.tasks
  expect(refusal(await call(taskCalls.pause, { id: first!.taskId }, asStaff))).toBe('success')
  const both = await call(
    targetServerCalls.set,
    { userId: customer.id, host: 'x.example.com', port: null },
    asStaff,
  )
  expect(both.meta.issues).toMatchObject([{ path: 'port', reason: 'required' }])
})
