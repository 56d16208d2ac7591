import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceLifeCalls } from '@trackway/core/features/device-life/calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import {
  qualityCheckCalls,
  qualityCriteriaCalls,
  qualityResultList,
} from '@trackway/core/features/quality-checks/calls.ts'
import { type CheckCode, newCriterion } from '@trackway/core/features/quality-checks/checks.ts'
import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { columnValue } from '@trackway/core/lists/columns.ts'
import {
  encodeHeartbeat,
  encodeIdentifiers,
  encodeLogin,
  encodeReply,
  encodeReport,
  type StateToSend,
} from '@trackway/protocols/gt06/encode.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { runTurn } from '../tasks/run-turn.ts'
import { startTasks } from '../tasks/start-tasks.ts'
import { qualityCheckKind } from './check-kind.ts'
import { cancelForsaken, startQualityChecks } from './start-quality-checks.ts'

const minuteMs = 60_000
const gt06Type = 13
const log = pino({ level: 'silent' })
let ahead = 0
const now = () => Date.now() + ahead

let server: TestServer
let gateway: TestGateway
let factory: TestAccount
let tester: string
let customers = 0
const sockets: TestDeviceSocket[] = []

beforeAll(async () => {
  server = await startTestServer({ now })
  gateway = await startTestGateway(server.database, {}, { now, bus: server.bus })
})
beforeEach(async () => {
  ahead = 0
  factory = await anAccount(server.database, { role: roles.admin })
  const account = await anAccount(server.database, {
    parent: factory,
    role: roles.test,
    username: `tester${++customers}`,
    time_zone: 'Asia/Shanghai',
  })
  tester = await signIn(server.database, account)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end()
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})

const call = <C extends Call>(of: C, input: InputOf<C>, by = tester) => server.call(of, input, by)
const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const aProduct = (columns: object = {}) =>
  aDevice(server.database, factory, { device_type_id: gt06Type, ...columns })

async function criteria(codes: CheckCode[], minutes = 5, more: object = {}, by = tester) {
  const checks = codes.map((code) => ({ ...newCriterion(code), ...more }))
  return await call(qualityCriteriaCalls.save, { deviceType: gt06Type, minutes, checks }, by)
}
const start = async (devices: TestDevice[], more: object = {}) =>
  (
    await call(qualityCheckCalls.start, {
      terminalIDs: devices.map(({ terminalID }) => terminalID),
      ...more,
    })
  ).data!
const found = async (input: InputOf<typeof qualityCheckCalls.find> = {}) =>
  (await call(qualityCheckCalls.find, input)).data!.list
const resultOf = async ({ terminalID }: TestDevice) => (await found({ search: terminalID }))[0]!
const stateOf = async (device: TestDevice) => (await resultOf(device)).state
const checkOf = async (device: TestDevice, code: CheckCode) =>
  (await resultOf(device)).checks.find((check) => check.code === code)

async function logIn({ terminalID }: TestDevice): Promise<TestDeviceSocket> {
  const socket = new TestDeviceSocket(gateway.gateway.ports.gt06!)
  sockets.push(socket)
  socket.send(encodeLogin(terminalID, 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  return socket
}
const place = { fix: 'gps', latitude: 22.54, longitude: 114.06, speedKmh: 0, courseDeg: 0 } as const
const state: StateToSend = {
  oilCut: false,
  gpsOn: true,
  charging: true,
  accOn: false,
  armed: false,
  voltageLevel: 5,
  gsmLevel: 4,
}
let serial = 1
/** A device sends these and waits until all is stored: the heartbeat is acknowledged last. */
async function report(socket: TestDeviceSocket, parts: object = {}, heartbeat: Partial<StateToSend> = {}) {
  socket.send(encodeReport({ fixTime: now(), ...place, satellites: 9, ...parts }, ++serial))
  socket.send(encodeHeartbeat({ ...state, ...heartbeat }, ++serial))
  await socket.expect(`7878 05 13 ${serial.toString(16).padStart(4, '0')}`)
}

/** All that is due, with the frames that came until now. */
async function run(): Promise<void> {
  const { rows: devices } = await server.database.pool.query('select id from devices')
  server.bus.publish('frame.asked', { deviceIds: Int32Array.from(devices, ({ id }) => id) })
  await turn()
}
/** All that is due, with the frames that are written already. */
async function turn(): Promise<void> {
  await server.database.pool.query('update device_task_items set due_time = 0 where finish_time is null')
  const { rows } = await server.database.pool.query('select id from device_tasks where finish_time is null')
  const context = { database: server.database, bus: server.bus, log, kinds: [qualityCheckKind] }
  for (const { id } of rows) await runTurn(context, id, now())
}
/** Looks again and again until a device is so: frames are written a little later. */
const until = (device: TestDevice, is: string) =>
  eventually(
    async () => {
      await run()
      return await stateOf(device)
    },
    (found) => found === is,
  )

describe('a run', () => {
  test('turns checks green as frames come, passes what has passed all, and moves it in the stock', async () => {
    const device = await aProduct()
    await server.database.pool.query("update stock_items set place = 'produced' where terminal_id = $1", [
      device.terminalID,
    ])
    await criteria(['login', 'fix', 'satellites', 'gsm', 'acc', 'iccid'])
    const { taskId } = await start([device], { name: 'Morning', batch: 'B7', station: 'Bench 1' })
    await run()
    expect((await resultOf(device)).checks.map(({ state }) => state)).toEqual(Array(6).fill('open'))

    const socket = await logIn(device)
    await report(socket, {}, { accOn: true })
    await eventually(
      async () => {
        await run()
        return (await checkOf(device, 'fix'))?.state
      },
      (is) => is === 'passed',
    )
    expect(await stateOf(device)).toBe('open')
    expect(await checkOf(device, 'satellites')).toMatchObject({ state: 'passed', value: 9, low: 4 })
    expect(await checkOf(device, 'iccid')).toMatchObject({ state: 'open', value: null })

    socket.send(encodeIdentifiers(device.terminalID, '460012345678901', '89860012345678901234', ++serial))
    await report(socket, { accOn: false })
    await until(device, 'passed')
    expect(await resultOf(device)).toMatchObject({
      taskId,
      batch: 'B7',
      station: 'Bench 1',
      attempt: 1,
      isFirst: true,
      isLast: true,
      failures: [],
      criteriaVersion: 1,
    })
    expect((await call(taskCalls.get, { id: taskId })).data).toMatchObject({
      state: 'done',
      counts: { done: 1 },
    })
    const keeper = await signIn(
      server.database,
      await anAccount(server.database, { parent: factory, role: roles.testStockUser }),
    )
    const movements = await call(stockCalls.movements, { terminalID: device.terminalID }, keeper)
    expect(movements.data?.list[0]).toMatchObject({
      fromPlace: 'produced',
      toPlace: 'tested',
      operator: `tester${customers}`,
      note: 'Morning',
    })
    const life = await call(deviceLifeCalls.events, { number: device.terminalID })
    expect(life.data?.list).toContainEqual(expect.objectContaining({ kind: 'qualityCheck', isGood: true }))
  })

  test('fails at its deadline by what was not as it should be; a retest is another attempt, which counts', async () => {
    const device = await aProduct()
    await criteria(['login', 'fix', 'satellites'])
    const { taskId } = await start([device])
    const socket = await logIn(device)
    await report(socket, { satellites: 2 })
    await eventually(
      async () => {
        await run()
        return (await checkOf(device, 'satellites'))?.value
      },
      (value) => value === 2,
    )
    ahead = 6 * minuteMs
    await until(device, 'failed')
    expect(await resultOf(device)).toMatchObject({ failures: ['satellites'] })
    const [item] = (await call(taskCalls.items, { id: taskId })).data!.list
    expect(item).toMatchObject({ state: 'failed', failure: 'checksFailed', result: 'satellites' })

    expect((await call(qualityCheckCalls.retest, { taskId })).data).toEqual({ retried: 1 })
    await report(socket, { satellites: 8 })
    await until(device, 'passed')
    const attempts = await found({ taskId })
    expect(attempts.map(({ attempt, state, isLast }) => [attempt, state, isLast])).toEqual([
      [2, 'passed', true],
      [1, 'failed', false],
    ])
    expect(await found({ taskId, attempt: 'run' })).toHaveLength(1)

    // The shared retry of tasks is a new attempt too, and one that passed begins again when it is named.
    await call(qualityCheckCalls.retest, { taskId, terminalIDs: [device.terminalID] })
    ahead = 20 * minuteMs
    await until(device, 'failed')
    expect((await call(taskCalls.retry, { id: taskId })).data).toEqual({ retried: 1 })
    expect(await resultOf(device)).toMatchObject({ attempt: 4, state: 'open' })
  })

  test('takes further devices as they are scanned, also once it was over, and says which it has not', async () => {
    const [first, second] = [await aProduct(), await aProduct()]
    await criteria(['login'])
    const stranger = await aDevice(server.database, await anAccount(server.database))
    const { taskId, failed } = await start([first, { id: 0, terminalID: '860000000000009' }])
    expect(failed).toEqual([{ id: '860000000000009', result: 'notFound' }])
    await logIn(first)
    await until(first, 'passed')

    const ids = [first, second, stranger].map(({ terminalID }) => terminalID)
    const added = await call(qualityCheckCalls.add, { taskId, terminalIDs: [...ids, ids[1]!] })
    expect(added.data).toEqual({
      devices: 1,
      present: [first.terminalID],
      failed: [{ id: stranger.terminalID, result: 'notFound' }],
    })
    const before = await call(taskCalls.get, { id: taskId })
    expect(before.data).toMatchObject({ state: 'running', total: 2, finishTime: null })
    await logIn(second)
    await until(second, 'passed')

    const none = await call(qualityCheckCalls.start, { terminalIDs: [stranger.terminalID] })
    expect(refusal(none)).toBe('notFound')
  })

  test('keeps the criteria it began with; what is changed is a new version, and other runs use it', async () => {
    const [first, second, third] = [await aProduct(), await aProduct(), await aProduct()]
    await criteria(['login', 'iccid'])
    const { taskId } = await start([first])
    expect((await criteria(['login'])).data).toMatchObject({ version: 2 })
    await call(qualityCheckCalls.add, { taskId, terminalIDs: [second.terminalID] })
    await start([third])
    const versions = await Promise.all([first, second, third].map(resultOf))
    expect(versions.map(({ criteriaVersion, checks }) => [criteriaVersion, checks.length])).toEqual([
      [1, 2],
      [1, 2],
      [2, 1],
    ])
    const { data } = await call(qualityCriteriaCalls.find, {})
    expect(data!.list.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  test('of a type without criteria checks the usual things, of one without sensors not what it lacks', async () => {
    const device = await aProduct()
    await start([device])
    expect(await resultOf(device)).toMatchObject({
      criteriaVersion: null,
      checks: [{ code: 'login' }, { code: 'fix' }, { code: 'satellites' }, { code: 'gsm' }],
    })
    await server.database.pool.query('update device_types set sensors = $1 where id = $2', [
      ['battery'],
      gt06Type,
    ])
    try {
      expect(refusal(await criteria(['acc']))).toBe('invalidInput')
      expect((await criteria(['login', 'batteryPercent'])).data).toMatchObject({ version: 1 })
    } finally {
      await server.database.pool.query("update device_types set sensors = '{}' where id = $1", [gt06Type])
    }
  })

  test('sends a query, and reads the firmware from its answer', async () => {
    const device = await aProduct()
    await criteria(['login', 'firmware'], 5, { text: 'V1.2' }).then(({ meta }) =>
      expect(meta.success).toBe(false),
    )
    await call(qualityCriteriaCalls.save, {
      deviceType: gt06Type,
      minutes: 5,
      checks: [newCriterion('command'), { code: 'firmware', text: 'V1.2' }],
    })
    await start([device])
    const socket = await logIn(device)
    await run()
    const command = /7878..80..([0-9a-f]{8})((?:[0-9a-f]{2})*?)0002[0-9a-f]{8}0d0a/
    for (let answered = 0; answered < 2; answered++) {
      const match = await eventually(
        () => command.exec(socket.received),
        (is) => is !== null,
      )
      socket.received = socket.received.slice(match!.index + match![0].length)
      const isVersion = Buffer.from(match![2]!, 'hex').toString().startsWith('VERSION')
      const text = isVersion ? '[VERSION]GT06 V1.2 2026/11/01' : 'Battery:4.1V'
      socket.send(encodeReply(Number.parseInt(match![1]!, 16), text, ++serial))
    }
    await until(device, 'passed')
    expect(await checkOf(device, 'command')).toMatchObject({ value: 'Battery:4.1V' })
    expect(await checkOf(device, 'firmware')).toMatchObject({ value: expect.stringContaining('V1.2') })
  })

  test('that is stopped leaves no result, and the one before counts again; so does one whose device is gone', async () => {
    const device = await aProduct()
    await criteria(['login'], 1)
    const first = await start([device])
    ahead = 2 * minuteMs
    await until(device, 'failed')
    const { taskId } = await start([device])
    expect((await call(taskCalls.cancel, { id: taskId })).data).toEqual({ cancelled: 1, underWay: 0 })
    expect(await found({ attempt: 'last' })).toMatchObject([{ taskId: first.taskId, state: 'failed' }])
    expect(refusal(await call(qualityCheckCalls.add, { taskId, terminalIDs: [device.terminalID] }))).toBe(
      'taskOver',
    )

    await start([device])
    await server.database.pool.query('delete from device_states where device_id = $1', [device.id])
    await server.database.pool.query('delete from devices where id = $1', [device.id])
    await run()
    ahead += 5 * minuteMs
    await cancelForsaken(server.database.db, now())
    expect((await found()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'failed'])
  })

  test('is judged by what came within its time, however late it is looked at', async () => {
    const [soon, late] = [await aProduct(), await aProduct()]
    await criteria(['login', 'satellites'], 1)
    await start([soon, late])
    await report(await logIn(soon))
    ahead = 2 * minuteMs
    await report(await logIn(late))
    ahead = 30 * minuteMs
    await until(soon, 'passed')
    await until(late, 'failed')
    expect(await resultOf(late)).toMatchObject({ failures: ['login', 'satellites'] })
  })

  test('waits at its deadline for what gateways have not written yet', async () => {
    const device = await aProduct()
    await criteria(['satellites'], 1)
    await start([device])
    await report(await logIn(device))
    ahead = minuteMs
    await turn()
    expect(await stateOf(device)).toBe('open')
    await eventually(
      async () => {
        ahead += minuteMs
        await turn()
        return await stateOf(device)
      },
      (is) => is !== 'open',
    )
    expect(await stateOf(device)).toBe('passed')
  })

  test('sends a query that fails once more after a while, and not at each look', async () => {
    const device = await aProduct()
    await criteria(['login', 'command'])
    await start([device])
    await logIn(device)
    const sent = async () => {
      await server.database.pool.query("update commands set state = 'failed' where device_id = $1", [
        device.id,
      ])
      await run()
      const { rows } = await server.database.pool.query('select from commands where device_id = $1', [
        device.id,
      ])
      return rows.length
    }
    await until(device, 'open')
    ahead = minuteMs
    const first = await sent()
    expect([await sent(), await sent()]).toEqual([first, first])
    ahead = 2 * minuteMs
    expect(await sent()).toBe(first + 1)
  })

  test('by itself: a device that reports is looked at within moments, though nothing is due', async () => {
    const device = await aProduct()
    await criteria(['login', 'satellites'])
    const context = { database: server.database, bus: server.bus, log }
    const stops = [startTasks({ ...context, kinds: [qualityCheckKind] }), startQualityChecks(context)]
    try {
      const socket = await logIn(device)
      await start([device])
      await eventually(
        async () => (await checkOf(device, 'login'))?.state,
        (is) => is === 'passed',
      )
      // Nothing wakes it but what it says.
      await server.database.pool.query('update device_task_items set due_time = $1', [now() + 600_000])
      await eventually(
        async () => {
          await report(socket)
          return await stateOf(device)
        },
        (is) => is === 'passed',
      )
    } finally {
      for (const stop of stops) await stop()
    }
  })
})

test('yield: first attempts by day, type, batch and station', async () => {
  const [good, bad] = [await aProduct(), await aProduct()]
  await criteria(['login'], 1)
  const { taskId } = await start([good], { batch: 'B1', station: 'Bench 1' })
  await start([bad], { batch: 'B2' })
  await logIn(good)
  await until(good, 'passed')
  ahead = 2 * minuteMs
  await until(bad, 'failed')
  const failedRun = (await resultOf(bad)).taskId!
  await call(qualityCheckCalls.retest, { taskId: failedRun })
  await logIn(bad)
  await until(bad, 'passed')
  expect(taskId).not.toBe(failedRun)

  const rows = async (by: 'day' | 'deviceType' | 'batch' | 'station', more: object = {}) =>
    (await call(qualityCheckCalls.yield, { by, ...more })).data!.list.map(({ group, tested, passed }) => [
      group,
      tested,
      passed,
    ])
  expect(await rows('batch')).toEqual([
    ['B1', 1, 1],
    ['B2', 1, 0],
  ])
  expect(await rows('station')).toEqual([
    ['Bench 1', 1, 1],
    [null, 1, 0],
  ])
  expect(await rows('deviceType')).toEqual([['Gt06', 2, 1]])
  expect(await rows('day', { batch: 'B1' })).toEqual([[expect.stringMatching(/^\d{4}-\d\d-\d\d$/), 1, 1]])
  expect(refusal(await call(qualityCheckCalls.yield, { from: 0 }))).toBe('rangeTooLong')
})

test('results are a file, with what was measured of each check', async () => {
  const device = await aProduct()
  await criteria(['satellites'])
  await start([device])
  const socket = await logIn(device)
  await report(socket, { satellites: 11 })
  await until(device, 'passed')
  const [row] = await found()
  const column = qualityResultList.columns.find(({ key }) => key === 'checkSatellites')!
  expect(columnValue(column, row!)).toBe('11')
  const file = { list: 'qualityResults', filter: {}, format: 'csv' } as const
  expect((await call(exportCalls.createList, file)).data).toMatchObject({ state: 'queued' })
})
