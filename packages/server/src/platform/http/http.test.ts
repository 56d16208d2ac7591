import { setImmediate } from 'node:timers/promises'
import { roles } from '@trackway/core/codes/roles.ts'
import { allCalls } from '@trackway/core/contract.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createAuthenticate } from '../../features/accounts/sessions.ts'
import { allHandlers } from '../../features/all.ts'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createLocalBus } from '../bus/bus.ts'
import { openDatabase } from '../database/database.ts'
import { startHttp } from './http.ts'
import { serve } from './serve.ts'

let server: TestServer
let authorization: string
beforeAll(async () => {
  server = await startTestServer()
  const admin = await anAccount(server.database, { role: roles.admin })
  authorization = `Bearer ${await signIn(server.database, admin)}`
})
afterAll(() => server.stop())

const { path } = deviceCalls.add
const post = (body: unknown, headers = {}) => server.post(path, body, { authorization, ...headers })
const get = (url: string, headers = {}) => fetch(server.url + url, { headers })

describe('input', () => {
  test('names every mistake by its path', async () => {
    const reply = await post({ terminalID: '12', deviceType: {}, userId: '7', sim: 5 })
    expect(reply).toMatchObject({ status: 400, meta: { success: false, code: 1001 }, data: null })
    expect(reply.meta.issues).toEqual([
      { path: 'terminalID', reason: 'imei', message: 'Enter a valid IMEI: 7 to 20 digits' },
      { path: 'deviceType', reason: 'invalid_union' },
      { path: 'userId', reason: 'invalid_type' },
      { path: 'sim', reason: 'invalid_type' },
    ])
  })

  test('names the values that are missing', async () => {
    expect((await post({})).meta.issues).toEqual([
      { path: 'terminalID', reason: 'required', message: 'Required' },
      { path: 'deviceType', reason: 'required', message: 'Required' },
    ])
  })

  test.each(['{', '{"terminalID":', 'null', '[]', '"text"', '7', '{"__proto__": {"admin": true}}', '\u0000'])(
    'refuses the body %j',
    async (body) => expect(await post(body)).toMatchObject({ status: 400, meta: { code: 1001 }, data: null }),
  )

  test('refuses other formats than JSON', async () => {
    const reply = await post('terminalID=1234567', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(reply).toMatchObject({ status: 400, meta: { code: 1001 } })
  })

  test('refuses a huge body', async () => {
    expect(await post({ terminalID: '1'.repeat(2_000_000) })).toMatchObject({
      status: 413,
      meta: { code: 1016 },
    })
  })

  test('refuses by its name what a call does not know', async () => {
    const reply = await post({ terminalID: '8612345678', deviceType: 13, colour: 'red' })
    expect(reply).toMatchObject({ status: 400, meta: { issues: [{ path: 'colour', reason: 'unknown' }] } })
  })

  test('of a GET call is in the address, or in the body of a POST', async () => {
    const input = { pageNum: 2, pageSize: 3, selectName: '' }
    const query = `${accountCalls.findLike.path}?pageNum=2&pageSize=3&selectName=`
    const byGet = await get(query, { authorization })
    expect(byGet.headers.get('cache-control')).toBe('no-store')
    const { data } = await server.post(accountCalls.findLike.path, input, { authorization })
    expect(await byGet.json()).toMatchObject({ meta: { code: 200 }, data: data as object })
    const wrong = await get(query.replace('=2', '=two'), { authorization })
    expect(await wrong.json()).toMatchObject({ meta: { code: 1001, issues: [{ path: 'pageNum' }] } })
  })

  test('refuses a text the database cannot hold', async () => {
    const reply = await post({ terminalID: '8612345678', deviceType: 13, nickname: 'zero \0 byte' })
    expect(reply).toMatchObject({ status: 400, meta: { code: 1001 } })
  })

  test('refuses ids no row can have', async () => {
    for (const id of [0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300]) {
      const reply = await server.post(accountCalls.children.path, { id }, { authorization })
      expect(reply).toMatchObject({ status: 400, meta: { code: 1001, issues: [{ path: 'id' }] } })
    }
  })
})

describe('addresses', () => {
  test('of no call are answered with the envelope', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/device/add', '/api/%zz']) {
      const response = await get(url)
      expect([url, response.status]).toEqual([url, 404])
      expect(await response.json()).toMatchObject({ meta: { success: false, code: 1002 }, data: null })
    }
  })

  test('are never a way out of the web folder', async () => {
    for (const url of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../package.json',
    ]) {
      expect(await (await get(url)).text()).not.toContain('"name"')
    }
  })
})

describe('probes', () => {
  test('say that the server lives and can serve', async () => {
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
  })

  test.each([
    [undefined, {}, 200],
    [undefined, { 'x-forwarded-for': '203.0.113.7' }, 404],
    ['a-token-of-the-test', {}, 404],
    ['a-token-of-the-test', { authorization: 'Bearer another-one-of-it' }, 404],
    ['a-token-of-the-test', { authorization: 'Bearer a-token-of-the-test' }, 200],
  ])('with METRICS_TOKEN=%s and %j the figures answer %s', async (metricsToken, headers, status) => {
    const guarded = await startTestServer({ metricsToken })
    expect(
      (await fetch(`${guarded.url}/metrics`, { headers: headers as Record<string, string> })).status,
    ).toBe(status)
    await guarded.stop()
  })

  test('give figures to Prometheus', async () => {
    await post({})
    const text = await (await get('/metrics')).text()
    expect(text).toContain('trackway_http_call_seconds_count{path="/api/device/add",status="400"}')
    expect(text).toContain('process_cpu_seconds_total')
  })
})

describe('OpenAPI', () => {
  test('describes every call', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as { paths: object }
    expect(Object.keys(document.paths).sort()).toEqual(allCalls.map((call) => call.path).sort())
  })
})

test('pages may run nothing but their own code, and say where they come from', async () => {
  const { headers } = await get('/')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('pages ask this server and a map provider only, and https is kept to', async () => {
  const plain = await get('/')
  expect(plain.headers.get('content-security-policy')).toContain(
    "connect-src 'self' data: https://tile.googleapis.com;",
  )
  expect(plain.headers.get('strict-transport-security')).toBeNull()
  const { headers } = await get('/', { 'x-forwarded-proto': 'https' })
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('large replies are compressed', async () => {
  const response = await get('/api/openapi.json', { 'accept-encoding': 'gzip' })
  expect(response.headers.get('content-encoding')).toBe('gzip')
})

test('an address that calls without end is slowed down', async () => {
  const bounded = await startTestServer({ requestsPerMinute: 3 })
  const call = () => bounded.call(accountCalls.self, {})
  for (let i = 0; i < 3; i++) expect((await call()).status).toBe(401)
  expect(await call()).toMatchObject({ status: 429, meta: { code: 1017 }, data: null })
  await bounded.stop()
})

test('whoever is signed in goes on calling while others behind the address call without end', async () => {
  const bounded = await startTestServer({ requestsPerMinute: 5 })
  onTestFinished(() => bounded.stop())
  const token = await signIn(bounded.database, await anAccount(bounded.database))
  const demo = await signIn(bounded.database, await anAccount(bounded.database, { is_demo: true }))
  const call = async (token?: string) => (await bounded.call(accountCalls.self, {}, token)).status
  expect([await call(token), await call(demo)]).toEqual([200, 200])
  for (let i = 0; i < 5; i++) await call()
  expect([await call(), await call(demo), await call('x'.repeat(43))]).toEqual([429, 429, 429])
  // It has a bound of its own.
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push(await call(token))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('while the database is away calls say so and reveal nothing', async () => {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', 2)
  const bus = createLocalBus(pino({ level: 'silent' }))
  const http = await startHttp({
    config: { http: { port: 0, host: '127.0.0.1', trustProxy: () => false } },
    database,
    bus,
    log: pino({ level: 'silent' }),
    authenticate: createAuthenticate({ database, bus }),
    handlers: allHandlers,
  })
  const request = (path: string, options = {}) => fetch(`http://127.0.0.1:${http.port}${path}`, options)
  const headers = { authorization: 'Bearer some-token' }
  const reply = await request(accountCalls.self.path, { method: 'POST', headers })
  expect(reply.status).toBe(503)
  expect(await reply.json()).toEqual({
    meta: { success: false, code: 1018, message: expect.any(String) },
    data: null,
  })
  expect((await request('/readyz')).status).toBe(503)
  expect((await request('/healthz')).status).toBe(200)
  await http.close()
  await database.close()
})

test('a call that its caller gave up is no failure of ours', async () => {
  const lines: string[] = []
  const { database, bus } = server
  const [begun, givenUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = serve(accountCalls.self, ({ signal }) => {
    begun.resolve()
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        reject(signal.reason)
        givenUp.resolve()
      }),
    )
  })
  const http = await startHttp({
    config: { http: { port: 0, host: '127.0.0.1', trustProxy: () => false } },
    database,
    bus,
    log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    authenticate: createAuthenticate({ database, bus }),
    handlers: [slow],
  })
  const giveUp = new AbortController()
  const call = fetch(`http://127.0.0.1:${http.port}${accountCalls.self.path}`, {
    method: 'POST',
    headers: { authorization },
    signal: giveUp.signal,
  })
  await begun.promise
  giveUp.abort()
  await expect(call).rejects.toThrow()
  await givenUp.promise
  // By then what was thrown has been answered, or logged.
  await setImmediate()
  expect(lines).toEqual([])
  await http.close()
})

test('closing finishes the calls under way', async () => {
  const { database, bus } = server
  const [allBegun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const slow = serve(accountCalls.logout, async () => {
    if (++begun === 8) allBegun.resolve()
    await end.promise
    return {}
  })
  const http = await startHttp({
    config: { http: { port: 0, host: '127.0.0.1', trustProxy: () => false } },
    database,
    bus,
    log: pino({ level: 'silent' }),
    authenticate: createAuthenticate({ database, bus }),
    handlers: [slow],
  })
  const calls = Array.from({ length: 8 }, () =>
    fetch(`http://127.0.0.1:${http.port}${accountCalls.logout.path}`, {
      method: 'POST',
      headers: { authorization },
    }),
  )
  await allBegun.promise
  const closing = http.close()
  end.resolve()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  await closing
})
