import { resultNames } from '@trackway/core/codes/results.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { runCommandMaintenance } from './start-commands.ts'
import { lockAgainMs } from './unlocks.ts'

/** What is stored of commands without any device being there. */

let server: TestServer
let account: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
})
afterAll(() => server.stop())

const aGt06 = (more = {}, state = {}) =>
  aDevice(server.database, account, { device_type_id: 13, ...more }, state)
const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const get = async (id: number) => (await server.call(commandCalls.get, { id }, token)).data!
const look = (now: number) => runCommandMaintenance({ database: server.database, bus: server.bus }, now)

test('a planned command waits for its time, and expires counted from then', async () => {
  const { terminalID } = await aGt06()
  const dueTime = Date.now() + 3 * 86_400_000
  const { data } = await server.call(commandCalls.insert, { terminalID, code: 'oilCut', dueTime }, token)
  const planned = await get(data!.id)
  expect(planned).toMatchObject({ state: 'queued', dueTime, expireTime: dueTime + 86_400_000 })
  await look(dueTime)
  expect(await get(data!.id)).toMatchObject({ state: 'queued' })
  await look(planned.expireTime + 1)
  expect(await get(data!.id)).toMatchObject({ state: 'expired' })
})

test('adding a command answers at once', async () => {
  const { terminalID } = await aGt06()
  const added = await server.call(
    commandCalls.add,
    { terminalID, content: 'STATUS#', offline: true, deviceProtocol: 13, agentName: 'x', deviceId: '1' },
    token,
  )
  expect(added.data).toMatchObject({ state: 'queued' })
  expect(refusal(await server.call(commandCalls.add, { terminalID, content: 'STATUS#' }, token))).toBe(
    'deviceOffline',
  )
})

test('what was sent in another way is written down with its answer, and nothing is sent', async () => {
  const { terminalID } = await aGt06()
  const save = async (content: string, backContent?: string) => {
    const input = { terminalID, content, sentTime: 1_790_000_000_000, ...(backContent && { backContent }) }
    return get((await server.call(commandCalls.saveLog, input, token)).data!.id)
  }
  expect(await save('TIMER,30#', 'OK!')).toMatchObject({
    state: 'acknowledged',
    isRecorded: true,
    code: 'timer',
    result: 1,
    reply: 'OK!',
    sentTime: 1_790_000_000_000,
  })
  expect(await save('RELAY,1#', 'HFYD=Fail!')).toMatchObject({ state: 'failed', failure: 'refused' })
  expect(await save('STATUS#')).toMatchObject({ state: 'acknowledged', result: null, reply: null })
  const { data } = await server.call(commandCalls.detail, { terminalID }, token)
  // A text does not say the values of the form.
  expect(data!.commands.find(({ code }) => code === 'timer')).toMatchObject({ last: null, lastTime: null })
})

test('saved commands are offered to the account and to all below it', async () => {
  const save = (input: Parameters<typeof server.call<typeof commandCalls.saveOrder>>[1]) =>
    server.call(commandCalls.saveOrder, input, token)
  await save({ name: 'Slow', code: 'timer', parameters: { movingS: 600 } })
  const { id } = (await save({ name: 'State', content: 'STATUS#' })).data!
  expect((await save({ name: 'State', content: 'PARAM#' })).data).toEqual({ id })
  expect(
    (await save({ name: 'Wrong', code: 'timer', parameters: { movingS: 1 } })).meta.issues,
  ).toMatchObject([{ path: 'parameters.movingS' }])
  const below = await signIn(server.database, await anAccount(server.database, { parent: account }))
  const stranger = await signIn(server.database, await anAccount(server.database))
  const orders = async (as: string) => (await server.call(commandCalls.orders, {}, as)).data!.list
  expect(await orders(token)).toMatchObject([
    { name: 'Slow', code: 'timer', content: null, parameters: { movingS: 600 }, isOwn: true },
    { name: 'State', code: null, content: 'PARAM#', parameters: {}, isOwn: true },
  ])
  expect((await orders(below)).map(({ isOwn }) => isOwn)).toEqual([false, false])
  expect(await orders(stranger)).toEqual([])
  expect(refusal(await server.call(commandCalls.deleteOrder, { id }, below))).toBe('notFound')
  expect(refusal(await server.call(commandCalls.deleteOrder, { id }, token))).toBe('success')
})

test('what a batch would do is told for each device, and nothing is stored', async () => {
  const [waits, tracker] = [await aGt06(), await aDevice(server.database, account, { device_type_id: 14 })]
  const strange = '999999999999999'
  const terminalIDs = [tracker.terminalID, strange, waits.terminalID]
  const { data } = await server.call(
    commandCalls.previewBatch,
    { terminalIDs, code: 'vibrationAlarm', parameters: { isOn: true }, offline: true },
    token,
  )
  expect(data!.list).toMatchObject([
    { terminalID: tracker.terminalID, content: null, refusal: 'commandUnsupported' },
    { terminalID: waits.terminalID, content: 'SENALM,ON,0#', refusal: null, isOffline: true },
  ])
  expect(data!.failed).toEqual([{ id: strange, result: 'notFound' }])
  const found = await server.call(commandCalls.find, { terminalIDs }, token)
  expect(found.data!.total).toBe(0)
})

test('many that wait are cancelled at once', async () => {
  const devices = [await aGt06(), await aGt06()]
  const ids: number[] = []
  for (const { terminalID } of devices) {
    const input = { terminalID, content: 'STATUS#', offline: true }
    ids.push((await server.call(commandCalls.add, input, token)).data!.id)
  }
  await server.call(commandCalls.cancel, { id: ids[0]! }, token)
  const { data } = await server.call(commandCalls.cancelMany, { ids }, token)
  expect(data).toEqual({ done: 1, failed: [{ id: ids[0], result: 'commandOver' }] })
})

test('a batch of 1,000 devices is stored at its pace', async () => {
  const terminalIDs = Array.from({ length: 1_000 }, (_, index) => String(862_000_000_000_000 + index))
  await server.database.pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, create_time)
     select unnest($1::text[]), $2, 13, 0`,
    [terminalIDs, account.id],
  )
  const { data } = await server.call(
    commandCalls.batchAdd,
    { terminalIDs, content: 'STATUS#', offline: true, perSecond: 5 },
    token,
  )
  expect(data!.failed).toEqual([])
  const { data: last } = await server.call(
    commandCalls.find,
    { terminalIDs: [terminalIDs.at(-1)!], jobId: data!.jobId! },
    token,
  )
  expect(last!.list[0]!.dueTime - last!.list[0]!.createTime).toBe(199_800)
})

test('a device of an NB-IoT network whose platform id is not known is refused', async () => {
  const { terminalID } = await aDevice(server.database, account, { device_type_id: 11 })
  expect(refusal(await server.call(commandCalls.send, { terminalID, content: 'STATUS#' }, token))).toBe(
    'nbDeviceIdMissing',
  )
})

test('a temporary unlock is told with what it waits for, and outlives its processes', async () => {
  const start = Date.now()
  const device = await aGt06({}, { latitude_e7: 225_000_000, longitude_e7: 1_139_000_000, fix_time: start })
  const { terminalID } = device
  const unlockOf = async () => (await server.call(commandCalls.detail, { terminalID }, token)).data!.unlock
  expect(await unlockOf()).toBeNull()
  await server.call(commandCalls.unlock, { terminalID }, token)
  expect(await unlockOf()).toMatchObject({ leftTime: null, cutTime: null })
  const left = Date.now() + 5_000
  await server.database.pool.query(
    'update device_states set latitude_e7 = 226000000, fix_time = $2 where device_id = $1',
    [device.id, left],
  )
  // Whichever process looks, and however late: nothing of it is kept anywhere but in the database.
  await look(left + 1_000)
  expect(await unlockOf()).toMatchObject({ leftTime: left, cutTime: left + lockAgainMs })
  await look(left + lockAgainMs + 3_600_000)
  expect(await unlockOf()).toBeNull()
  const { list } = (await server.call(commandCalls.find, { terminalIDs: [terminalID] }, token)).data!
  expect(list[0]).toMatchObject({ code: 'oilCut', state: 'queued' })
})

test('a text is told in hex', async () => {
  const { data } = await server.call(commandCalls.textToHex, { text: 'RELAY,1# 油' }, token)
  expect(data).toEqual({ hex: '52454c41592c312320e6b2b9' })
})
