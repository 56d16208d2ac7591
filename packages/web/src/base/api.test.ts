import type { SessionAccount } from '@trackway/core/features/accounts/calls.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, api, apiFile } from './api.ts'
import { beginSession, useSession } from './session.ts'

const user = { id: 7, username: 'north', role: 2 } as SessionAccount
const reply = (code: number, data: unknown = null, issues?: unknown) =>
  Response.json({ meta: { success: code === 200, code, message: '', issues }, data })

let answer: (request: RequestInit) => Response | Promise<Response>
const requests: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  requests.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return answer(init)
  })
  beginSession('cookie-1', user)
})
afterEach(() => vi.unstubAllGlobals())

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

test('names the cookie of the session and gives back the data', async () => {
  answer = () => reply(200, { list: [] })
  expect(await api(deviceCalls.types, {})).toEqual({ list: [] })
  expect(requests[0]?.url).toBe('/api/deviceType/find')
  expect(requests[0]?.init.headers).toMatchObject({
    'x-trackway-session': 'cookie-1',
    'Accept-Language': 'zh-CN',
  })
})

test('signing in asks for a cookie', async () => {
  answer = () => reply(209)
  await failure(api(accountCalls.login, { username: 'a', password: 'b' }))
  expect(requests[0]?.init.headers).toMatchObject({ 'x-trackway-session': 'new' })
})

test('a refusal carries its name, code and fields', async () => {
  answer = () => reply(1001, null, [{ path: 'sim', reason: 'pattern' }])
  const error = await failure(api(deviceCalls.types, {}))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ result: 'invalidInput', code: 1001, issues: [{ path: 'sim' }] })
})

test('9902 ends the session', async () => {
  answer = () => reply(9902)
  await failure(api(deviceCalls.types, {}))
  expect(useSession.getState()).toMatchObject({ token: null, user: null, endedBy: 'expired' })
})

test('9902 for a token of an earlier session leaves the present one alone', async () => {
  answer = () => {
    beginSession('cookie-2', user)
    return reply(9902)
  }
  await failure(api(deviceCalls.types, {}))
  expect(useSession.getState().token).toBe('cookie-2')
})

test.each([
  ['a lost network', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
  ['a proxy’s page', () => new Response('<h1>502</h1>', { status: 502 }), 'unavailable'],
  ['something that is no envelope', () => Response.json({ hello: 1 }), 'internal'],
  ['a code nobody knows', () => reply(4711), 'internal'],
  ['no answer in time', () => Promise.reject(new DOMException('late', 'TimeoutError')), 'timeout'],
])('%s fails as %s', async (_, respond, result) => {
  answer = respond
  expect(await failure(api(deviceCalls.types, {}))).toMatchObject({ result })
})

test('waits no longer than its timeout', async () => {
  answer = (init) =>
    new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  expect(await failure(api(deviceCalls.types, {}, { timeoutMs: 20 }))).toMatchObject({ result: 'timeout' })
})

test('an abort by the caller rises as it is', async () => {
  const stop = new AbortController()
  answer = () => Promise.reject(stop.signal.reason)
  stop.abort()
  expect(await failure(api(deviceCalls.types, {}, { signal: stop.signal }))).toBe(stop.signal.reason)
})

test('a file comes with the name the server gives it; a refusal is thrown', async () => {
  const disposition = `attachment; filename="_.csv"; filename*=UTF-8''%E9%87%8C%E7%A8%8B.csv`
  answer = () => new Response('a,b', { headers: { 'content-disposition': disposition } })
  const file = await apiFile(deviceCalls.types, {})
  expect([file.fileName, await file.content.text()]).toEqual(['里程.csv', 'a,b'])

  answer = () => reply(9906)
  expect(await failure(apiFile(deviceCalls.types, {}))).toMatchObject({ result: 'noPermission' })
})
