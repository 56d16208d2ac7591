import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { changeSettings } from '../settings/process-settings.ts'
import { isScreen } from './http-web.ts'

let webRoot: string
let server: TestServer
const inlineScript = "document.documentElement.dataset.theme = 'dark'"
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'trackway-web-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(
    join(webRoot, 'index.html'),
    `<base href="/" /><title>App</title><script>${inlineScript}</script>`,
  )
  await writeFile(join(webRoot, 'favicon.svg'), '<svg/>')
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'hello()')
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js.br'), 'packed')
  server = await startTestServer({ webRoot })
})
afterAll(async () => {
  await server.stop()
  await rm(webRoot, { recursive: true })
})

const get = async (path: string, headers = {}) => {
  const response = await fetch(server.url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text().catch(() => '') }
}

test.each(['/', '/login', '/index/device/deviceList', '/index/home?tid=1'])(
  '%s is a screen of the app',
  async (path) => {
    const reply = await get(path)
    expect(reply).toMatchObject({ status: 200, text: expect.stringContaining('<title>App</title>') })
    expect(reply.headers.get('cache-control')).toBe('no-cache')
  },
)

test.each([
  ['/', './'],
  ['/index.html', './'],
  ['/login?next=/index/home', './'],
  ['/index/device/deviceList', '../../'],
  ['/index/home/', '../../'],
])('%s says how to get from there to the start of the product', async (path, base) => {
  expect((await get(path)).text).toContain(`<base href="${base}" />`)
})

describe('below a path that the proxy passes on', () => {
  beforeEach(() => changeSettings({ publicUrl: 'https://example.com/gps' }))
  afterEach(() => changeSettings({ publicUrl: undefined }))

  test.each(['/gps/assets/app-1a2b.js', '/assets/app-1a2b.js'])('%s is a file', async (path) => {
    expect((await get(path, { 'accept-encoding': 'identity' })).text).toBe('hello()')
  })

  test.each(['/gps/', '/gps/index/home', '/gps/api/openapi.json', '/gps/healthz'])(
    '%s is there',
    async (path) => expect((await get(path)).status).toBe(200),
  )

  test('the path itself leads to where names are read from it', async () => {
    const response = await fetch(`${server.url}/gps?a=1`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/gps/?a=1'])
  })

  test('outside programs are told where the calls are', async () => {
    expect(JSON.parse((await get('/gps/api/openapi.json')).text).servers).toEqual([{ url: '/gps' }])
  })
})

test('files with a hash in their name are kept for ever, others are requested again', async () => {
  const asset = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' })
  expect(asset.text).toBe('hello()')
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test('a file that is not there is not answered with the app', async () => {
  expect((await get('/assets/gone-9z.js')).status).toBe(404)
})

test('a file that was compressed when built is sent as it is', async () => {
  const response = await fetch(`${server.url}/assets/app-1a2b.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  })
  expect(response.headers.get('content-encoding')).toBe('br')
})

test('the page’s own inline script may run', async () => {
  const hash = createHash('sha256').update(inlineScript).digest('base64')
  expect((await get('/')).headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
})

test('the decoder of stored days may start: WebAssembly, fetched from a data address', async () => {
  const policy = (await get('/')).headers.get('content-security-policy')
  expect(policy).toMatch(/script-src [^;]*'wasm-unsafe-eval'/)
  expect(policy).toMatch(/connect-src [^;]*data:/)
})

describe('a screen', () => {
  test.each([
    ['GET', '/login', true],
    ['HEAD', '/index/home', true],
    ['POST', '/login', false],
    ['GET', '/api', false],
    ['GET', '/api/nothing', false],
    ['GET', '/favicon.ico', false],
    ['GET', '/index/track?file=a.js', true],
  ])('%s %s: %s', (method, url, expected) => expect(isScreen(method, url)).toBe(expected))
})
