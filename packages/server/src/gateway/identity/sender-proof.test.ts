import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  encodeAuthenticate,
  encodeFrames,
  encodeHeartbeat,
  encodeRegister,
  terminalLayout,
} from '@trackway/protocols/jt808/encode.ts'
import { fromHex, toHex } from '@trackway/protocols/wire/bytes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { bounds } from '../bounds.ts'

let database: TestDatabase
let owner: TestAccount
let running: TestGateway
let now: number
const sockets: TestDeviceSocket[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database)
})
afterAll(() => database.drop())
beforeEach(async () => {
  now = Date.now()
  running = await startTestGateway(database, {}, { now: () => now })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
  await query("update device_types set code_rule = 'any'")
  await query('delete from devices')
  await query('delete from device_keys')
  await query('delete from audit_events')
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const demand = (rule: string) => query('update device_types set code_rule = $1 where id = 14', rule)
const device808 = (terminal_id: string, of = owner) =>
  aDevice(database, of, { terminal_id, device_type_id: 14 })
const stateTime = async ({ id }: TestDevice) =>
  (await query('select state_time from device_states where device_id = $1', id))[0].state_time
const events = () => query('select kind, account_id, terminal_id, after, times from audit_events order by id')

const vehicle = {
  province: 1,
  city: 2,
  maker: 'x',
  model: 'y',
  makersId: 'z',
  plateColour: 'blue',
  plate: 'A1',
}
let serial = 0
const frame = (number: string, id: number, body: Uint8Array, edition: 2013 | 2019 = 2013) =>
  encodeFrames(terminalLayout(number, edition), id, ++serial, body).frames[0]!
const heartbeat = (number: string, edition?: 2019) => frame(number, 0x0002, encodeHeartbeat(), edition)
/** Sends its IMEI in the body, if it has one: only the edition of 2019 has room for it. */
const register = (number: string, makersId?: string) =>
  makersId === undefined
    ? frame(number, 0x0100, encodeRegister(vehicle))
    : frame(number, 0x0100, encodeRegister({ ...vehicle, makersId }, 2019), 2019)
const authenticate = (number: string, code: string) => frame(number, 0x0102, encodeAuthenticate(code))

function open(address = '127.0.0.1', at = running): TestDeviceSocket {
  const socket = new TestDeviceSocket(at.gateway.ports.jt808!, address)
  sockets.push(socket)
  return socket
}

/** The next answer: its number, and its body as hex. */
async function answer(socket: TestDeviceSocket): Promise<{ id: string; body: string }> {
  const found = await eventually(
    () => /7e((?:(?!7e)..)+)7e/.exec(socket.received),
    (match) => match !== null,
  )
  socket.received = socket.received.slice(found!.index + found![0].length)
  const content = found![1]!.replaceAll('7d02', '7e').replaceAll('7d01', '7d')
  const is2019 = Number(`0x${content.slice(4, 8)}`) & 0x4000
  return { id: content.slice(0, 4), body: content.slice(is2019 ? 34 : 24, -2) }
}
const request = (socket: TestDeviceSocket, bytes: Uint8Array) => {
  socket.send(bytes)
  return answer(socket)
}
/** Result of a general answer, or of one to a registration with its code. */
const result = ({ id, body }: { id: string; body: string }) =>
  id === '8001' ? Number(`0x${body.slice(8, 10)}`) : Number(`0x${body.slice(4, 6)}`)
const codeOf = ({ body }: { body: string }) => Buffer.from(fromHex(body.slice(6))).toString()

test('the code that is handed out is random, and stored as a hash only', async () => {
  const number = '13900000001'
  const device = await device808(number)
  const codes = [await request(open(), register(number)), await request(open(), register(number))].map(codeOf)
  expect(new Set(codes).size).toBe(2)
  for (const code of codes) expect(code).toMatch(/^[0-9a-f]{16}$/)
  const socket = open()
  expect(result(await request(socket, authenticate(number, codes[1]!)))).toBe(0)
  const [row] = await query(
    `select c.*, d.information from device_codes c join devices d on d.id = device_id where d.id = $1`,
    device.id,
  )
  expect(row.offered_hash).toHaveLength(32)
  expect(JSON.stringify(row.information)).not.toContain(codes[1])
})

test('where codes are demanded, nothing counts before the right one', async () => {
  const number = '13900000002'
  const device = await device808(number)
  await demand('demand')
  const silent = open()
  for (let i = 0; i < bounds.unproved; i++) silent.send(heartbeat(number))
  await silent.closed()
  expect(await stateTime(device)).toBeNull()

  const first = open()
  const code = codeOf(await request(first, register(number)))
  expect(result(await request(first, authenticate(number, 'guess')))).toBe(1)
  expect(result(await request(first, authenticate(number, code)))).toBe(0)
  expect(result(await request(first, heartbeat(number)))).toBe(0)
  expect(await stateTime(device)).toBe(now)

  // Nobody else gets a code, or takes the device over.
  const thief = open()
  expect(result(await request(thief, register(number)))).toBe(4)
  expect(result(await request(thief, authenticate(number, number)))).toBe(1)
  expect(result(await request(first, heartbeat(number)))).toBe(0)
  await running.stop()
  running = await startTestGateway(database, {}, { now: () => now })
  const back = open()
  expect(result(await request(back, authenticate(number, code)))).toBe(0)
  // Who has proved itself may have a new one.
  const next = codeOf(await request(back, register(number)))
  expect(result(await request(back, authenticate(number, next)))).toBe(0)
  expect(result(await request(open(), authenticate(number, code)))).toBe(1)
  expect(await events()).toEqual([
    {
      kind: 'codeRefused',
      account_id: owner.id,
      terminal_id: number,
      after: { tried: 'code', refused: true },
      times: expect.any(Number),
    },
  ])
})

test('where codes are learnt, the first is kept, and another one is reported and taken', async () => {
  const number = '13900000003'
  const device = await device808(number)
  await demand('learn')
  for (const code of ['own', 'own', 'other'])
    expect(result(await request(open(), authenticate(number, code)))).toBe(0)
  expect(await stateTime(device)).toBe(now)
  await eventually(events, (rows) => rows.length === 1)
  expect(await events()).toMatchObject([{ kind: 'codeRefused', after: { tried: 'code', refused: false } }])
  await demand('demand')
  running.bus.publish('deviceType.edited', { deviceTypeId: 14 })
  expect(result(await request(open(), authenticate(number, 'other')))).toBe(1)
  expect(result(await request(open(), authenticate(number, 'own')))).toBe(0)
})

test('datagrams are held to it too', async () => {
  const number = '13900000004'
  const device = await device808(number)
  await demand('demand')
  const socket = createSocket('udp4')
  const send = async (bytes: Uint8Array) => {
    socket.send(bytes, running.gateway.ports.jt808!, '127.0.0.1')
    const [datagram] = (await once(socket, 'message')) as [Buffer]
    return { id: toHex(datagram).slice(2, 6), body: toHex(datagram).slice(26, -4) }
  }
  socket.send(heartbeat(number), running.gateway.ports.jt808!, '127.0.0.1')
  const code = codeOf(await send(register(number)))
  expect(result(await send(authenticate(number, code)))).toBe(0)
  expect(result(await send(heartbeat(number)))).toBe(0)
  expect(await stateTime(device)).toBe(now)
  socket.close()
})

test('two addresses that send for a device in turn are reported, and do not take it from each other for ever', async () => {
  const number = '13900000005'
  await device808(number)
  const addresses = ['127.0.0.1', '127.0.0.2']
  let holder = open(addresses[0])
  expect(result(await request(holder, heartbeat(number)))).toBe(0)
  for (let i = 1; i <= bounds.takeovers; i++) {
    const next = open(addresses[i % 2])
    expect(result(await request(next, heartbeat(number)))).toBe(0)
    await holder.closed()
    holder = next
  }
  const late = open(addresses[1])
  late.send(heartbeat(number))
  await late.closed()
  expect(result(await request(holder, heartbeat(number)))).toBe(0)
  await eventually(events, (rows) => rows.length === 1)
  expect(await events()).toMatchObject([
    {
      kind: 'deviceContested',
      account_id: owner.id,
      terminal_id: number,
      after: { from: '127.0.0.2', to: '127.0.0.1' },
    },
  ])
  // One that is silent gives way, and after a while all is forgotten.
  now += bounds.takeoverSilenceMs + 1
  expect(result(await request(open(addresses[1]), heartbeat(number)))).toBe(0)
  await holder.closed()
})

test('so it is where they come to two gateways, and not where one device goes from one to the other', async () => {
  const other = await startTestGateway(database, {}, { now: () => now, name: 'other', bus: running.bus })
  const speak = async (number: string, gateway: TestGateway, address?: string) => {
    const socket = open(address, gateway)
    expect(result(await request(socket, heartbeat(number)))).toBe(0)
    return socket
  }
  const [wanderer, contested] = ['13900000015', '13900000016']
  for (const number of [wanderer, contested]) await device808(number)
  for (const [number, addresses] of [
    [wanderer, ['127.0.0.1', '127.0.0.1']],
    [contested, ['127.0.0.1', '127.0.0.2']],
  ] as const) {
    let before = await speak(number, running, addresses[0])
    for (const [gateway, address] of [
      [other, addresses[1]],
      [running, addresses[0]],
    ] as const) {
      const next = await speak(number, gateway, address)
      await before.closed()
      before = next
    }
  }
  await eventually(events, (rows) => rows.length > 0)
  expect(await events()).toMatchObject([
    { kind: 'deviceContested', terminal_id: contested, after: { from: '127.0.0.2', to: '127.0.0.1' } },
  ])
  await other.stop()
})

test('a device on its way through networks is no quarrel', async () => {
  const number = '13900000006'
  await device808(number)
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    expect(result(await request(open(address), heartbeat(number)))).toBe(0)
  await running.stop()
  expect(await events()).toEqual([])
  running = await startTestGateway(database)
})

const imei = '860077000712346'
test('a number that a device sends in its header is its own from then on', async () => {
  const number = '13900000007'
  const device = await device808(imei)
  const socket = open()
  expect(result(await request(socket, register(number, imei)))).toBe(0)
  expect(result(await request(socket, heartbeat(number, 2019)))).toBe(0)
  const keys = () => query('select key from device_keys where device_id = $1 and is_learnt', device.id)
  await eventually(keys, (rows) => rows.length === 1)
  const stranger = await anAccount(database)
  await expect(device808(number, stranger)).rejects.toThrow('device_keys_pkey')
  // Also by what of it the owner changes.
  await query('update devices set terminal_id = terminal_id where id = $1', device.id)
  await running.stop()
  running = await startTestGateway(database, {}, { now: () => now })
  expect(result(await request(open(), heartbeat(number, 2019)))).toBe(0)
})

test('one number that a maker gave to all its devices leads to none of them', async () => {
  const number = '13900000008'
  const other = '860077000712353'
  const devices = [await device808(imei), await device808(other)]
  expect(result(await request(open(), register(number, imei)))).toBe(0)
  const keys = () => query('select device_id from device_keys where key = $1', number)
  await eventually(keys, (rows) => rows[0]?.device_id === devices[0]!.id)
  now += 1_000
  const socket = open()
  expect(result(await request(socket, register(number, other)))).toBe(0)
  expect(result(await request(socket, heartbeat(number, 2019)))).toBe(0)
  expect(await stateTime(devices[1]!)).toBe(now)
  expect(await stateTime(devices[0]!)).toBe(now - 1_000)
  await eventually(keys, (rows) => rows[0]?.device_id === null)
  await expect(device808(number)).rejects.toThrow('device_keys_pkey')
})

test('an IMEI that a device sends, though it is registered by its number, is its own too', async () => {
  const numbers = ['13900000010', '13900000011']
  const devices = await Promise.all(numbers.map((number) => device808(number)))
  expect(result(await request(open(), register(numbers[0]!, imei)))).toBe(0)
  const keys = () => query('select device_id from device_keys where key = $1', imei)
  await eventually(keys, (rows) => rows[0]?.device_id === devices[0]!.id)
  const stranger = await anAccount(database)
  await expect(device808(imei, stranger)).rejects.toThrow('device_keys_pkey')
  // Copies of a model have one IMEI: each is its number, as before.
  expect(result(await request(open(), register(numbers[1]!, imei)))).toBe(0)
  await eventually(keys, (rows) => rows[0]?.device_id === null)
  now += 1_000
  for (const number of numbers) expect(result(await request(open(), register(number, imei)))).toBe(0)
  for (const device of devices) expect(await stateTime(device)).toBe(now)
})

test('who registered the number of another’s device gets nothing, and the administrators hear of it', async () => {
  const number = '13900000009'
  const stranger = await anAccount(database)
  const squatted = await device808(number, stranger)
  await device808(imei)
  const socket = open()
  expect(result(await request(socket, register(number, imei)))).toBe(4)
  socket.send(heartbeat(number, 2019))
  await eventually(events, (rows) => rows.length === 1)
  await running.stop()
  expect(await stateTime(squatted)).toBeNull()
  expect(await events()).toMatchObject([
    {
      kind: 'identityRefused',
      account_id: null,
      terminal_id: imei,
      after: { header: number, body: imei },
    },
  ])
  running = await startTestGateway(database)
})
