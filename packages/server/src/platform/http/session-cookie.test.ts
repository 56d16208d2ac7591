import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { basePathHeader, newSession, sessionHeader } from '@trackway/core/features/accounts/session-cookie.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, testPassword } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Sends a call as a page in a browser does. */
async function request(path: string, headers: Record<string, string>, body: unknown = {}) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { meta, data } = (await response.json()) as { meta: { code: number }; data: { token: string } }
  return { code: meta.code, data, cookies: response.headers.getSetCookie() }
}

async function signInAsPage(headers: Record<string, string> = {}, isLong = false) {
  const { username } = await anAccount(server.database)
  const path = accountCalls.login.path
  const page = { [sessionHeader]: newSession, ...headers }
  const { data, cookies } = await request(path, page, { username, password: testPassword, isLong })
  return { name: data.token, cookies, cookie: cookies.at(-1)!.split(';')[0]! }
}

const self = accountCalls.self.path

test('a page gets its token in a cookie that no script reads, and its name instead', async () => {
  const { name, cookie, cookies } = await signInAsPage()
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toBe(`${cookie}; Path=/api; HttpOnly; SameSite=Strict`)
  expect(cookie).toMatch(new RegExp(`^trackway_${name}=[\\w-]{43}$`))
  expect((await request(self, { cookie, [sessionHeader]: name })).code).toBe(200)
})

test.each([
  ['/gps/', '/gps/api'],
  ['/gps/; Domain=example.com', '/api'],
  ['gps', '/api'],
  ['//example.com/', '/api'],
])('of a page below %j it lies at %s', async (base, path) => {
  const { cookies, cookie, name } = await signInAsPage({ [basePathHeader]: base })
  expect(cookies[0]).toBe(`${cookie}; Path=${path}; HttpOnly; SameSite=Strict`)
  const page = { cookie, [sessionHeader]: name, [basePathHeader]: base }
  const { cookies: taken } = await request(accountCalls.logout.path, page)
  expect(taken[0]).toContain(`Max-Age=0; Path=${path};`)
})

test('one that is to be kept outlasts the browser; over https it is sent over nothing else', async () => {
  const { cookies } = await signInAsPage({ 'x-forwarded-proto': 'https' }, true)
  expect(cookies[0]).toMatch(/Max-Age=25(91\d{3}|92000);.*Secure$/)
})

test.each([
  ['the cookie alone, as another site would have it sent', () => ({})],
  ['the name of another cookie', () => ({ [sessionHeader]: 'another' })],
  ['the name of the cookie as a token', (name: string) => ({ authorization: `Bearer ${name}` })],
])('%s opens nothing', async (_, headersOf) => {
  const { name, cookie } = await signInAsPage()
  expect((await request(self, { cookie, ...headersOf(name) } as Record<string, string>)).code).toBe(9902)
})

test('signing out takes the cookie back, and its token works no longer', async () => {
  const { name, cookie } = await signInAsPage()
  const { cookies } = await request(accountCalls.logout.path, { cookie, [sessionHeader]: name })
  expect(cookies[0]).toContain(`trackway_${name}=; Max-Age=0`)
  const again = await request(self, { cookie, [sessionHeader]: name })
  expect(again.code).toBe(9902)
  expect(again.cookies[0]).toContain(`trackway_${name}=; Max-Age=0`)
  const token = cookie.split('=')[1]!
  expect((await request(self, { authorization: `Bearer ${token}` })).code).toBe(9902)
})

test('a sign-in takes back cookies that open nothing any more, and leaves the others', async () => {
  const working = await signInAsPage()
  const { cookies } = await signInAsPage({ cookie: `other=1; trackway_old=gone; ${working.cookie}` })
  expect(cookies).toHaveLength(2)
  expect(cookies[0]).toContain('trackway_old=; Max-Age=0')
})

test('a program is given its token as before, and no cookie', async () => {
  const { username } = await anAccount(server.database)
  const { data, cookies } = await request(accountCalls.login.path, {}, { username, password: testPassword })
  expect(cookies).toEqual([])
  expect((await request(self, { authorization: `Bearer ${data.token}` })).code).toBe(200)
})
