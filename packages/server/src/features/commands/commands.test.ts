import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { encodeHeartbeat, encodeLocation, encodeLogin, encodeReply } from '@trackway/protocols/gt06/encode.ts'
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
import { startTasks } from '../tasks/start-tasks.ts'
import { commandTaskKind } from './command-task.ts'
import { findDue, takeCommand } from './delivery/delivery-queries.ts'
import { runCommandMaintenance } from './start-commands.ts'
import { lockAgainMs } from './unlocks.ts'

/** Real calls, real sockets: a simulated GT06 device at one end, the API at the other. */

let server: TestServer
let gateway: TestGateway
let account: TestAccount
let token: string
let ahead = 0
/** The clock is stopped here. */
let lastSpeedKmh: number | null = null
const now = () => (lastSpeedKmh ?? Date.now()) + ahead
const sockets: TestDeviceSocket[] = []

const startGateway = async (name = 'test-gateway') => {
  const started = await startTestGateway(server.database, {}, { now, bus: server.bus, name })
  return started
}
beforeAll(async () => {
  server = await startTestServer({ now })
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
  gateway = await startGateway()
})
beforeEach(() => {
  ahead = 0
  lastSpeedKmh = null
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end()
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})

const call = <C extends Call>(of: C, input: InputOf<C>, as = token) => server.call(of, input, as)
const send = (device: TestDevice, more: Partial<InputOf<typeof commandCalls.send>>) =>
  call(commandCalls.send, { terminalID: device.terminalID, ...more })
const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const get = async (id: number) => (await call(commandCalls.get, { id })).data!
const reaches = (id: number, state: string) =>
  eventually(
    () => get(id),
    (command) => command.state === state,
  )

async function logIn(device: TestDevice, at = gateway): Promise<TestDeviceSocket> {
  const socket = new TestDeviceSocket(at.gateway.ports.gt06!)
  sockets.push(socket)
  socket.send(encodeLogin(device.terminalID, 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  return socket
}
const frame = /7878..80..([0-9a-f]{8})((?:[0-9a-f]{2})*?)0002[0-9a-f]{8}0d0a/
const textsOf = ({ received }: TestDeviceSocket) =>
  [...received.matchAll(new RegExp(frame, 'g'))].map(([, , hex]) => Buffer.from(hex!, 'hex').toString())

/** The next command that the device receives. */
async function receivedCommand(socket: TestDeviceSocket): Promise<{ flag: number; text: string }> {
  const match = await eventually(
    () => frame.exec(socket.received),
    (found) => found !== null,
  )
  socket.received = socket.received.slice(match!.index + match![0].length)
  return { flag: Number.parseInt(match![1]!, 16), text: Buffer.from(match![2]!, 'hex').toString() }
}
const answer = (socket: TestDeviceSocket, flag: number, text: string) =>
  socket.send(encodeReply(flag, text, 9))

let fixes = 0
const drive = (socket: TestDeviceSocket, speedKmh: number, { lat = 22.5, at = now(), accOn = true } = {}) =>
  socket.send(
    encodeLocation(
      0x22,
      {
        deviceTime: Math.floor(at / 1000) * 1000,
        latitude: lat,
        longitude: 113.9,
        speedKmh,
        courseDeg: 0,
        satellites: 9,
        isPositioned: true,
        mcc: 460,
        mnc: 0,
        lac: 1,
        cellId: ++fixes,
      },
      2,
      { reason: { accOn, uploadMode: 0, isBuffered: false } },
    ),
  )
const heartbeat = (socket: TestDeviceSocket, { oilCut = false, accOn = true }) =>
  socket.send(
    encodeHeartbeat(
      { oilCut, gpsOn: true, charging: true, accOn, armed: false, voltageLevel: 6, gsmLevel: 4 },
      3,
    ),
  )
const aGt06 = (more = {}) => aDevice(server.database, account, { device_type_id: 13, ...more })
const isOnline = (device: TestDevice) =>
  eventually(
    async () =>
      (
        await server.database.pool.query('select is_connected from device_states where device_id = $1', [
          device.id,
        ])
      ).rows[0]?.is_connected,
    (is) => is === true,
  )

async function connected(device: TestDevice): Promise<TestDeviceSocket> {
  const socket = await logIn(device)
  await isOnline(device)
  return socket
}

describe('a command to a connected device', () => {
  test.each([
    ['OK!', { state: 'acknowledged', result: 1, reply: 'OK!', failure: null }],
    ['Error: Parameter 1 (5~18000)', { state: 'failed', result: 3, failure: 'refused' }],
    ['request timeout', { state: 'failed', result: 2, failure: 'timeout' }],
    ['%&/ xyz', { state: 'failed', result: 3, failure: 'notUnderstood' }],
  ])('that it answers with %s', async (text, expected) => {
    const device = await aGt06()
    const socket = await connected(device)
    const sent = send(device, { code: 'heartbeat', parameters: { minutes: 5 } })
    const downlink = await receivedCommand(socket)
    expect(downlink.text).toBe('HBT,5#')
    answer(socket, downlink.flag, text)
    expect((await sent).data).toMatchObject(expected)
  })

  test('that it never answers, and then does', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    const { data } = await send(device, { content: 'STATUS#', waitSeconds: 0 })
    const { flag } = await receivedCommand(socket)
    ahead = 40_000
    expect(await reaches(data!.id, 'failed')).toMatchObject({ result: 2, failure: 'timeout' })
    answer(socket, flag, 'Battery:4.1V,NORMAL; GPRS:Link Up;')
    expect(await reaches(data!.id, 'acknowledged')).toMatchObject({ result: 1, replyClass: 'query' })
  })

  test('that has just logged in is told a second later', async () => {
    const device = await aGt06()
    const waiting = (await send(device, { content: 'STATUS#', offline: true })).data!
    lastSpeedKmh = Date.now()
    const socket = await connected(device)
    await send(device, { content: 'PARAM#', offline: true })
    expect(await get(waiting.id)).toMatchObject({ state: 'queued' })
    ahead = 1_000
    expect((await receivedCommand(socket)).text).toBe('STATUS#')
  })

  test('that ends its connection half-way', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    const { data } = await send(device, { content: 'STATUS#', waitSeconds: 0 })
    await receivedCommand(socket)
    socket.end()
    expect(await reaches(data!.id, 'failed')).toMatchObject({ failure: 'disconnected' })
  })

  test('that ends its connection half-way, and answers by the next one', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    const { data } = await send(device, { content: 'STATUS#', waitSeconds: 0 })
    const { flag } = await receivedCommand(socket)
    socket.end()
    await reaches(data!.id, 'failed')
    const next = await logIn(device)
    // A reply to no command settles nothing.
    answer(next, flag + 1, 'OK!')
    answer(next, flag, 'OK!')
    expect(await reaches(data!.id, 'acknowledged')).toMatchObject({ result: 1, reply: 'OK!', failure: null })
  })

  test.each(['by its number', 'by its words'])(
    'answered %s after the gateway was started anew',
    async (how) => {
      const before = await startGateway('restarted')
      const device = await aGt06()
      const socket = await logIn(device, before)
      await isOnline(device)
      const { data } = await send(device, { content: 'PARAM#', waitSeconds: 0 })
      const { flag } = await receivedCommand(socket)
      await before.stop()
      await reaches(data!.id, 'failed')
      const after = await startGateway('restarted')
      const next = await logIn(device, after)
      answer(next, 0, 'Low battery')
      if (how === 'by its number') answer(next, flag, 'TIMER,10: OK!')
      else answer(next, 0, 'PARAM: TIMER,10')
      expect(await reaches(data!.id, 'acknowledged')).toMatchObject({ result: 1, failure: null })
      await after.stop()
    },
  )

  test('answered twice is settled by the first answer', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    const first = (await send(device, { content: 'PARAM#', waitSeconds: 0 })).data!
    const { flag } = await receivedCommand(socket)
    answer(socket, flag, 'PARAM: TIMER,10')
    answer(socket, flag, 'Error!')
    await reaches(first.id, 'acknowledged')
    const second = (await send(device, { content: 'STATUS#', waitSeconds: 0 })).data!
    const next = await receivedCommand(socket)
    answer(socket, flag, 'Error!')
    answer(socket, next.flag, 'Battery:4.1V,NORMAL;')
    expect(await reaches(second.id, 'acknowledged')).toMatchObject({ reply: 'Battery:4.1V,NORMAL;' })
    expect(await get(first.id)).toMatchObject({ state: 'acknowledged', reply: 'PARAM: TIMER,10' })
  })

  test('that restarts as it was told to, and says so by connecting again', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    const { data } = await send(device, { code: 'reset', waitSeconds: 0 })
    await receivedCommand(socket)
    socket.end()
    expect(await reaches(data!.id, 'acknowledged')).toMatchObject({ result: null })
    await connected(device)
    await reaches(data!.id, 'confirmed')
  })

  test('waits while another is open, and is answered in its turn without a flag', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    const first = (await send(device, { content: 'VERSION#', waitSeconds: 0 })).data!
    const second = (await send(device, { content: 'PARAM#', waitSeconds: 0 })).data!
    expect((await receivedCommand(socket)).text).toBe('VERSION#')
    expect(await get(second.id)).toMatchObject({ state: 'queued' })
    expect(textsOf(socket)).toEqual([])
    answer(socket, 0, '[VERSION]S20_1.2')
    await reaches(first.id, 'acknowledged')
    expect((await receivedCommand(socket)).text).toBe('PARAM#')
    answer(socket, 0, 'IMEI:860; TIMER:10;')
    await reaches(second.id, 'acknowledged')
  })

  test('is confirmed by what the device then reports', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    drive(socket, 0, { accOn: false })
    heartbeat(socket, { accOn: false })
    await eventually(
      async () =>
        (
          await server.database.pool.query('select fix_time from device_states where device_id = $1', [
            device.id,
          ])
        ).rows[0].fix_time,
      (time) => time !== null,
    )
    const sent = send(device, { code: 'oilCut' })
    const { flag, text } = await receivedCommand(socket)
    expect(text).toBe('RELAY,1#')
    answer(socket, flag, 'Cut off the fuel supply: Success!')
    const { id } = (await sent).data!
    expect(await get(id)).toMatchObject({ state: 'acknowledged', oilReply: 'cut' })
    heartbeat(socket, { oilCut: true, accOn: false })
    await reaches(id, 'confirmed')
  })

  test('and postponed by it is done when it says so later', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    heartbeat(socket, { accOn: false })
    drive(socket, 10)
    await eventually(
      async () =>
        (
          await server.database.pool.query('select fix_time from device_states where device_id = $1', [
            device.id,
          ])
        ).rows[0].fix_time,
      (time) => time !== null,
    )
    const { data } = await send(device, { content: 'RELAY,1#', waitSeconds: 0 })
    const { flag } = await receivedCommand(socket)
    answer(socket, flag, 'Cut off the fuel supply: Delay! GPS not fixed')
    expect(await reaches(data!.id, 'acknowledged')).toMatchObject({ result: null, replyClass: 'pending' })
    const { rows } = await server.database.pool.query(
      'select effect_by_time - acknowledge_time as waits from commands where id = $1',
      [data!.id],
    )
    expect(rows).toEqual([{ waits: 24 * 3_600_000 }])
    answer(socket, 0, 'Cut off the fuel supply: Success! Speed: 3Km/h.')
    await eventually(
      () => get(data!.id),
      ({ result }) => result === 1,
    )
  })
})

test('a vehicle that drives is not cut, whether by the catalogue or by text', async () => {
  const device = await aGt06()
  const socket = await connected(device)
  heartbeat(socket, { accOn: true })
  drive(socket, 80)
  await eventually(
    async () =>
      (
        await server.database.pool.query('select speed_kmh from device_states where device_id = $1', [
          device.id,
        ])
      ).rows[0].speed_kmh,
    (speed) => speed === 80,
  )
  expect((await send(device, { code: 'oilCut' })).data).toMatchObject({ state: 'failed', failure: 'moving' })
  expect((await send(device, { content: 'RELAY,1#' })).data).toMatchObject({ failure: 'moving' })
  expect(textsOf(socket)).toEqual([])
})

describe('a command that waits', () => {
  test('is delivered once when the device connects, in order, also after a restart', async () => {
    const device = await aGt06()
    const first = (await send(device, { code: 'timer', parameters: { movingS: 30 }, offline: true })).data!
    expect(first).toMatchObject({ state: 'queued' })
    const second = (await send(device, { content: 'STATUS#', offline: true })).data!
    await gateway.stop()
    gateway = await startGateway()
    const socket = await logIn(device)
    const one = await receivedCommand(socket)
    expect(one.text).toBe('TIMER,30#')
    answer(socket, one.flag, 'OK!')
    const two = await receivedCommand(socket)
    expect(two.text).toBe('STATUS#')
    answer(socket, two.flag, 'Battery:4.1V;')
    await reaches(second.id, 'acknowledged')
    socket.end()
    const again = await logIn(device)
    await call(commandCalls.send, {
      terminalID: device.terminalID,
      content: 'VERSION#',
      offline: true,
      waitSeconds: 0,
    })
    expect((await receivedCommand(again)).text).toBe('VERSION#')
    expect(await get(first.id)).toMatchObject({ state: 'acknowledged' })
  })

  test('is not delivered while its conditions do not hold, and says why', async () => {
    const device = await aGt06()
    const { id } = (await send(device, { code: 'oilCut', offline: true })).data!
    const socket = await logIn(device)
    heartbeat(socket, { accOn: true })
    drive(socket, 60)
    await eventually(
      () => get(id),
      ({ heldBy }) => heldBy === 'moving',
    )
    expect(await get(id)).toMatchObject({ state: 'queued' })
    expect(textsOf(socket)).toEqual([])
    drive(socket, 10, { at: now() + 2_000 })
    expect((await receivedCommand(socket)).text).toBe('RELAY,1#')
  })

  test('is cancelled by one call, and is not delivered any more', async () => {
    const device = await aGt06()
    const { id } = (await send(device, { content: 'STATUS#', offline: true })).data!
    expect((await call(commandCalls.cancel, { id })).data).toEqual({ id, state: 'cancelled' })
    expect(refusal(await call(commandCalls.cancel, { id }))).toBe('commandOver')
    const kept = (await send(device, { content: 'VERSION#', offline: true })).data!
    const socket = await logIn(device)
    expect((await receivedCommand(socket)).text).toBe('VERSION#')
    expect(await get(kept.id)).toMatchObject({ state: 'sent' })
  })

  test('gives way to a newer one of its kind', async () => {
    const device = await aGt06()
    const cut = (await send(device, { code: 'oilCut', offline: true })).data!
    const restore = (await send(device, { code: 'oilRestore', offline: true })).data!
    expect(await get(cut.id)).toMatchObject({ state: 'cancelled', failure: 'replaced' })
    expect(await get(restore.id)).toMatchObject({ state: 'queued' })
  })

  test('expires', async () => {
    const device = await aGt06()
    const expireTime = now() + 60_000
    const { id } = (await send(device, { content: 'STATUS#', offline: true, expireTime })).data!
    await runCommandMaintenance({ database: server.database, bus: server.bus }, expireTime + 1)
    expect(await get(id)).toMatchObject({ state: 'expired' })
  })

  test('after a timeout waits for the next connection', async () => {
    const device = await aGt06()
    const socket = await connected(device)
    const { data } = await send(device, { content: 'STATUS#', waitSeconds: 0 })
    await receivedCommand(socket)
    ahead = 40_000
    await reaches(data!.id, 'failed')
    const kept = (await call(commandCalls.findAndOffline, { id: data!.id })).data!
    expect(kept.state).toBe('queued')
    // On this connection the next one goes first.
    await send(device, { code: 'timer', parameters: { movingS: 30 }, waitSeconds: 0 })
    const next30 = await receivedCommand(socket)
    expect(next30.text).toBe('TIMER,30#')
    answer(socket, next30.flag, 'OK!')
    socket.end()
    const next = await logIn(device)
    expect((await receivedCommand(next)).text).toBe('STATUS#')
    expect(textsOf(socket)).toEqual([])
  })
})

describe('at the same instant', () => {
  const rounds = Array.from({ length: 10 }, (_, index) => index)
  const states = async (device: TestDevice) =>
    (await call(commandCalls.find, { terminalIDs: [device.terminalID] })).data!.list.map(
      ({ state, failure }) => failure ?? state,
    )

  test('two of one kind: the newer one waits', async () => {
    for (const _ of rounds) {
      const device = await aGt06()
      await Promise.all([1, 2].map(() => send(device, { content: 'STATUS#', offline: true })))
      expect((await states(device)).toSorted()).toEqual(['queued', 'replaced'])
    }
  })

  test('cancelled in two sessions: one is told that it is over', async () => {
    const [colleague, boss] = [await signIn(server.database, account), token]
    for (const _ of rounds) {
      const device = await aGt06()
      const { id } = (await send(device, { content: 'STATUS#', offline: true })).data!
      const results = await Promise.all([colleague, boss].map((as) => call(commandCalls.cancel, { id }, as)))
      expect(results.map(refusal).toSorted()).toEqual(['commandOver', 'success'])
      const { data } = await call(auditCalls.find, { search: device.terminalID })
      expect(data?.list.map(({ kind }) => kind)).toEqual(['commandCancelled', 'commandSent'])
    }
  })

  test.each(['cancelled', 'expired'])('delivered and %s: one or the other', async (end) => {
    const { db } = server.database
    for (const _ of rounds) {
      const device = await aGt06()
      await connected(device)
      // The gateway of the test gets no event that there is something to do.
      const { id } = (await send(device, { content: 'STATUS#', nextConnection: true, offline: true })).data!
      const [due] = await findDue(db, [device.id], now())
      const { expire_time: expireTime } = due!
      const [isTaken, isEnded] = await Promise.all([
        takeCommand(db, due!, { gateway: 'test-gateway', answerMs: 30_000 }, expireTime - 1),
        end === 'cancelled'
          ? call(commandCalls.cancel, { id }).then(({ meta }) => meta.success)
          : runCommandMaintenance(server, expireTime).then(async () => (await get(id)).state === 'expired'),
      ])
      expect(isTaken).toBe(!isEnded)
      expect(await get(id)).toMatchObject({ state: isTaken ? 'sent' : end })
    }
  })
})

describe('of two gateways on one bus', () => {
  test('one takes a command, and neither another one while it is open', async () => {
    const device = await aGt06()
    await server.database.pool.query(
      'insert into device_states (device_id, change_time) values ($1, $2) on conflict do nothing',
      [device.id, now()],
    )
    await send(device, { code: 'timer', parameters: { movingS: 30 }, offline: true })
    await send(device, { content: 'STATUS#', offline: true })
    const due = await findDue(server.database.db, [device.id], now())
    const take = (row: (typeof due)[number], by: string) =>
      takeCommand(server.database.db, row, { gateway: by, answerMs: 30_000 }, now())
    expect(due).toHaveLength(2)
    const taken = await Promise.all([take(due[0]!, 'one'), take(due[0]!, 'two')])
    expect(taken.toSorted()).toEqual([false, true])
    expect(await take(due[1]!, 'one')).toBe(false)
  })

  test('the one that holds the device delivers, also while it moves, and none twice', async () => {
    const other = await startGateway('other-gateway')
    const device = await aGt06()
    const here = await logIn(device)
    await isOnline(device)
    const texts = Array.from({ length: 5 }, (_, index) => `GETPARAM ${index}#`)
    const changes: string[] = []
    const obey = async (socket: TestDeviceSocket) => {
      const { flag, text } = await receivedCommand(socket)
      changes.push(text)
      answer(socket, flag, `${text}=1`)
    }
    for (const content of texts) await send(device, { content, offline: true, waitSeconds: 0 })
    await obey(here)
    // It connects to the other one while the first one still has it.
    const there = await logIn(device, other)
    await here.closed()
    for (let left = texts.length - 1 - textsOf(here).length; left > 0; left--) await obey(there)
    const { list } = (await call(commandCalls.find, { terminalIDs: [device.terminalID] })).data!
    expect(new Set([...changes, ...textsOf(here)]).size).toBe(changes.length + textsOf(here).length)
    expect(list.every(({ state }) => state !== 'queued')).toBe(true)
    await other.stop()
  })
})

describe('the flow of S1', () => {
  test('an offline device gets an offline command directly only where its type is offline-capable', async () => {
    const capable = await aGt06({ device_type_id: 2 })
    expect((await send(capable, { code: 'status' })).data).toMatchObject({ state: 'queued' })
    expect(refusal(await send(await aGt06(), { code: 'status' }))).toBe('deviceOffline')
  })

  test('the normal mode is not needed by a device that is online', async () => {
    const device = await aGt06()
    await connected(device)
    const normal = { code: 'workMode', parameters: { mode: 'normal' } } as const
    expect(refusal(await send(device, normal))).toBe('commandNotNeeded')
    expect(refusal(await send(device, { content: 'SWMODE,0,0#' }))).toBe('commandNotNeeded')
  })

  test('a demo account, a stranger and an end user with a dangerous command are refused', async () => {
    const device = await aGt06()
    const input = { terminalID: device.terminalID, code: 'status', offline: true } as const
    const demo = await signIn(
      server.database,
      await anAccount(server.database, { parent: account, is_demo: true }),
    )
    expect(refusal(await call(commandCalls.send, input, demo))).toBe('demoAccount')
    const stranger = await signIn(server.database, await anAccount(server.database))
    expect(refusal(await call(commandCalls.send, input, stranger))).toBe('notFound')
    const user = await anAccount(server.database, { parent: account, role: roles.user })
    const own = await aDevice(server.database, user, { device_type_id: 13 })
    const factory = { terminalID: own.terminalID, content: 'FACTORY#', offline: true }
    const asUser = await signIn(server.database, user)
    expect(refusal(await call(commandCalls.send, factory, asUser))).toBe('noPermission')
    const { data: offered } = await call(commandCalls.detail, { terminalID: own.terminalID }, asUser)
    expect(offered!.commands.map(({ risk }) => risk)).not.toContain('losing')
  })

  test('what the protocol cannot do, and wrong parameters, are said before sending', async () => {
    const device = await aGt06()
    expect(refusal(await send(device, { code: 'doorLock', parameters: { isOn: true }, offline: true }))).toBe(
      'commandUnsupported',
    )
    const wrong = await send(device, { code: 'timer', parameters: { movingS: 1 }, offline: true })
    expect(wrong.meta.issues).toMatchObject([{ path: 'parameters.movingS' }])
  })

  test('what is sent and cancelled stands in the audit log', async () => {
    const device = await aGt06()
    const { id } = (await send(device, { code: 'oilCut', offline: true })).data!
    await call(commandCalls.cancel, { id })
    const { data } = await call(auditCalls.find, { search: device.terminalID })
    expect(data?.list.map(({ kind }) => kind)).toEqual(['commandCancelled', 'commandSent'])
  })
})

test('a batch keeps its pace, is stopped, and repeats what failed', async () => {
  const devices = [await aGt06(), await aGt06(), await aGt06()]
  const strange = '999999999999999'
  const { data } = await call(commandCalls.batchAdd, {
    terminalIDs: [...devices.map(({ terminalID }) => terminalID), strange],
    content: 'STATUS#',
    offline: true,
    perSecond: 0.1,
  })
  expect(data?.failed).toEqual([{ id: strange, result: 'notFound' }])
  const jobId = data!.jobId!
  const { database, bus } = server
  const stopTasks = startTasks({ database, bus, log: pino({ level: 'silent' }), kinds: [commandTaskKind] })
  const batch = async () =>
    (await call(commandCalls.batches, {})).data!.list.find((each) => each.jobId === jobId)
  expect(await batch()).toMatchObject({ total: 3, states: { queued: 3 } })
  const late = await logIn(devices[2]!)
  const soon = await logIn(devices[0]!)
  const { flag } = await receivedCommand(soon)
  answer(soon, flag, 'Error!')
  await eventually(batch, (found) => found?.states.failed === 1)
  // The third is due twenty seconds after the first.
  expect(textsOf(late)).toEqual([])
  expect((await call(commandCalls.batchStop, { jobId })).data).toEqual({ cancelled: 2 })
  await runCommandMaintenance({ database: server.database, bus: server.bus }, now())
  expect((await call(commandCalls.batchRetry, { jobId })).data).toEqual({ retried: 1 })
  expect((await receivedCommand(soon)).text).toBe('STATUS#')
  expect(await batch()).toMatchObject({ total: 3, states: { cancelled: 2, sent: 1 } })
  await stopTasks()
})

test('an answer that comes after a batch gave its command up makes the device done', async () => {
  const device = await aGt06()
  const socket = await logIn(device)
  const { data } = await call(commandCalls.batchAdd, {
    terminalIDs: [device.terminalID],
    content: 'STATUS#',
    offline: false,
  })
  const { database, bus } = server
  const stopTasks = startTasks({ database, bus, log: pino({ level: 'silent' }), kinds: [commandTaskKind] })
  const task = () => call(taskCalls.get, { id: data!.jobId! })
  const { flag } = await receivedCommand(socket)
  const { list } = (await call(commandCalls.find, { terminalIDs: [device.terminalID] })).data!
  ahead = 40_000
  await reaches(list[0]!.id, 'failed')
  await eventually(task, ({ data: found }) => found?.counts.failed === 1)
  answer(socket, flag, 'OK!')
  await reaches(list[0]!.id, 'acknowledged')
  const { data: after } = await eventually(task, ({ data: found }) => found?.counts.done === 1)
  expect(after).toMatchObject({ state: 'done', counts: { done: 1, failed: 0 } })
  await stopTasks()
})

test('a temporary unlock locks again ten minutes after the vehicle left its area', async () => {
  const device = await aGt06()
  const socket = await connected(device)
  const area = { shape: 'circle', lat: 22.5, lon: 113.9, radiusM: 300 } as const
  const unlocked = (await call(commandCalls.unlock, { terminalID: device.terminalID, area })).data!
  const { flag, text } = await receivedCommand(socket)
  expect(text).toBe('RELAY,0#')
  answer(socket, flag, 'Restore fuel supply: Success!')
  await reaches(unlocked.commandId, 'acknowledged')
  const look = (time: number) => runCommandMaintenance({ database: server.database, bus: server.bus }, time)
  const shownAt = (time: number) =>
    eventually(
      async () =>
        (
          await server.database.pool.query('select fix_time from device_states where device_id = $1', [
            device.id,
          ])
        ).rows[0].fix_time,
      (fixTime) => fixTime === Math.floor(time / 1000) * 1000,
    )
  const left = now() + 5_000
  drive(socket, 10, { lat: 22.6, at: left })
  await shownAt(left)
  await look(left + 1_000)
  await look(left + lockAgainMs - 2_000)
  expect((await call(commandCalls.find, { terminalIDs: [device.terminalID] })).data?.total).toBe(1)
  await look(left + lockAgainMs)
  const { list } = (await call(commandCalls.find, { terminalIDs: [device.terminalID] })).data!
  expect(list[0]).toMatchObject({ code: 'oilCut', content: 'RELAY,1#', isOffline: true })
  await look(left + lockAgainMs + 1_000)
  expect((await call(commandCalls.find, { terminalIDs: [device.terminalID] })).data?.total).toBe(2)
})
