import { roles } from '@trackway/core/codes/roles.ts'
import { firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { createRandom } from '@trackway/simulator/random.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { UpgradingDevice } from '../../testing/fakes/upgrading-device.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { runTurn } from '../tasks/run-turn.ts'
import { firmwareKind } from './firmware-kind.ts'
import { aFirmwareFile, aWay, firmwareType, someBytes } from './testing/firmware-rows.ts'

const minuteMs = 60_000
let server: TestServer
let gateway: TestGateway
let account: TestAccount
let token: string
/** Time that passed at once, of server, gateway and engine alike. It only grows. */
let aheadMs = 0
const clock = () => Date.now() + aheadMs
const upgrading: UpgradingDevice[] = []

beforeAll(async () => {
  server = await startTestServer({ now: clock })
  changeSettings({ publicUrl: server.url })
  account = await anAccount(server.database, { role: roles.admin })
  token = await signIn(server.database, account)
  gateway = await startTestGateway(
    server.database,
    {},
    {
      bus: server.bus,
      readyMs: 0,
      now: clock,
      monotonic: () => performance.now() + aheadMs,
    },
  )
})
afterEach(() => {
  for (const device of upgrading.splice(0)) device.stop()
})
afterAll(async () => {
  changeSettings({ publicUrl: undefined })
  await gateway.stop()
  await server.stop()
})

let count = 0
async function aConnected(
  options: Partial<ConstructorParameters<typeof UpgradingDevice>[1]> = {},
  columns = {},
) {
  const terminalId = String(13_800_000_000 + ++count)
  const row = { terminal_id: terminalId, device_type_id: firmwareType, ...columns }
  const { id } = await aDevice(server.database, account, row)
  const device = new UpgradingDevice(gateway.gateway.ports.jt808!, { terminalId, ...options })
  upgrading.push(device)
  return { id, terminalId, device }
}

async function start(fileId: number, terminalIDs: string[], more: object = {}): Promise<number> {
  const input = { fileId, terminalIDs, perSecond: null, maxTries: 1, ...more }
  const { data, meta } = await server.call(firmwareCalls.start, input, token)
  expect(meta.success).toBe(true)
  return data!.taskId
}

async function turn(taskId: number) {
  const { database, bus } = server
  const context = { database, bus, log: pino({ level: 'error' }), kinds: [firmwareKind] }
  // As if each of them had been woken: the bus is not the subject here.
  await database.pool.query('update device_task_items set due_time = 0 where task_id = $1 and due_time > 0', [
    taskId,
  ])
  await runTurn(context, taskId, clock())
  const { rows } = await database.pool.query(
    `select state, waits_for as "waitsFor", failure, result, progress, step from device_task_items where task_id = $1 order by id`,
    [taskId],
  )
  return rows as Record<string, unknown>[]
}

const until = (taskId: number, isIt: (item: Record<string, unknown>) => boolean) =>
  eventually(async () => (await turn(taskId))[0]!, isIt)

let versions = 0
const newVersion = () => `TW808-3.${++versions}`

test('a device is done when it reports the new version itself, not before', async () => {
  await aWay(server.database)
  const file = await aFirmwareFile(server.database, account, someBytes(30_000), { version: newVersion() })
  const { id, terminalId, device } = await aConnected()
  const task = await start(file.id, [terminalId])
  expect(await until(task, ({ state }) => state === 'done')).toMatchObject({ result: file.version })
  expect(device.taker.firmware).toBe(file.version)
  const { rows } = await server.database.pool.query(
    "select information ->> 'firmware' as f from devices where id = $1",
    [id],
  )
  expect(rows).toEqual([{ f: file.version }])
})

test('one that has it and whose answers were lost is asked, and is done', async () => {
  await aWay(server.database, { resumes: true, parts_under_way: 1 })
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), { version: newVersion() })
  const { terminalId, device } = await aConnected()
  device.onPart = () => {
    if (device.parts === 4) device.hangUp()
  }
  const task = await start(file.id, [terminalId])
  // It is back already when the last part is answered, so no login tells of the new version.
  await until(task, ({ waitsFor }) => waitsFor === 'restart')
  expect(device.taker.firmware).toBe(file.version)
  aheadMs += 1.5 * minuteMs
  expect(await until(task, ({ state }) => state === 'done')).toMatchObject({ result: file.version })
})

test('one that says it worked and has the old version failed', async () => {
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), { version: newVersion() })
  const { id, terminalId } = await aConnected({ upgrades: { conduct: 'keepsOld' } })
  const task = await start(file.id, [terminalId])
  await until(task, ({ step, waitsFor }) => step === 'install' && waitsFor === 'version')
  await eventually(
    async () => {
      await turn(task)
      const text = "select information ->> 'firmware' as firmware from devices where id = $1"
      return (await server.database.pool.query(text, [id])).rows[0].firmware
    },
    (firmware) => firmware === 'TW808-2.4',
  )
  aheadMs += 11 * minuteMs
  // It is asked once more before it is given up.
  expect((await turn(task))[0]).toMatchObject({ state: 'running', waitsFor: 'version' })
  aheadMs += 3 * minuteMs
  expect(await until(task, ({ state }) => state === 'failed')).toMatchObject({
    failure: 'notApplied',
    result: 'TW808-2.4',
  })
})

test('one that does not come back lost contact, and is done when it comes back later with the new version', async () => {
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), { version: newVersion() })
  const { id, terminalId, device } = await aConnected({ upgrades: { conduct: 'vanishes' } })
  const task = await start(file.id, [terminalId], { maxTries: 2 })
  await until(task, ({ waitsFor }) => waitsFor === 'restart')
  await eventually(
    async () =>
      (await server.database.pool.query('select is_connected from device_states where device_id = $1', [id]))
        .rows[0],
    (state) => state.is_connected === false,
  )
  aheadMs += 29 * minuteMs
  expect((await turn(task))[0]).toMatchObject({ state: 'running', waitsFor: 'restart' })
  aheadMs += 2 * minuteMs
  expect((await turn(task))[0]).toMatchObject({ state: 'queued', failure: 'lostContact', waitsFor: 'retry' })
  expect((await turn(task))[0]).toMatchObject({ state: 'waiting', waitsFor: 'offline' })

  device.taker.firmware = file.version
  upgrading.push(
    new UpgradingDevice(gateway.gateway.ports.jt808!, { terminalId, upgrades: { firmware: file.version } }),
  )
  await server.database.pool.query(
    `update devices set information = information || jsonb_build_object('firmware', $2::text) where id = $1`,
    [id, file.version],
  )
  expect(await until(task, ({ state }) => state === 'done')).toMatchObject({ result: file.version })
})

test.each([
  ['unsupported', 'upgradeUnsupported'],
  ['refuses', 'rejected'],
  ['fails', 'deviceFailed'],
  ['mute', 'noAnswer'],
] as const)('one that %s fails by %s', async (conduct, failure) => {
  await aWay(server.database, { max_sends: 2 })
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), { version: newVersion() })
  const { terminalId } = await aConnected({ upgrades: { conduct } })
  const task = await start(file.id, [terminalId])
  expect(await until(task, ({ state }) => state === 'failed')).toMatchObject({ failure })
})

test('one that failed and is begun again by hand is sent the file again', async () => {
  await aWay(server.database, { max_sends: 2 })
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), { version: newVersion() })
  const { terminalId, device } = await aConnected({ upgrades: { conduct: 'refuses' } })
  const task = await start(file.id, [terminalId])
  await until(task, ({ state }) => state === 'failed')

  device.stop()
  upgrading.push(new UpgradingDevice(gateway.gateway.ports.jt808!, { terminalId }))
  expect((await server.call(taskCalls.retry, { id: task }, token)).data).toEqual({ retried: 1 })
  expect(await until(task, ({ state }) => state === 'done' || state === 'failed')).toMatchObject({
    state: 'done',
    result: file.version,
  })
})

test('an upgrade begins once another one of the device has ended', async () => {
  await aWay(server.database)
  const [first, second] = [newVersion(), newVersion()]
  const files = [
    await aFirmwareFile(server.database, account, someBytes(3_000), { version: first }),
    await aFirmwareFile(server.database, account, someBytes(4_000), { version: second }),
  ]
  const { terminalId } = await aConnected()
  const before = await start(files[0]!.id, [terminalId])
  const after = await start(files[1]!.id, [terminalId])
  await until(before, ({ state }) => state === 'offered' || state === 'running')
  expect((await turn(after))[0]).toMatchObject({ state: 'waiting', waitsFor: 'otherUpgrade' })
  expect(await until(before, ({ state }) => state === 'done')).toMatchObject({ result: first })
  expect(await until(after, ({ state }) => state === 'done')).toMatchObject({ result: second })
})

test('a device whose version is not known is asked; one of another version or type is skipped', async () => {
  await aWay(server.database)
  const version = newVersion()
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), {
    version,
    from_versions: ['TW808-2.4'],
    hardware: 'TW-B2',
  })
  const asked = await aConnected()
  const old = await aConnected({ upgrades: { firmware: 'TW808-1.0' } })
  const other = await aConnected({}, { device_type_id: 8 })
  const task = await start(file.id, [asked.terminalId, old.terminalId, other.terminalId])
  const items = await eventually(
    () => turn(task),
    ([first, second]) => first!.state === 'done' && second!.state !== 'waiting',
  )
  expect(items).toMatchObject([
    { state: 'done', result: version },
    { state: 'skipped', failure: 'wrongVersion' },
    { state: 'skipped', failure: 'wrongType' },
  ])
  expect([old.device.parts, other.device.parts]).toEqual([0, 0])
})

test('a device is asked anew after each login, and three times before it is given up', async () => {
  await aWay(server.database)
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), {
    version: newVersion(),
    from_versions: ['TW808-2.4'],
  })
  // Nobody is at the other end.
  const state = { is_connected: true, connected_time: clock() }
  const { id, terminalID } = await aDevice(server.database, account, { device_type_id: firmwareType }, state)
  const task = await start(file.id, [terminalID])
  const asked = async () =>
    (
      await server.database.pool.query("select id from commands where device_id = $1 and code = 'version'", [
        id,
      ])
    ).rowCount
  for (let asks = 1; asks <= 3; asks++) {
    expect((await turn(task))[0]).toMatchObject({ state: 'waiting', waitsFor: 'version' })
    expect(await asked()).toBe(asks)
    aheadMs += 2 * minuteMs
  }
  await server.database.pool.query('update device_states set connected_time = $2 where device_id = $1', [
    id,
    clock() - 1,
  ])
  expect((await turn(task))[0]).toMatchObject({ state: 'waiting' })
  expect(await asked()).toBe(4)
  for (let asks = 0; asks < 2; asks++) {
    aheadMs += 2 * minuteMs
    await turn(task)
  }
  aheadMs += 2 * minuteMs
  expect((await turn(task))[0]).toMatchObject({ state: 'failed', failure: 'versionUnknown' })
})

test('a device that is made one of another type in the meantime gets nothing more', async () => {
  const file = await aFirmwareFile(server.database, account, someBytes(3_000), { version: newVersion() })
  const { id, terminalId, device } = await aConnected()
  const task = await start(file.id, [terminalId], { startTime: clock() + minuteMs })
  await server.database.pool.query('update devices set device_type_id = 8 where id = $1', [id])
  aheadMs += 2 * minuteMs
  expect(await until(task, ({ state }) => state === 'skipped')).toMatchObject({ failure: 'wrongType' })
  expect(device.parts).toBe(0)
})

test('a device fetches by a link that terminal control brings', async () => {
  await aWay(server.database, { way: 'control' })
  const content = someBytes(200_000)
  const file = await aFirmwareFile(server.database, account, content, { version: newVersion() })
  const { terminalId, device } = await aConnected()
  const task = await start(file.id, [terminalId])
  expect(await until(task, ({ state }) => state === 'done')).toMatchObject({ result: file.version })
  expect([...device.received.keys()]).toContain('8105')
  const { data } = await server.call(firmwareCalls.links, { search: terminalId }, token)
  expect(data!.list).toMatchObject([{ progress: 100 }])
})

test('a type whose devices take texts gets the link in a text of its own', async () => {
  await aWay(server.database, { way: 'text', template: 'UPGRADE,{url},{version},{serial}#' })
  const file = await aFirmwareFile(server.database, account, someBytes(2_000), { version: newVersion() })
  const { id, terminalId, device } = await aConnected()
  const task = await start(file.id, [terminalId])
  await until(task, ({ state }) => state === 'running')
  await eventually(
    () => [...device.received.keys()],
    (received) => received.includes('8300'),
  )
  // Nothing but the reply says that it took the link.
  await server.database.pool.query(
    "update commands set state = 'acknowledged', acknowledge_time = 1 where device_id = $1 and state = 'sent'",
    [id],
  )
  await until(task, ({ step }) => step === 'install')
  const { rows } = await server.database.pool.query(
    "select content from commands where device_id = $1 and content like 'UPGRADE%'",
    [id],
  )
  expect(rows[0].content).toMatch(
    new RegExp(`^UPGRADE,${server.url}/f/${file.id}/[^,]+,${file.version},[0-9A-F]{4}#$`),
  )
})

test('a stop takes back what no byte was sent of, and leaves the rest to its end', async () => {
  await aWay(server.database)
  const file = await aFirmwareFile(server.database, account, someBytes(900 * 300), { version: newVersion() })
  const random = createRandom(5)
  const sent = await aConnected({ upgrades: { loses: () => random.next() < 0.2 } })
  const task = await start(file.id, [sent.terminalId])
  await until(task, ({ state }) => state === 'running')
  expect((await server.call(taskCalls.cancel, { id: task }, token)).data).toEqual({
    cancelled: 0,
    underWay: 1,
  })
  expect(await until(task, ({ state }) => state === 'done')).toMatchObject({ result: file.version })
})

test('what was offered and never begun is taken back by a stop', async () => {
  const file = await aFirmwareFile(server.database, account, someBytes(900), { version: newVersion() })
  const { terminalID } = await aDevice(
    server.database,
    account,
    { device_type_id: firmwareType },
    { is_connected: true, connected_time: clock() },
  )
  const task = await start(file.id, [terminalID])
  expect((await turn(task))[0]).toMatchObject({ state: 'offered', waitsFor: 'answer' })
  expect((await server.call(taskCalls.cancel, { id: task }, token)).data).toEqual({
    cancelled: 1,
    underWay: 0,
  })
  const { rows } = await server.database.pool.query(
    'select state from firmware_transfers order by id desc limit 1',
  )
  expect(rows).toEqual([{ state: 'stopped' }])
})
