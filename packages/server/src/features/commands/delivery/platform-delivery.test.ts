import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { nbPlatformCalls } from '@trackway/core/features/nb-platforms/calls.ts'
import { encodeReply } from '@trackway/protocols/gt06/encode.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { jsonRequest } from '@trackway/protocols/wire/http/request-text.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { nbPlatforms } from '../../nb-platforms/providers/nb-platforms.ts'
import {
  app,
  ctwingDeviceId,
  oceanDeviceId,
  product,
  startFakeCtwing,
  startFakeOceanConnect,
} from '../../nb-platforms/testing/fake-platforms.ts'
import { runCommandMaintenance } from '../start-commands.ts'
import { deliverByPlatform, startPlatformDelivery } from './platform-delivery.ts'

/** Commands to a device that a network platform reaches, from the call to the platform's last report. */

let server: TestServer
let gateway: TestGateway
let ocean: Awaited<ReturnType<typeof startFakeOceanConnect>>
let ctwing: Awaited<ReturnType<typeof startFakeCtwing>>
let account: TestAccount
let token: string
let admin: string
/** One at each platform, and the one that a test is about. */
let atOcean: TestDevice
let atCtwing: TestDevice
let device: TestDevice
let ahead = 0
const now = () => Date.now() + ahead
const nbiotType = 11
const pushBase = 'https://track.example.com:5600'
const oceanCommand = '5c2534b13b4343fb966ecc461100e462'

beforeAll(async () => {
  server = await startTestServer({ now })
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
  admin = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  gateway = await startTestGateway(server.database, {}, { bus: server.bus, now })
  atOcean = await aPlatformDevice(oceanDeviceId)
  atCtwing = await aPlatformDevice(ctwingDeviceId)
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})
beforeEach(async () => {
  ahead = 0
  ocean = await startFakeOceanConnect()
  ctwing = await startFakeCtwing()
  device = atOcean
})
afterEach(async () => {
  await server.database.pool.query('delete from commands')
  await ocean.stop()
  await ctwing.stop()
})

const setOcean = (apiUrl = ocean.url) =>
  server.call(
    nbPlatformCalls.save,
    { platform: 'oceanConnect', apiUrl, ...app, pushBase, serviceId: 'Tracker' },
    admin,
  )
const setCtwing = () =>
  server.call(
    nbPlatformCalls.save,
    { platform: 'ctwing', apiUrl: ctwing.url, ...app, ...product, pushBase },
    admin,
  )
/** @param key what its platform calls it; null: nobody knows */
async function aPlatformDevice(key: string | null, more: object = {}): Promise<TestDevice> {
  const made = await aDevice(server.database, account, { device_type_id: nbiotType, ...more })
  const insert = 'insert into device_keys (key, device_id, is_learnt) values ($1, $2, true)'
  if (key !== null) await server.database.pool.query(insert, [key, made.id])
  return made
}
const send = (more: object = { content: 'WHERE#' }) =>
  server.call(commandCalls.send, { terminalID: device.terminalID, waitSeconds: 0, ...more }, token)
const log = pino({ level: 'silent' })
/** @returns whether all platforms are there */
const deliver = async (platforms: readonly string[] = nbPlatforms.map(({ name }) => name)) => {
  const are = platforms.map((platform) => deliverByPlatform({ ...server, log, now }, platform))
  return (await Promise.all(are)).every((is) => is)
}
const get = async (id: number) => (await server.call(commandCalls.get, { id }, token)).data!
const push = async (body: object) => {
  const { pushUrl } = (await server.call(nbPlatformCalls.find, {}, admin)).data!
  const socket = new TestDeviceSocket(gateway.gateway.ports.nbiot!)
  socket.send(jsonRequest(new URL(pushUrl!).pathname, body, { Connection: 'close' }))
  await socket.closed()
  expect(Buffer.from(socket.received, 'hex').toString()).toContain('HTTP/1.1 200')
}
const oceanReports = (resultCode: string, resultDetail: unknown = null, commandId = oceanCommand) =>
  push({ deviceId: oceanDeviceId, commandId, result: { resultCode, resultDetail } })
/** The device that OceanConnect reaches. */
const deviceSends = (payload: string) =>
  push({ notifyType: 'deviceDataChanged', deviceId: oceanDeviceId, service: { data: { payload } } })
const report = '78781f12110616091835d0024bb93007d3fb783dd4c501940500f2006c8504a6e0370d0a'
const deviceReplies = (text: string) => deviceSends(toHex(encodeReply(0, text, 1)))
const ctwingReports = (resultCode: string, taskId = 17) =>
  push({
    messageType: 'commandResponse',
    timestamp: now(),
    taskId,
    deviceId: ctwingDeviceId,
    result: { resultDetail: '', resultCode },
  })
/** As it is stored. */
const stored = async (id: number) =>
  (await server.database.pool.query('select * from commands where id = $1', [id])).rows[0]
const becomes = (id: number, what: object) =>
  eventually(
    () => get(id),
    (found) => Object.entries(what).every(([key, value]) => found[key as keyof typeof found] === value),
  )
/** A command that the platform has. */
async function handedOver(more?: object) {
  const { data, meta } = await send(more)
  expect(meta.success, meta.message).toBe(true)
  expect(await deliver()).toBe(true)
  expect(await get(data!.id)).toMatchObject({ state: 'sent' })
  return data!.id
}

test('a device whose name at its platform nobody knows is refused', async () => {
  await setOcean()
  device = await aPlatformDevice(null)
  expect(resultNames[(await send()).meta.code]).toBe('nbDeviceIdMissing')
})

test('the commands of the protocol within are offered, and go out as its texts', async () => {
  await setOcean()
  const { data } = await server.call(commandCalls.detail, { terminalID: device.terminalID }, token)
  expect(data!.commands.map(({ code }) => code)).toContain('timer')
  await handedOver({ code: 'timer', parameters: { movingS: 60 } })
  expect(ocean.taken.at(-1)!.body).toMatchObject({
    deviceId: oceanDeviceId,
    command: { serviceId: 'Tracker', method: 'send', paras: { payload: 'TIMER,60#' } },
  })
})

test('a device that was heard just now listens no more: its commands wait as those of an offline one', async () => {
  await setOcean()
  await deviceSends(report)
  const { data } = await server.call(commandCalls.detail, { terminalID: device.terminalID }, token)
  expect(data!.isOnline).toBe(true)
  const id = (await send()).data!.id
  const { isOffline, expireTime } = await get(id)
  expect([isOffline, Math.round((expireTime - now()) / 86_400_000)]).toEqual([true, 7])
})

test('bytes of a protocol that is not text go out in hex', async () => {
  await server.database.pool.query(`insert into device_types (id, name, wire, dialect, is_offline_capable)
    values (5001, 'nb 808', 'nbiot', 'jt808', true) on conflict do nothing`)
  await setCtwing()
  device = await aPlatformDevice('10053421000144071009', { device_type_id: 5001, terminal_id: '14407100999' })
  await handedOver({ code: 'locate' })
  expect(ctwing.taken.at(-1)!.body).toMatchObject({
    content: { dataType: 2, payload: expect.stringMatching(/^7e82010000014407100999.*7e$/) },
    ttl: 172_800,
  })
})

describe('what the platform says settles the command', () => {
  beforeEach(async () => {
    await setOcean()
  })

  test('delivered: the device has it, which says nothing of what came of it; then its answer', async () => {
    const id = await handedOver()
    await oceanReports('SENT')
    await oceanReports('DELIVERED')
    expect(await becomes(id, { state: 'acknowledged' })).toMatchObject({
      result: null,
      replyClass: 'accepted',
    })
    await oceanReports('SUCCESSFUL', { light_state: 1 })
    expect(await becomes(id, { result: 1 })).toMatchObject({
      state: 'acknowledged',
      replyClass: 'success',
      reply: '{"light_state":1}',
    })
    // Pushes come twice and out of order.
    await oceanReports('DELIVERED')
    await oceanReports('EXPIRED')
    expect(await get(id)).toMatchObject({ state: 'acknowledged', result: 1 })
  })

  test.each([
    ['FAILED', { state: 'failed', failure: 'refused', result: 3 }],
    ['TIMEOUT', { state: 'failed', failure: 'timeout', result: 2 }],
    ['CANCELED', { state: 'cancelled' }],
  ])('%s', async (code, becomesSo) => {
    const id = await handedOver()
    await oceanReports(code)
    await becomes(id, becomesSo)
  })

  test('expired: it ends with the time that it had', async () => {
    const id = await handedOver({ content: 'WHERE#', expireTime: now() + 90_000 })
    ahead = 60_000
    await oceanReports('EXPIRED')
    await becomes(id, { state: 'expired' })
  })

  test('expired at the platform, and not yet with us: it is handed over anew', async () => {
    const id = await handedOver()
    const { sentTime } = await get(id)
    await oceanReports('EXPIRED')
    expect(await becomes(id, { state: 'queued' })).toMatchObject({ sentTime })
    await deliver()
    expect(ocean.taken.filter(({ path }) => path.endsWith('deviceCommands'))).toHaveLength(2)
    expect(await get(id)).toMatchObject({ state: 'sent' })
  })

  test('the word of another command does not settle it', async () => {
    const id = await handedOver()
    await oceanReports('SUCCESSFUL', null, 'ffffffffffffffffffffffffffffffff')
    expect(await get(id)).toMatchObject({ state: 'sent' })
  })

  test('what the device itself answers settles it, and what it reports confirms it', async () => {
    const id = await handedOver({ code: 'locate' })
    await deviceReplies('Current position! Lat:N22.5,Lon:E113.9')
    expect(await becomes(id, { state: 'acknowledged' })).toMatchObject({ result: 1, replyClass: 'query' })
    await deviceSends(report)
    await becomes(id, { state: 'confirmed' })
  })

  test.each(['under way', 'settled'])(
    'an answer in words is of the command that it names, the next one %s',
    async (next) => {
      const first = await handedOver({ content: 'PARAM#' })
      await oceanReports('DELIVERED')
      await becomes(first, { state: 'acknowledged' })
      const second = await handedOver({ content: 'STATUS#' })
      if (next === 'settled') {
        await oceanReports('SUCCESSFUL')
        await becomes(second, { result: 1 })
      }
      const before = await get(second)
      await deviceReplies('PARAM: TIMER,10')
      await becomes(first, { result: 1, reply: 'PARAM: TIMER,10' })
      expect(await get(second)).toEqual(before)
    },
  )

  test('successful does not make a success of what the device will do later', async () => {
    const id = await handedOver({ code: 'oilRestore' })
    await deviceReplies('GPS not fixed, Cut off the fuel supply operation delay execution!')
    const pending = await becomes(id, { replyClass: 'pending' })
    await oceanReports('SUCCESSFUL')
    // The next one is settled: then it was, too.
    const next = await handedOver()
    await oceanReports('FAILED')
    await becomes(next, { state: 'failed' })
    expect(await get(id)).toEqual(pending)
  })

  test('one goes at a time, and the next one once it is settled', async () => {
    const first = await handedOver()
    const second = (await send({ content: 'STATUS#' })).data!.id
    await deliver()
    expect(await get(second)).toMatchObject({ state: 'queued' })
    await oceanReports('SUCCESSFUL')
    await becomes(first, { result: 1 })
    await deliver()
    expect(await get(second)).toMatchObject({ state: 'sent' })
  })
})

describe('where the platform does not take it', () => {
  const sent = async () => (await send()).data!.id

  test('its refusal is told in its words, and it is not asked again', async () => {
    await setOcean()
    const id = await sent()
    const refused = JSON.stringify({ error_code: '100418', error_desc: 'The device is not existed.' })
    ocean.refuse({ status: 404, headers: { 'content-type': 'application/json' }, body: refused })
    await deliver()
    expect(await get(id)).toMatchObject({
      state: 'failed',
      failure: 'platformRefused',
      result: 3,
      reply: '100418: The device is not existed.',
    })
    await deliver()
    expect(ocean.taken).toHaveLength(0)
  })

  test('a platform that is away is asked again, and the page says so', async () => {
    await setOcean('http://127.0.0.1:1')
    const id = await sent()
    expect(await deliver()).toBe(false)
    expect(await get(id)).toMatchObject({ state: 'queued', heldBy: 'platformAway' })
    await setOcean()
    expect(await deliver()).toBe(true)
    expect(await get(id)).toMatchObject({ state: 'sent', heldBy: null })
  })

  test.each([
    ['says nothing', 'cut'],
    ['stands behind a proxy that waited in vain', { status: 504, body: '<h1>Gateway Time-out</h1>' }],
    ['takes it and does not say its name', { status: 201, body: '{"status":"PENDING"}' }],
  ] as const)('one that %s may have it: it is not told twice', async (_, platformStatus) => {
    await setOcean()
    const id = await sent()
    ocean.refuse(platformStatus)
    await deliver()
    expect(await get(id)).toMatchObject({
      state: 'failed',
      failure: 'platformUnsure',
      result: 2,
      reply: null,
    })
    expect(await deliver()).toBe(true)
    expect(ocean.taken).toHaveLength(0)
  })

  test('one that is not set up is said to be missing', async () => {
    await server.database.pool.query('delete from platform_settings')
    const id = await sent()
    await deliver()
    expect(await get(id)).toMatchObject({ failure: 'platformNotSet', result: 3, reply: null })
  })

  test('what it called the device is not known any more', async () => {
    await setOcean()
    device = await aPlatformDevice('0a8d4ad7-2f61-47b1-8c53-0f7a7c6d5e11')
    const id = await sent()
    await server.database.pool.query('delete from device_keys where device_id = $1 and is_learnt', [
      device.id,
    ])
    await deliver()
    expect(await get(id)).toMatchObject({ failure: 'platformIdMissing', result: 3, reply: null })
  })

  test('a refusal without words for people is not shown', async () => {
    await setOcean()
    const id = await sent()
    ocean.refuse({ status: 404, body: '<html>nginx/1.18.0</html>' })
    await deliver()
    expect(await get(id)).toMatchObject({ failure: 'platformRefused', result: 3, reply: null })
  })

  test.each([503, 500, 429])(
    'one that has no time (%i) is asked again later, for other devices at once',
    async (status) => {
      await setOcean()
      await setCtwing()
      const id = await sent()
      ocean.refuse({ status, body: 'too much' })
      const busyUntil = new Map<number, number>()
      const round = () => deliverByPlatform({ ...server, log, now }, 'oceanConnect', busyUntil)
      expect(await round()).toBe(true)
      expect(await get(id)).toMatchObject({ state: 'queued', heldBy: 'platformAway', reply: null })
      await round()
      expect(await get(id)).toMatchObject({ state: 'queued' })
      expect(ocean.requests.filter(({ path }) => path.endsWith('deviceCommands'))).toHaveLength(1)
      ahead = 31_000
      await round()
      expect(await get(id)).toMatchObject({ state: 'sent', heldBy: null })
    },
  )

  test('one that answers nothing at all is away, and nothing of it was asked', async () => {
    // The port takes connections and is no server of TLS.
    await setOcean(ocean.url.replace('http:', 'https:'))
    const id = await sent()
    expect(await deliver()).toBe(false)
    expect(await get(id)).toMatchObject({ state: 'queued', heldBy: 'platformAway' })
  })

  test('a fault of ours puts it back, and is logged', async () => {
    await setOcean()
    const id = await sent()
    const lines: string[] = []
    const logger = pino({}, { write: (line: string) => lines.push(line) })
    const { pool } = server.database
    await pool.query('alter table platform_settings rename to away')
    await deliverByPlatform({ ...server, log: logger, now }, 'oceanConnect')
    await pool.query('alter table away rename to platform_settings')
    expect(await get(id)).toMatchObject({ state: 'queued', sentTime: null, reply: null })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ command: id, deviceId: device.id }])
    await deliver()
    expect(await get(id)).toMatchObject({ state: 'sent' })
  })

  test('one command that nobody can write stops no other', async () => {
    await setOcean()
    await setCtwing()
    const broken = await sent()
    await server.database.pool.query("update commands set command = 'null' where id = $1", [broken])
    device = await aPlatformDevice('7f3c2b1a-2f61-47b1-8c53-0f7a7c6d5e11')
    const other = await sent()
    await deliver()
    expect(await get(other)).toMatchObject({ state: 'failed', failure: 'platformRefused' })
  })

  test('one that never says what became of it lets the command end with its time', async () => {
    await setOcean()
    const id = await handedOver({ content: 'WHERE#', expireTime: now() + 120_000 })
    ahead = 300_000
    await runCommandMaintenance(server, now())
    expect(await get(id)).toMatchObject({ state: 'failed', failure: 'timeout' })
  })

  describe('one that never says anything', () => {
    const minuteMs = 60_000
    const endsBy = async (id: number, ms: number) => {
      ahead = ms
      await runCommandMaintenance(server, now())
      // Sessions do not last as long as that.
      return (await stored(id)).state === 'failed'
    }
    beforeEach(async () => {
      await setOcean()
    })

    test('holds up the next command for two days at most', async () => {
      const first = await handedOver()
      const second = (await send({ content: 'STATUS#' })).data!.id
      expect(ocean.taken.at(-1)!.body).toMatchObject({ expireTime: 172_800 })
      expect(await endsBy(first, 47 * 60 * minuteMs)).toBe(false)
      expect(await endsBy(first, 49 * 60 * minuteMs)).toBe(true)
      ahead = 0
      await deliver()
      expect(await get(second)).toMatchObject({ state: 'sent' })
    })

    test('and not for long once the device is heard, which had it told by then', async () => {
      const first = await handedOver()
      const second = (await send({ content: 'STATUS#' })).data!.id
      // A report that was under way at the handover proves nothing.
      await deviceSends(report)
      expect(await endsBy(first, 20 * minuteMs)).toBe(false)
      await deviceSends(report)
      await eventually(
        () => stored(first),
        ({ answer_by_time: time }) => time < now() + 11 * minuteMs,
      )
      expect(await endsBy(first, 29 * minuteMs)).toBe(false)
      // Who reports every minute is not waited for any longer.
      await deviceSends(report)
      expect(await endsBy(first, 32 * minuteMs)).toBe(true)
      await deliver()
      expect(await get(second)).toMatchObject({ state: 'sent' })
    })
  })

  test.each(['the platform', 'the device'])('a late word of %s is still taken', async (who) => {
    await setOcean()
    const id = await handedOver({ content: 'PARAM#', expireTime: now() + 120_000 })
    ahead = 300_000
    await runCommandMaintenance(server, now())
    expect(await get(id)).toMatchObject({ state: 'failed', failure: 'timeout' })
    // No effect: a report that is not about the command does not settle it.
    await deviceReplies('Low battery')
    await (who === 'the device'
      ? deviceReplies('PARAM: TIMER,10')
      : oceanReports('SUCCESSFUL', 'PARAM: TIMER,10'))
    expect(await becomes(id, { state: 'acknowledged' })).toMatchObject({
      result: 1,
      reply: 'PARAM: TIMER,10',
      failure: null,
      endTime: null,
    })
  })
})

test('a cut is handed over only while the vehicle is known to stand, and for a minute', async () => {
  await setCtwing()
  device = atCtwing
  const id = (await send({ code: 'oilCut' })).data!.id
  await deliver()
  expect(await get(id)).toMatchObject({ state: 'queued', heldBy: 'noFreshFix' })
  await server.database.pool.query(
    `insert into device_states (device_id, change_time, fix_time, speed_kmh) values ($1, $2, $2, 0)
     on conflict (device_id) do update set fix_time = $2, speed_kmh = 0`,
    [device.id, now()],
  )
  await deliver()
  expect(await get(id)).toMatchObject({ state: 'sent' })
  expect(ctwing.taken.at(-1)!.body).toMatchObject({ content: { payload: 'RELAY,1#' }, ttl: 60 })
  await ctwingReports('DELIVERED', 4711)
  expect(await becomes(id, { state: 'acknowledged' })).toMatchObject({ result: null })
})

describe('those that are held do not keep the others waiting', () => {
  test('nor each other: a cut that may be made now finds its turn', async () => {
    await setCtwing()
    await server.database.pool.query('delete from device_states')
    device = atCtwing
    const first = (await send({ code: 'oilCut' })).data!.id
    const columns =
      'account_id, sender, code, command, kind, content, is_offline, due_time, create_time, expire_time'
    // Other vehicles of which nothing is known, before and after it.
    const others = await Promise.all(['1', '2', '3'].map((digit) => aPlatformDevice(digit.repeat(32))))
    await server.database.pool.query(
      `insert into commands (device_id, held_by, ${columns})
       select unnest($2::int4[]), 'noFreshFix', ${columns} from commands, generate_series(1, 80) where id = $1`,
      [first, others.map(({ id }) => id)],
    )
    await server.database.pool.query(
      "update commands set held_by = 'noFreshFix', id = id + 1000 where id = $1",
      [first],
    )
    const id = first + 1000
    await server.database.pool.query(
      'insert into device_states (device_id, change_time, fix_time, speed_kmh) values ($1, $2, $2, 0)',
      [device.id, now()],
    )
    await eventually(
      async () => {
        await deliver()
        return get(id)
      },
      ({ state }) => state === 'sent',
    )
  })

  test('more cuts than a round has commands', async () => {
    await setOcean()
    await setCtwing()
    await server.database.pool.query('delete from device_states')
    device = atCtwing
    const { id } = (await send({ code: 'oilCut' })).data!
    await deliver()
    expect(await get(id)).toMatchObject({ heldBy: 'noFreshFix' })
    const columns =
      'device_id, account_id, sender, code, command, kind, content, is_offline, held_by, due_time, create_time, expire_time'
    await server.database.pool.query(
      `insert into commands (${columns}) select ${columns} from commands, generate_series(1, 200) where id = $1`,
      [id],
    )
    device = atOcean
    await handedOver()
  })

  test('a platform that is away holds up its own devices alone, and those in their order', async () => {
    await setOcean('http://127.0.0.1:1')
    await setCtwing()
    const first = (await send()).data!.id
    expect(await deliver()).toBe(false)
    const second = (await send({ content: 'STATUS#' })).data!.id
    device = atCtwing
    const other = (await send()).data!.id
    expect(await deliver()).toBe(false)
    expect(await get(other)).toMatchObject({ state: 'sent' })
    expect(await get(first)).toMatchObject({ state: 'queued', heldBy: 'platformAway' })
    await setOcean()
    await deliver()
    expect(await get(first)).toMatchObject({ state: 'sent' })
    expect(await get(second)).toMatchObject({ state: 'queued' })
  })

  test('nor does the pause behind it', async () => {
    await setOcean('http://127.0.0.1:1')
    await setCtwing()
    const stop = startPlatformDelivery({ ...server, log })
    try {
      await becomes((await send()).data!.id, { heldBy: 'platformAway' })
      device = atCtwing
      const { id } = (await send()).data!
      const pauseMs = 30_000
      await eventually(
        () => get(id),
        ({ state }) => state === 'sent',
        pauseMs / 2,
      )
    } finally {
      await stop()
    }
  })
})
