import { createHash } from 'node:crypto'
import { roles } from '@trackway/core/codes/roles.ts'
import { mediaCalls } from '@trackway/core/features/media/calls.ts'
import { encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { seal } from '@trackway/protocols/gt06/envelope.ts'
import { buildFrame, standardFraming } from '@trackway/protocols/jt808/envelope.ts'
import { fromHex, toHex } from '@trackway/protocols/wire/bytes.ts'
import { crcX25 } from '@trackway/protocols/wire/checksums.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aDevice,
  anAccount,
  handOver,
  signIn,
  type TestAccount,
  type TestDevice,
} from '../../testing/builders.ts'
import { waitingTransactions } from '../../testing/test-database.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { storePieces } from './arrival/store-pieces.ts'
import { mediaBounds } from './bounds.ts'
import { keepNextFile } from './keeping/keep-files.ts'
import { removeOldMedia } from './keeping/remove-files.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let gateway: TestGateway
let admin: TestAccount
let owner: TestAccount
let token: string
let device: TestDevice
const sockets: TestDeviceSocket[] = []
beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server.database)
  admin = await anAccount(server.database, { role: roles.admin })
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end()
})

let count = 0
beforeEach(async () => {
  owner = await anAccount(server.database, { parent: admin })
  token = await signIn(server.database, owner)
  device = await aDevice(server.database, owner, { terminal_id: String(13_900_000_000 + ++count) })
})

function connect(port: 'jt808' | 'gt06'): TestDeviceSocket {
  const socket = new TestDeviceSocket(gateway.gateway.ports[port]!)
  sockets.push(socket)
  return socket
}

const layoutOf = ({ terminalID }: TestDevice) => ({
  framing: standardFraming,
  is2019: false,
  version: 0,
  rawId: fromHex(terminalID.padStart(12, '0')),
})

/** A picture of any size whose bytes follow from its seed. */
function aPicture(bytes: number, seed = 1): Uint8Array {
  const picture = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at++) picture[at] = (at * 31 + seed * 17 + (at >> 8)) & 0xff
  picture.set([0xff, 0xd8, 0xff, 0xe0])
  return picture
}

/** Its parts as JT/T 808 has them, the first serial being `serial`. */
function partsOf(
  picture: Uint8Array,
  { serial = 0, mediaId = 7, size = 400, of = device } = {},
): Uint8Array[] {
  const time = toHex(bcdNow())
  const head = fromHex(
    `${mediaId.toString(16).padStart(8, '0')}00000002${'0000000000000002'}01d905c007365040000a00640000${time}`,
  )
  const body = Uint8Array.from([...head, ...picture])
  const total = Math.ceil(body.length / size)
  return Array.from({ length: total }, (_, at) =>
    buildFrame(layoutOf(of), 0x0801, (serial + at) & 0xffff, body.subarray(at * size, (at + 1) * size), {
      total,
      number: at + 1,
    }),
  )
}

/** This day at noon of GMT+8. */
function bcdNow(): Uint8Array {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(2, 10).replaceAll('-', '')
  return fromHex(`${day}120000`)
}

const general = (serial: number) => `${serial.toString(16).padStart(4, '0')}080100`
const isEnded = (socket: TestDeviceSocket) => socket.received.includes('7e88000004')

async function keepAll(): Promise<void> {
  while (await keepNextFile({ database: server.database, log }, Date.now()));
}

const find = async (as = token) =>
  (await server.call(mediaCalls.find, { terminalID: device.terminalID }, as)).data!

async function read(id: number, form: 'original' | 'decoded' = 'original', as = token): Promise<Response> {
  return await fetch(`${server.url}/api/media/open?id=${id}&form=${form}`, {
    headers: { authorization: `Bearer ${as}` },
  })
}

const bytesOf = async (id: number) => new Uint8Array(await (await read(id)).arrayBuffer())
const pieces = async () =>
  (
    await server.database.pool.query(
      'select p.* from media_pieces p join media_transfers t on t.id = p.transfer_id where t.device_id = $1',
      [device.id],
    )
  ).rows

describe('pictures of JT/T 808', () => {
  test('come back byte for byte, with time and place, however the parts come', async () => {
    const picture = aPicture(5_000)
    const parts = partsOf(picture)
    const socket = connect('jt808')
    // The last first, some twice, one much later than the others.
    for (const at of [11, 3, 1, 0, 0, 4, 6, 5, 7, 8, 9, 10, 3, 12]) socket.send(parts[at]!)
    await socket.expect(general(12))
    expect(isEnded(socket)).toBe(false)
    socket.send(parts[2]!)
    await socket.expect('7e88000004')
    await keepAll()
    const { list, total } = await find()
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      kind: 'image',
      contentType: 'image/jpeg',
      event: 'platform',
      channel: 2,
      lat: 31,
      lon: 121,
      bytes: 5_000,
    })
    expect(await bytesOf(list[0]!.id)).toEqual(picture)
    // Nothing but what tells a repeated part is left in the database.
    expect((await pieces()).every(({ bytes }) => bytes === null)).toBe(true)
  })

  test('are not acknowledged before they are durable', async () => {
    const lock = await server.database.pool.connect()
    await lock.query('begin')
    await lock.query('lock table media_pieces in exclusive mode')
    const [part] = partsOf(aPicture(900))
    const socket = connect('jt808')
    socket.send(part!)
    await eventually(
      async () =>
        (
          await server.database.pool.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'media_pieces'",
          )
        ).rowCount,
      (waiting) => waiting === 1,
    )
    expect(socket.received).toBe('')
    await lock.query('commit')
    lock.release()
    await socket.expect(general(0))
  })

  test('go on over another connection, to another gateway, where the first one ended in the middle', async () => {
    const picture = aPicture(4_000)
    const parts = partsOf(picture, { serial: 65_530 })
    const first = await startTestGateway(server.database, {}, { name: 'another-gateway' })
    const before = new TestDeviceSocket(first.gateway.ports.jt808!)
    for (const part of parts.slice(0, 6)) before.send(part)
    await before.expect(general(65_535))
    before.end()
    await first.stop()
    const socket = connect('jt808')
    for (const part of parts.slice(6)) socket.send(part)
    await socket.expect('7e88000004')
    await keepAll()
    const { list } = await find()
    expect(await bytesOf(list[0]!.id)).toEqual(picture)
  })

  test('a lost end is sent again, and the picture is there once', async () => {
    const parts = partsOf(aPicture(1_000))
    const socket = connect('jt808')
    for (const part of parts) socket.send(part)
    await socket.expect('7e88000004')
    await keepAll()
    const again = connect('jt808')
    for (const part of parts) again.send(part)
    await again.expect('7e88000004')
    await keepAll()
    expect((await find()).total).toBe(1)
  })

  test('the same picture under new serials is there once; another one under the old numbers is another one', async () => {
    const [one, other] = [aPicture(1_500, 1), aPicture(1_500, 2)]
    for (const parts of [partsOf(one), partsOf(one, { serial: 100 }), partsOf(other)]) {
      const socket = connect('jt808')
      for (const part of parts) socket.send(part)
      await socket.expect('7e88000004')
      socket.end()
    }
    await keepAll()
    const { list } = await find()
    expect(list).toHaveLength(2)
    const found = await Promise.all(list.map(({ id }) => bytesOf(id)))
    expect(found).toEqual(expect.arrayContaining([one, other]))
  })

  test('a device that restarted mixes no two pictures, though the first one was never finished', async () => {
    const [one, other] = [aPicture(3_000, 1), aPicture(3_000, 2)]
    const total = 8
    const arrived = (picture: Uint8Array) =>
      Array.from({ length: total }, (_, at) => ({
        receivedTime: Date.now(),
        piece: {
          transfer: 'restarted',
          unit: 'part' as const,
          start: at,
          end: at + 1,
          total,
          bytes: picture.subarray(at * 400, (at + 1) * 400),
          ...(at === 0 && { facts: { mediaId: 7 } }),
        },
      }))
    const { pool } = server.database
    await storePieces(pool, device.id, arrived(one).slice(2))
    const outcomes = await storePieces(pool, device.id, arrived(other))
    expect(outcomes.at(-1)).toMatchObject({ kind: 'stored', progress: { missing: [] } })
    await keepAll()
    const { list } = await find()
    expect(list).toHaveLength(1)
    expect(await bytesOf(list[0]!.id)).toEqual(other)
  })

  test('nor when the parts of the second come one by one, and fill what was missing of the first', async () => {
    const [one, other] = [aPicture(3_000, 1), aPicture(3_000, 2)]
    const greeting = buildFrame(layoutOf(device), 0x0002, 0, new Uint8Array(0))
    const before = connect('jt808')
    before.send(greeting)
    for (const part of partsOf(one, { serial: 1 }).slice(2)) before.send(part)
    await before.expect(general(8))
    before.end()
    const again = connect('jt808')
    again.send(greeting)
    for (const [at, part] of partsOf(other, { serial: 1 }).entries()) {
      again.send(part)
      await again.expect(general(at + 1))
    }
    await again.expect('7e88000004')
    await keepAll()
    const { list } = await find()
    expect(list).toHaveLength(1)
    expect(await bytesOf(list[0]!.id)).toEqual(other)
  })

  test('eight are on their way at once; a ninth takes the place of the one that was silent for longest', async () => {
    const socket = connect('jt808')
    for (let n = 0; n < 9; n++) {
      socket.send(partsOf(aPicture(2_000, n), { serial: n * 100, mediaId: n })[0]!)
      await socket.expect(general(n * 100))
    }
    const { rows } = await server.database.pool.query(
      "select (facts ->> 'mediaId')::int as id from media_transfers where device_id = $1 order by id",
      [device.id],
    )
    expect(rows.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

/** Frames of a recording as the V5 document has them. */
function blocksOf(file: Uint8Array, check: string, size = 512): Uint8Array[] {
  return Array.from({ length: Math.ceil(file.length / size) }, (_, at) => {
    const data = file.subarray(at * size, (at + 1) * size)
    const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
    const head = `00${hex(file.length, 8)}00${check}${hex(at * size, 8)}${hex(data.length, 4)}`
    return seal(0x8d, Uint8Array.from([...fromHex(head), ...data, ...fromHex('1a0b1c0c0000')]), at + 2, true)
  })
}

/** Silence of so many frames of 20 ms. */
function aRecording(frames: number): Uint8Array {
  const file = new Uint8Array(6 + frames * 32)
  file.set(fromHex('2321414d520a'))
  for (let n = 0; n < frames; n++) file[6 + n * 32] = 0x3c
  return file
}

const crcOf = (file: Uint8Array) => crcX25(file).toString(16).padStart(4, '0')
const answer = (result: 1 | 0, serial: number) => toHex(seal(0x8d, Uint8Array.of(result), serial, true))

describe('recordings and pictures of GT06', () => {
  let socket: TestDeviceSocket
  beforeEach(async () => {
    device = await aDevice(server.database, owner, { terminal_id: String(868_120_000_000_000 + count) })
    socket = connect('gt06')
    socket.send(encodeLogin(device.terminalID, 1))
    await socket.expect('787805010001d9dc0d0a')
  })

  test('a recording is acknowledged block by block, decoded once, and can be played', async () => {
    const file = aRecording(50)
    for (const [at, block] of blocksOf(file, crcOf(file)).entries()) {
      socket.send(block)
      await socket.expect(answer(1, at + 2))
    }
    await keepAll()
    const { list } = await find()
    expect(list[0]).toMatchObject({
      kind: 'audio',
      contentType: 'audio/amr',
      event: 'monitor',
      isDecoded: true,
    })
    expect(await bytesOf(list[0]!.id)).toEqual(file)
    const wav = Buffer.from(await (await read(list[0]!.id, 'decoded')).arrayBuffer())
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    // A second of 8 kHz in 16 bits behind its head.
    expect(wav.length).toBe(44 + 16_000)
  })

  test('one whose checksum is wrong is requested again and not kept', async () => {
    const file = aRecording(20)
    const blocks = blocksOf(file, '1234')
    socket.send(blocks[0]!)
    await socket.expect(answer(1, 2))
    socket.send(blocks[1]!)
    await socket.expect(answer(0, 3))
    await keepAll()
    expect((await find()).total).toBe(0)
    expect(await pieces()).toEqual([])
  })

  test('one that is cut in the middle of a frame of sound is played as far as it goes', async () => {
    const file = aRecording(10).subarray(0, 200)
    for (const block of blocksOf(file, crcOf(file))) socket.send(block)
    await socket.expect(answer(1, 2))
    await keepAll()
    expect((await find()).list[0]).toMatchObject({ isDecoded: true, bytes: 200 })
  })

  test('a picture is requested block by block, one that was lost again', async () => {
    const picture = aPicture(2_500)
    const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
    const announcement = `${'1a0b1c0c0000'}05${'03107d06084889cb'}010001${hex(picture.length, 8)}00000009`
    const request = (at: number, length: number) =>
      toHex(seal(0x36, fromHex(`00000009${hex(at, 8)}${hex(length, 4)}`), 0, false))
    const sendBlock = (at: number, length: number) =>
      socket.send(
        seal(
          0x36,
          Uint8Array.from([
            ...fromHex(`00000009${hex(at, 8)}${hex(length, 4)}`),
            ...picture.subarray(at, at + length),
          ]),
          at,
          true,
        ),
      )
    socket.send(seal(0x35, fromHex(announcement), 2))
    await socket.expect(request(0, 1024))
    // The first one is lost; the device goes on.
    sendBlock(1024, 1024)
    await socket.expect(request(0, 1024))
    sendBlock(0, 1024)
    await socket.expect(request(2048, 452))
    sendBlock(2048, 452)
    await eventually(
      async () => {
        await keepAll()
        return (await find()).total
      },
      (total) => total === 1,
    )
    expect(await bytesOf((await find()).list[0]!.id)).toEqual(picture)
  })
})

let serials = 1_000
/** A file of the device that is kept. */
async function aKeptFile(picture = aPicture(600), of = device): Promise<number> {
  const socket = connect('jt808')
  for (const part of partsOf(picture, { of, serial: ++serials * 10 })) socket.send(part)
  await socket.expect('7e88000004')
  socket.end()
  await keepAll()
  const { rows } = await server.database.pool.query(
    'select max(id) as id from media_files where device_id = $1',
    [of.id],
  )
  return rows[0]!.id
}

describe('who sees them', () => {
  test('who gets the device later sees nothing of before, and who had it nothing of after', async () => {
    const before = await aKeptFile()
    const next = await anAccount(server.database, { parent: admin })
    const nextToken = await signIn(server.database, next)
    await handOver(server.database, device, next, Date.now() - 3_600_000)
    // The picture of yesterday was the former owner's; this one comes without a time of its own.
    const picture = aPicture(700, 5)
    const socket = connect('jt808')
    socket.send(buildFrame(layoutOf(device), 0x0801, 900, picture))
    await socket.expect(general(900))
    await eventually(
      async () => {
        await keepAll()
        return (await find(nextToken)).total
      },
      (total) => total === 1,
    )
    expect((await find(nextToken)).list.map(({ bytes }) => bytes)).toEqual([700])
    expect((await find()).list.map(({ id }) => id)).toEqual([before])
    expect((await read(before, 'original', nextToken)).status).toBe(404)
    expect((await read(before)).status).toBe(200)
    expect((await server.call(mediaCalls.delete, { id: before }, nextToken)).status).toBe(404)
    expect((await read(before)).status).toBe(200)
  })

  test('what its former owner deletes is recorded with that account, and with no other', async () => {
    const id = await aKeptFile()
    const next = await anAccount(server.database, { parent: admin })
    await handOver(server.database, device, next, Date.now() - 3_600_000)
    expect((await server.call(mediaCalls.delete, { id }, token)).status).toBe(200)
    const { rows } = await server.database.pool.query(
      "select account_id from audit_events where kind = 'mediaDeleted' and terminal_id = $1",
      [device.terminalID],
    )
    expect(rows).toEqual([{ account_id: owner.id }])
  })

  test('a stranger sees none, the factory those of the accounts it works for', async () => {
    const id = await aKeptFile()
    const stranger = await signIn(server.database, await anAccount(server.database))
    expect((await find(stranger)).total).toBe(0)
    expect((await read(id, 'original', stranger)).status).toBe(404)
    const tester = await signIn(
      server.database,
      await anAccount(server.database, { parent: admin, role: roles.test }),
    )
    expect((await find(tester)).total).toBe(1)
  })
})

test('a file is what its bytes say: a page of HTML is only downloaded, and never sniffed', async () => {
  const id = await aKeptFile(
    new TextEncoder().encode(`<html><script>alert(1)</script>${' '.repeat(400)}\u00ff\u00d8`),
  )
  const response = await read(id)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
})

test('a file that is deleted is gone from the storage, and recorded', async () => {
  const id = await aKeptFile()
  const { rows } = await server.database.pool.query('select file_key from media_files where id = $1', [id])
  expect((await server.call(mediaCalls.delete, { id }, token)).status).toBe(200)
  expect((await read(id)).status).toBe(404)
  const count = async (table: string, where: string, value: unknown) =>
    (await server.database.pool.query(`select from ${table} where ${where} = $1`, [value])).rowCount
  expect(await count('stored_files', 'key', rows[0]!.file_key)).toBe(0)
  expect(await count('audit_events', 'terminal_id', device.terminalID)).toBe(1)
})

describe('a device that cuts its files into nothing', () => {
  const total = 1_000_000
  const send = (blocks: readonly (readonly [start: number, bytes: number])[]) =>
    storePieces(
      server.database.pool,
      device.id,
      blocks.map(([start, bytes]) => ({
        receivedTime: Date.now(),
        piece: {
          transfer: '8d',
          unit: 'byte',
          start,
          end: start + bytes,
          total,
          bytes: new Uint8Array(bytes),
        },
      })),
    )

  test('is not heard block by block of a few bytes, except for the last one', async () => {
    expect(await send([[0, 8]])).toEqual([{ kind: 'refused' }])
    expect(await pieces()).toEqual([])
    expect(await send([[total - 8, 8]])).toMatchObject([{ kind: 'stored' }])
  })

  test('leaves no thousands of gaps', async () => {
    const step = 2 * mediaBounds.leastBlockBytes
    const blocks = Array.from({ length: mediaBounds.gaps + 1 }, (_, n) => [n * step, step / 2] as const)
    expect(await send(blocks.slice(0, 64))).toMatchObject([...Array(63).fill({}), { kind: 'stored' }])
    const [outcome] = await send(blocks.slice(64))
    expect(outcome).toEqual({ kind: 'refused' })
    expect(await pieces()).toEqual([])
  })
})

describe('what is kept', () => {
  const none = { daysKept: 0, deviceBytes: 0, totalBytes: 0 }
  const sizes = async () => (await find()).list.map(({ bytes }) => bytes).sort((a, b) => a - b)
  beforeEach(async () => {
    await server.database.pool.query('delete from media_files')
    for (const bytes of [600, 700, 800]) await aKeptFile(aPicture(bytes))
  })

  test('ends after its days', async () => {
    await server.database.pool.query(
      'update media_files set received_time = received_time - 86400000 where bytes = 600',
    )
    await removeOldMedia(server.database, { ...none, daysKept: 1 }, Date.now() + 1_000)
    expect(await sizes()).toEqual([700, 800])
  })

  test('has a bound for each device, and one in all, beyond which the oldest go', async () => {
    await removeOldMedia(server.database, { ...none, deviceBytes: 1_600 }, Date.now())
    expect(await sizes()).toEqual([700, 800])
    await removeOldMedia(server.database, { ...none, totalBytes: 1_000 }, Date.now())
    expect(await sizes()).toEqual([800])
  })

  test('a picture that never becomes whole is forgotten', async () => {
    const socket = connect('jt808')
    socket.send(partsOf(aPicture(2_000), { serial: 500 })[0]!)
    await socket.expect(general(500))
    await removeOldMedia(server.database, none, Date.now() + 29 * 60_000)
    const open = async () =>
      (
        await server.database.pool.query(
          "select from media_transfers where state = 'open' and device_id = $1",
          [device.id],
        )
      ).rowCount
    expect(await open()).toBe(1)
    await removeOldMedia(server.database, none, Date.now() + 31 * 60_000)
    expect(await open()).toBe(0)
  })
})

test('a storage that fails keeps the pieces, and is tried again later', async () => {
  const socket = connect('jt808')
  const picture = aPicture(600)
  for (const part of partsOf(picture)) socket.send(part)
  await socket.expect('7e88000004')
  await server.database.pool.query('alter table stored_files rename to hidden_files')
  await keepNextFile({ database: server.database, log }, Date.now())
  await server.database.pool.query('alter table hidden_files rename to stored_files')
  await keepAll()
  expect((await find()).total).toBe(0)
  while (await keepNextFile({ database: server.database, log }, Date.now() + 6_000));
  const { list } = await find()
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(digest(await bytesOf(list[0]!.id))).toBe(digest(picture))
})

test('no transaction is open while a file goes to the storage; one that a process left is taken up later', async () => {
  const { pool } = server.database
  const socket = connect('jt808')
  for (const part of partsOf(aPicture(600))) socket.send(part)
  await socket.expect('7e88000004')
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query('lock table stored_files in exclusive mode')
  const began = Date.now()
  const keeping = keepNextFile({ database: server.database, log }, began)
  await eventually(
    () => waitingTransactions(server.database),
    (count) => count === 1,
  )
  const { rows } = await pool.query(
    `select query from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and query !~ 'lock table'`,
  )
  expect(rows).toEqual([])
  // Nobody else takes it meanwhile, before the one who has it must have ended.
  expect(await keepNextFile({ database: server.database, log }, began + 60_000)).toBe(false)
  await lock.query('rollback')
  lock.release()
  expect(await keeping).toBe(true)
  expect((await find()).total).toBe(1)
})

test('a file that was forgotten while it went to the storage is not kept', async () => {
  const { pool } = server.database
  const socket = connect('jt808')
  for (const part of partsOf(aPicture(600))) socket.send(part)
  await socket.expect('7e88000004')
  const stored = async () => (await pool.query('select from stored_files')).rowCount
  const before = await stored()
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query('lock table stored_files in exclusive mode')
  const keeping = keepNextFile({ database: server.database, log }, Date.now())
  await eventually(
    () => waitingTransactions(server.database),
    (count) => count === 1,
  )
  await pool.query('delete from media_transfers where device_id = $1', [device.id])
  await lock.query('rollback')
  lock.release()
  expect(await keeping).toBe(true)
  expect((await find()).total).toBe(0)
  expect(await stored()).toBe(before)
})
