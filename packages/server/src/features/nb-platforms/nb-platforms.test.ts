import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { nbPlatformCalls as calls } from '@trackway/core/features/nb-platforms/calls.ts'
import { jsonRequest } from '@trackway/protocols/wire/http/request-text.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import type { Request } from '../../testing/fakes/fake-server.ts'
import { startTestGateway, TestDeviceSocket, type TestGateway } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { ctwingSignature } from './providers/ctwing.ts'
import { sendByPlatform } from './send-command.ts'
import {
  app,
  ctwingDeviceId,
  type FakePlatform,
  oceanDeviceId,
  product,
  startFakeCtwing,
  startFakeOceanConnect,
} from './testing/fake-platforms.ts'

let server: TestServer
let ocean: Awaited<ReturnType<typeof startFakeOceanConnect>>
let ctwing: FakePlatform
let owner: TestAccount
let device: TestDevice
let token: string
let gateway: TestGateway | undefined
const nbiotType = 11
const pushBase = 'https://track.example.com:5600'

beforeAll(async () => {
  server = await startTestServer()
  // An hour ahead of us.
  ctwing = await startFakeCtwing(3_600_000)
  owner = await anAccount(server.database, { role: roles.admin })
  token = await signIn(server.database, owner)
})
afterAll(async () => {
  await ctwing.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.database.pool.query('delete from platform_settings')
  await server.database.pool.query('delete from device_keys where is_learnt')
  device = await aDevice(server.database, owner)
  ocean = await startFakeOceanConnect()
  ctwing.taken.length = 0
})
afterEach(async () => {
  await ocean.stop()
  await gateway?.stop()
  gateway = undefined
})

const setOcean = (more: object = {}) =>
  server.call(
    calls.save,
    { platform: 'oceanConnect', apiUrl: ocean.url, ...app, pushBase, serviceId: 'Tracker', ...more },
    token,
  )
const setCtwing = (more: object = {}) =>
  server.call(
    calls.save,
    { platform: 'ctwing', apiUrl: ctwing.url, ...app, ...product, pushBase, ...more },
    token,
  )
const subscribe = (platform: 'oceanConnect' | 'ctwing') => server.call(calls.subscribe, { platform }, token)
const register = (platform: 'oceanConnect' | 'ctwing') =>
  server.call(calls.register, { platform, terminalID: device.terminalID }, token)
const send = (payload = 'WHERE#') =>
  sendByPlatform(server.database.db, device.id, { payload, isHex: false, validS: 7200 })
const pushUrl = async () => (await server.call(calls.find, {}, token)).data!.pushUrl!
const resultOf = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]

test('a signature is the documented one', () => {
  const parameters = { productId: '100', MasterKey: 'MK' }
  const signed = { application: 'APPKEY', timestamp: 1_600_000_000_000, parameters, body: '' }
  expect(ctwingSignature('SECRET', signed)).toBe('/oBmMP6TFZPeKHRhHHLSYxxeJfg=')
})

test('secrets are kept sealed, never told, and forgotten where the address is another', async () => {
  await setCtwing()
  const { data } = await server.call(calls.find, {}, token)
  expect(data!.platforms).toMatchObject([{ platform: 'ctwing', hasSecret: true, hasMasterKey: true }])
  expect(JSON.stringify(data)).not.toContain(app.secret)
  const { rows } = await server.database.pool.query('select * from platform_settings')
  expect(JSON.stringify(rows.map(({ value }) => value))).not.toContain(app.appId)
  const before = await pushUrl()
  const { secret: _secret, ...known } = app
  await setCtwing({ ...known, secret: undefined, masterKey: undefined })
  expect((await server.call(calls.find, {}, token)).data!.platforms[0]).toMatchObject({ hasSecret: true })
  await setCtwing({ secret: undefined, masterKey: undefined, apiUrl: 'https://elsewhere.example.com' })
  expect((await server.call(calls.find, {}, token)).data!.platforms[0]).toMatchObject({ hasSecret: false })
  expect(await pushUrl()).toBe(before)
  expect(resultOf(await subscribe('ctwing'))).toBe('nbPlatformMissing')
})

describe('OceanConnect', () => {
  test('is asked to push, once for each kind, and again without harm', async () => {
    await setOcean()
    expect((await subscribe('oceanConnect')).data).toEqual({
      types: ['deviceDataChanged', 'deviceAdded', 'deviceInfoChanged', 'commandRsp'],
    })
    expect(ocean.taken[0]!.body).toEqual({ notifyType: 'deviceDataChanged', callbackUrl: await pushUrl() })
    expect(resultOf(await subscribe('oceanConnect'))).toBe('success')
    expect(ocean.taken).toHaveLength(4)
    expect(ocean.logins).toBe(1)
  })

  test('says why it refuses', async () => {
    await setOcean({ pushBase: 'http://track.example.com:5600' })
    const illegal = await subscribe('oceanConnect')
    expect(resultOf(illegal)).toBe('nbPlatformRefused')
    expect(illegal.meta.issues?.[0]?.reason).toContain('100222: The request callbackurl is illegal')
    await setOcean({ secret: 'wrong' })
    expect((await subscribe('oceanConnect')).meta.issues?.[0]?.reason).toContain('100208')
    await setOcean({ apiUrl: 'http://127.0.0.1:1' })
    expect((await subscribe('oceanConnect')).meta.issues?.[0]?.reason).toContain('unreachable')
  })

  test('registers a device and is given its commands, with a new token where the old one ended', async () => {
    await setOcean()
    await expect(send()).rejects.toMatchObject({ code: 'deviceIdMissing' })
    expect((await register('oceanConnect')).data).toEqual({ deviceId: oceanDeviceId })
    ocean.endTokens()
    expect(await send()).toEqual({ commandId: '5c2534b13b4343fb966ecc461100e462', state: 'PENDING' })
    expect(ocean.logins).toBe(2)
    expect(ocean.taken.at(-1)!.body).toEqual({
      deviceId: oceanDeviceId,
      command: { serviceId: 'Tracker', method: 'send', paras: { payload: 'WHERE#' } },
      callbackUrl: await pushUrl(),
      expireTime: 7200,
      maxRetransmit: 3,
    })
    ocean.next.push({ status: 500, body: 'oops' })
    await expect(send()).rejects.toMatchObject({ code: 'busy', message: '500 oops', words: null })
  })
})

describe('CTWing', () => {
  test('is asked to push what a product says, signed by its own clock', async () => {
    await setCtwing()
    expect(resultOf(await subscribe('ctwing'))).toBe('success')
    expect(ctwing.taken[0]).toEqual({
      path: '/aep_subscribe_north/subscription',
      body: {
        productId: 10053421,
        subLevel: 1,
        subTypes: [1, 2, 3, 4],
        subUrl: await pushUrl(),
        operator: 'trackway',
      },
    })
  })

  test('says why it refuses', async () => {
    await setCtwing({ secret: 'wrong' })
    expect((await subscribe('ctwing')).meta.issues?.[0]?.reason).toBe('1001: 签名验证失败')
    await setCtwing({ productId: '1' })
    expect((await subscribe('ctwing')).meta.issues?.[0]?.reason).toBe('-1: 产品不存在')
  })

  test('registers a device and is given its commands', async () => {
    await setCtwing()
    expect((await register('ctwing')).data).toEqual({ deviceId: ctwingDeviceId })
    expect(await send()).toEqual({ commandId: '17', state: '指令已保存' })
    expect(ctwing.taken.at(-1)!.body).toEqual({
      content: { dataType: 1, payload: 'WHERE#' },
      deviceId: ctwingDeviceId,
      operator: 'trackway',
      productId: 10053421,
      ttl: 7200,
      level: 1,
    })
  })
})

test('an id that is none of the platform, or another device’s, is not kept', async () => {
  await setOcean()
  const answers = (deviceId: string) =>
    ocean.next.push(
      ...Array.from(
        { length: 2 },
        () => async (request: Request) =>
          request.path.endsWith('/deviceCredentials')
            ? { status: 200, body: JSON.stringify({ deviceId }) }
            : ocean.usual(request),
      ),
    )
  const other = await aDevice(server.database, owner)
  answers(other.terminalID)
  expect((await register('oceanConnect')).meta.issues?.[0]?.reason).toContain('answer')
  ocean.next.splice(0)
  await server.call(calls.register, { platform: 'oceanConnect', terminalID: other.terminalID }, token)
  const taken = await register('oceanConnect')
  expect(resultOf(taken)).toBe('nbPlatformRefused')
  expect(taken.meta.issues?.[0]?.reason).toContain('another device')
})

describe('pushes', () => {
  const gt06 = '78781f12110616091835d0024bb93007d3fb783dd4c501940500f2006c8504a6e0370d0a'
  const positions = async () =>
    (await server.database.pool.query('select * from positions where device_id = $1', [device.id])).rowCount
  const answer = async (target: string, body: object) => {
    const socket = new TestDeviceSocket(gateway!.gateway.ports.nbiot!)
    socket.send(jsonRequest(target, body, { Connection: 'close' }))
    await socket.closed()
    return Buffer.from(socket.received, 'hex').toString().slice(9, 12)
  }
  const push = { notifyType: 'deviceDataChanged', deviceId: oceanDeviceId }
  const rawPush = { ...push, service: { serviceId: 'raw', data: { payload: gt06 } } }

  test('are taken with the key only, once a platform is set', async () => {
    gateway = await startTestGateway(server.database, {}, { bus: server.bus })
    await server.database.pool.query(
      'insert into device_keys (key, device_id, is_learnt) values ($1, $2, true)',
      [oceanDeviceId, device.id],
    )
    expect(await answer('/', rawPush)).toBe('200')
    expect(await positions()).toBe(1)
    await setOcean()
    const key = new URL(await pushUrl()).pathname
    await expect.poll(() => answer('/nbiot/guessed', rawPush)).toBe('401')
    expect(await answer(key, rawPush)).toBe('200')
  })

  test('teach what the platform calls a device', async () => {
    device = await aDevice(server.database, owner, { device_type_id: nbiotType })
    gateway = await startTestGateway(server.database, {}, { bus: server.bus })
    expect(await answer('/', rawPush)).toBe('200')
    expect(await positions()).toBe(0)
    await answer('/', { ...push, notifyType: 'deviceAdded', deviceInfo: { nodeId: device.terminalID } })
    const known = () =>
      server.database.pool.query('select information from devices where id = $1', [device.id])
    await expect
      .poll(async () => (await known()).rows[0])
      .toMatchObject({ information: { platformDeviceId: oceanDeviceId } })
    server.bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
    await answer('/', rawPush)
    expect(await positions()).toBe(1)
  })
})
