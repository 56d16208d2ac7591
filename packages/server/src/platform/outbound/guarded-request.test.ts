import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { patience } from '../../testing/patience.ts'
import {
  AddressRefused,
  assertPublic,
  FileTooLong,
  getGuarded,
  NotReached,
  postGuarded,
} from './guarded-request.ts'
import { isPrivateAddress } from './private-addresses.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const post = (url: string, more: Partial<Parameters<typeof postGuarded>[0]> = {}) =>
  postGuarded({
    url,
    headers: {},
    body: Buffer.from('{}'),
    timeoutMs: patience.waitMs,
    allowPrivate: true,
    ...more,
  })

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  'fd00::1',
  'fe80::1',
  '64:ff9b::7f00:1',
  'not an address',
  '::7f00:1',
  '::ffff:0:7f00:1',
  '2002:7f00:1::',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))
test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8', '172.32.0.1'])(
  '%s is public',
  (address) => expect(isPrivateAddress(address)).toBe(false),
)

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0/',
  'http://①②⑦.0.0.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::1]/',
  'http://localhost/',
  'http://[::127.0.0.1]/',
  'http://localhost../',
  'http://localhost./',
  'http://printer.local/',
  'http://a:b@8.8.8.8/',
  'ftp://8.8.8.8/',
])('%s is refused, by its spelling alone', async (url) => {
  const resolve = () => Promise.reject(new Error('nobody is asked'))
  await expect(assertPublic(url, false, resolve)).rejects.toThrow(AddressRefused)
  await expect(post(url, { allowPrivate: false, resolve })).rejects.toThrow(AddressRefused)
})

test.each([
  [[{ address: '10.0.0.1', family: 4 }]],
  // A public address beside a private one, of either family.
  [
    [
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ],
  ],
])('a name of %j is refused', async (found) => {
  const resolve = async () => found
  await expect(assertPublic('https://example.com/', false, resolve)).rejects.toThrow(AddressRefused)
  await expect(post('https://example.com/', { allowPrivate: false, resolve })).rejects.toThrow(AddressRefused)
})

test('a name that is public at first and private then is not followed', async () => {
  const answers = ['8.8.8.8', '127.0.0.1']
  const resolve = async () => [{ address: answers.shift()!, family: 4 }]
  await assertPublic('http://rebound.example/', false, resolve)
  await expect(post('http://rebound.example/', { allowPrivate: false, resolve })).rejects.toThrow(
    AddressRefused,
  )
})

test('the connection goes to what the name was looked up as', async () => {
  const port = await listen((request, response) => response.end(request.headers.host))
  const answer = await post(`http://hooks.example:${port}/`, {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  expect(answer).toMatchObject({ status: 200, text: `hooks.example:${port}` })
})

test('a redirect is an answer, and is not followed', async () => {
  let requests = 0
  const port = await listen((_request, response) => {
    requests++
    response.writeHead(301, { location: 'http://127.0.0.1/' }).end()
  })
  expect((await post(`http://127.0.0.1:${port}/`)).status).toBe(301)
  expect(requests).toBe(1)
})

test('an answer without end is read to 16 kB', async () => {
  const port = await listen((_request, response) => {
    const more = () => response.write('x'.repeat(8_192), () => response.destroyed || setImmediate(more))
    more()
  })
  const { status, text } = await post(`http://127.0.0.1:${port}/`)
  expect([status, text.length]).toEqual([200, 16_384])
})

test('nobody there: nothing was taken', async () => {
  const port = await listen(() => {})
  const server = servers.pop()!
  await new Promise((resolve) => server.close(resolve))
  await expect(post(`http://127.0.0.1:${port}/`)).rejects.toThrow(NotReached)
})

test('cut after the request: it may have been taken', async () => {
  const port = await listen((request) => request.socket.destroy())
  const failure = await post(`http://127.0.0.1:${port}/`).catch((error) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(NotReached)
})

test('a file is fetched whole, or not at all, and never from a private address', async () => {
  const file = Buffer.alloc(50_000, 7)
  const port = await listen((request, response) => {
    response.writeHead(200, { 'content-length': file.length })
    if (request.url === '/cut') response.write(file.subarray(0, 10_000), () => response.socket?.destroy())
    else response.end(file)
  })
  const get = (path: string, more: Partial<Parameters<typeof getGuarded>[0]> = {}) =>
    getGuarded({
      url: `http://127.0.0.1:${port}${path}`,
      headers: {},
      timeoutMs: patience.waitMs,
      maxBytes: 60_000,
      allowPrivate: true,
      ...more,
    })
  const { status, bytes } = await get('/file')
  expect([status, bytes.equals(file)]).toEqual([200, true])
  await expect(get('/cut')).rejects.toThrow()
  await expect(get('/file', { maxBytes: 49_999 })).rejects.toThrow(FileTooLong)
  await expect(get('/file', { allowPrivate: false })).rejects.toThrow(AddressRefused)
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const byName = { url: `http://files.example:${port}/file`, allowPrivate: false, resolve }
  await expect(get('/file', byName)).rejects.toThrow(AddressRefused)
})
