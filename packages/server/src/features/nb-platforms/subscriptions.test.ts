import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { nbPlatformCalls as calls } from '@trackway/core/features/nb-platforms/calls.ts'
import { jsonRequest } from '@trackway/protocols/wire/http/request-text.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import type { Request } from '../../testing/fakes/fake-server.ts'
import { startTestGateway, TestDeviceSocket } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { renewSubscriptions } from './subscriptions.ts'
import {
  app,
  type FakePlatform,
  oceanDeviceId,
  product,
  startFakeCtwing,
  startFakeOceanConnect,
} from './testing/fake-platforms.ts'

const dayMs = 86_400_000
const pushBase = 'https://track.example.com:5600'
const elsewhere = 'https://other.example.com/push'

let server: TestServer
let admin: string
let tester: string

beforeAll(async () => {
  server = await startTestServer()
  const owner = await anAccount(server.database, { role: roles.admin })
  admin = await signIn(server.database, owner)
  tester = await signIn(
    server.database,
    await anAccount(server.database, { role: roles.test, parent: owner }),
  )
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['platform_settings', 'nb_subscriptions', 'nb_platform_states'])
    await server.database.pool.query(`delete from ${table}`)
})

const kinds = {
  oceanConnect: {
    start: startFakeOceanConnect,
    settings: {},
    types: ['deviceDataChanged', 'deviceAdded', 'deviceInfoChanged', 'commandRsp'],
    first: 'deviceDataChanged',
    key: 'deviceDataChanged',
  },
  ctwing: {
    start: () => startFakeCtwing(3_600_000),
    settings: product,
    types: ['dataReport', 'commandResponse', 'eventReport', 'deviceOnlineOfflineReport'],
    first: 'dataReport',
    key: '1',
  },
} as const

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (platform) => {
  const { start, settings, types, first, key } = kinds[platform]
  let fake: FakePlatform
  beforeEach(async () => {
    fake = await start()
    await set()
  })
  afterEach(() => fake.stop())

  const set = (more: object = {}) =>
    server.call(calls.save, { platform, apiUrl: fake.url, ...app, ...settings, pushBase, ...more }, admin)
  const state = async () => (await server.call(calls.subscriptions, {}, tester)).data!.platforms[0]!
  const statesOf = async () =>
    Object.fromEntries((await state()).subscriptions.map(({ type, state }) => [type, state]))
  const subscribe = (notifyType?: string) =>
    server.call(calls.subscribe, { platform, ...(notifyType && { notifyType }) }, tester)
  const renew = () => renewSubscriptions(server.database.db, platform, Date.now())
  const age = (days: number) =>
    server.database.pool.query('update nb_subscriptions set subscribe_time = subscribe_time - $1', [
      days * dayMs,
    ])
  const urls = () => new Set([...fake.subscribed.values()].map(({ url }) => url))

  test('subscribed by staff, each type or all, and cancelled', async () => {
    expect(await statesOf()).toEqual(Object.fromEntries(types.map((type) => [type, 'none'])))
    expect((await subscribe(first)).data).toEqual({ types: [first] })
    expect((await statesOf())[first]).toBe('active')
    expect(fake.subscribed.size).toBe(1)
    expect(resultNames[(await subscribe('unheardOf')).meta.code]).toBe('invalidInput')
    await subscribe()
    expect(await statesOf()).toEqual(Object.fromEntries(types.map((type) => [type, 'active'])))
    // What pushes here already is not touched.
    const ids = [...fake.subscribed.values()].map(({ id }) => id)
    await subscribe()
    expect([...fake.subscribed.values()].map(({ id }) => id)).toEqual(ids)
    await server.call(calls.unsubscribe, { platform, notifyType: first }, tester)
    expect((await statesOf())[first]).toBe('none')
    await server.call(calls.unsubscribe, { platform }, tester)
    expect(fake.subscribed.size).toBe(0)
    expect(await renew()).toEqual([])
  })

  test('what the platform lost is lost, and renewed by the job; what nobody wants is not', async () => {
    await subscribe(first)
    fake.subscribed.clear()
    await server.call(calls.check, { platform }, tester)
    expect((await statesOf())[first]).toBe('lost')
    expect(await renew()).toEqual([first])
    expect(await statesOf()).toMatchObject({ [first]: 'active', [types[1]]: 'none' })
    expect(await renew()).toEqual([])
  })

  test('what ends is renewed before it does', async () => {
    await set({ validDays: 30 })
    await subscribe(first)
    const id = fake.subscribed.get(key)!.id
    const { expireTime } = (await state()).subscriptions.find(({ type }) => type === first)!
    expect(Math.abs(expireTime! - Date.now() - 30 * dayMs)).toBeLessThan(60_000)
    await age(26)
    expect(await renew()).toEqual([])
    await age(2)
    expect((await statesOf())[first]).toBe('ending')
    expect(await renew()).toEqual([first])
    expect((await statesOf())[first]).toBe('active')
    expect(fake.subscribed.get(key)!.id).not.toBe(id)
    await age(60)
    expect((await statesOf())[first]).toBe('ended')
  })

  test('what pushes to others is taken over by people alone, what pushes to an old address of ours by the job', async () => {
    await subscribe(first)
    const ours = fake.subscribed.get(key)!
    const { url } = ours
    ours.url = elsewhere
    expect(await renew()).toEqual([])
    expect((await statesOf())[first]).toBe('elsewhere')
    await server.call(calls.unsubscribe, { platform, notifyType: first }, tester)
    expect(urls()).toEqual(new Set([elsewhere]))
    await subscribe(first)
    expect(urls()).toEqual(new Set([url]))
    fake.subscribed.get(key)!.url = `${pushBase}/nbiot/former`
    expect(await renew()).toEqual([first])
    expect(urls()).toEqual(new Set([url]))
  })

  test('a test of the connection says what the platform says, and a check keeps it', async () => {
    await subscribe(first)
    expect((await server.call(calls.test, { platform }, admin)).data).toEqual({ subscriptions: 1 })
    expect(resultNames[(await server.call(calls.test, { platform }, tester)).meta.code]).toBe('noPermission')
    fake.next.push({ status: 503, body: 'closed' })
    const refused = await server.call(calls.check, { platform }, tester)
    expect(resultNames[refused.meta.code]).toBe('nbPlatformRefused')
    expect((await state()).failure).toContain('503 closed')
    await server.call(calls.check, { platform }, tester)
    expect((await state()).failure).toBeNull()
    await server.call(calls.remove, { platform }, admin)
    expect((await server.call(calls.subscriptions, {}, tester)).data).toEqual({ platforms: [] })
  })

  test('what fails between the end of an old subscription and the new one is made up for by the job', async () => {
    await subscribe(first)
    fake.subscribed.get(key)!.url = elsewhere
    const usual = (request: Request) => fake.usual(request)
    fake.next.push(
      ...Array.from({ length: 9 }, () => async (request: Request) => {
        const isMade = request.method === 'POST' && /subscriptions?$/.test(request.path)
        return isMade ? { status: 503, body: 'closed' } : usual(request)
      }),
    )
    expect(resultNames[(await subscribe()).meta.code]).toBe('nbPlatformRefused')
    fake.next.splice(0)
    expect(fake.subscribed.size).toBe(0)
    expect((await statesOf())[first]).toBe('lost')
    expect(await renew()).toEqual([first])
    expect(fake.subscribed.size).toBe(1)
  })

  test('two at once subscribe each type once', async () => {
    await subscribe(first)
    fake.subscribed.get(key)!.url = elsewhere
    const replies = await Promise.all([subscribe(), subscribe(), renew()])
    expect(
      replies.slice(0, 2).map((reply) => resultNames[(reply as { meta: { code: number } }).meta.code]),
    ).toEqual(['success', 'success'])
    expect(fake.subscribed.size).toBe(types.length)
    expect(await statesOf()).toEqual(Object.fromEntries(types.map((type) => [type, 'active'])))
  })

  test.each([
    ['no list', { subscriptions: {}, code: 0, result: {} }],
    ['nothing in a list', { subscriptions: [null], code: 0, result: { list: [null] } }],
    ['ids that are none', { subscriptions: [{}], code: 0, result: { list: [{}] } }],
  ])(
    'an answer that is not as documented is refused, and its contents are not shown: %s',
    async (_, body) => {
      await subscribe(first)
      const { url } = fake.subscribed.get(key)!
      fake.next.push(
        ...Array.from(
          { length: 3 },
          () => async (request: Request) =>
            request.method === 'GET' && !request.path.endsWith('/echo')
              ? { status: 200, body: JSON.stringify({ ...body, url }) }
              : fake.usual(request),
        ),
      )
      const refused = await server.call(calls.check, { platform }, tester)
      expect(resultNames[refused.meta.code]).toBe('nbPlatformRefused')
      const { failure } = await state()
      expect(failure).toContain('answer')
      expect(failure! + JSON.stringify(refused)).not.toContain(url)
    },
  )

  test('the address that it pushes to is shown to nobody, whatever the platform repeats', async () => {
    await subscribe(first)
    const { url } = fake.subscribed.get(key)!
    const words = `${url} is no address`
    const answer = { status: 200, body: JSON.stringify({ code: 7, msg: words }) }
    const page = { status: 503, body: `<html>${words}</html>` }
    for (const next of [platform === 'ctwing' ? answer : page, page]) {
      fake.next.push(
        ...Array.from(
          { length: 3 },
          () => async (request: Request) =>
            request.method === 'GET' && !request.path.endsWith('/echo') ? next : fake.usual(request),
        ),
      )
      const refused = await server.call(calls.check, { platform }, tester)
      expect((await state()).failure! + JSON.stringify(refused)).not.toContain(url)
      fake.next.splice(0)
    }
  })

  test('one that is silent for a day is said to be', async () => {
    expect(await state()).toMatchObject({ lastPushTime: null, isSilent: false })
    await subscribe()
    expect((await state()).isSilent).toBe(false)
    await age(2)
    expect((await state()).isSilent).toBe(true)
    await server.database.pool.query(
      'insert into nb_platform_states (platform, last_push_time) values ($1, 1) on conflict (platform) do update set last_push_time = 1',
      [platform],
    )
    expect((await state()).isSilent).toBe(true)
    await server.call(calls.unsubscribe, { platform }, tester)
    await subscribe()
    // It has had no time yet to push again.
    expect((await state()).isSilent).toBe(false)
  })
})

test('pushes are noted by platform, also of unknown devices, and not without the key', async () => {
  const ocean = await startFakeOceanConnect()
  const settings = { apiUrl: ocean.url, ...app, pushBase }
  await server.call(calls.save, { platform: 'oceanConnect', ...settings }, admin)
  await server.call(calls.save, { platform: 'ctwing', ...settings, ...product }, admin)
  const { data } = await server.call(calls.find, {}, admin)
  const key = new URL(data!.pushUrl!).pathname
  const gateway = await startTestGateway(server.database, {}, { bus: server.bus })
  const push = async (target: string, body: object) => {
    const socket = new TestDeviceSocket(gateway.gateway.ports.nbiot!)
    socket.send(jsonRequest(target, body, { Connection: 'close' }))
    await socket.closed()
  }
  const device = await aDevice(server.database, await anAccount(server.database, {}))
  await push('/nbiot/guessed', { messageType: 'dataReport', IMEI: device.terminalID })
  await push(key, { notifyType: 'deviceDataChanged', deviceId: oceanDeviceId, service: { data: {} } })
  await gateway.stop()
  await ocean.stop()
  const { platforms } = (await server.call(calls.subscriptions, {}, tester)).data!
  expect(platforms.map(({ platform, lastPushTime }) => [platform, lastPushTime !== null])).toEqual([
    ['oceanConnect', true],
    ['ctwing', false],
  ])
})
