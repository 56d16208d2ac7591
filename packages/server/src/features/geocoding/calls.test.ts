import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { roles } from '@trackway/core/codes/roles.ts'
import { geocodingCalls } from '@trackway/core/features/geocoding/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, signIn } from '../../testing/builders.ts'
import { patience } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { startGeocoding } from './start-geocoding.ts'

let server: TestServer
let admin: string
let demo: string
const provider = createServer((_request, response) =>
  response.end(JSON.stringify({ display_name: 'A street, a town', address: { road: 'A street' } })),
)

beforeAll(async () => {
  server = await startTestServer()
  admin = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  demo = await signIn(server.database, await anAccount(server.database, { is_demo: true }))
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await server.stop()
})

const shenzhen = { lat: 22.56, lon: 114.03 }

test('addresses come in the order of the places, in the language asked for', async () => {
  const { data } = await server.call(
    geocodingCalls.find,
    { places: [shenzhen, { lat: -48, lon: -123 }, { lat: 48.8534, lon: 2.3488 }], language: 'cn' },
    admin,
  )
  expect(data?.addresses.map((address) => address?.short)).toEqual([
    '深圳市 Zhuyuan 东北 2.9 km',
    undefined,
    'Île-de-France 巴黎',
  ])
})

test.each([
  ['no place', []],
  ['too many', Array.from({ length: 101 }, () => shenzhen)],
  ['not on earth', [{ lat: 91, lon: 0 }]],
])('%s is refused', async (_what, places) => {
  const { meta } = await server.call(geocodingCalls.find, { places }, admin)
  expect(meta.code).toBe(1001)
})

test('the specification’s own call answers in the shape of the provider it stands for', async () => {
  const param = 'location=22.56,114.03&language=zh-CN&output=json'
  const { data } = await server.call(geocodingCalls.getKeyAddress, { param }, admin)
  expect(data).toEqual({
    status: 0,
    result: {
      location: { lat: 22.56, lng: 114.03 },
      formatted_address: '中国 广东省 深圳市 Zhuyuan 东北 2.9 km',
      sematic_description: '深圳市 Zhuyuan 东北 2.9 km',
    },
  })
  const out = await server.call(geocodingCalls.getKeyAddress, { param: 'location=-48,-123' }, admin)
  expect(out.data?.status).toBe(1)
  const wrong = await server.call(geocodingCalls.getKeyAddress, { param: 'location=here' }, admin)
  expect(wrong.meta.code).toBe(1001)
})

test('a provider is asked for those who have an account of their own, and its use is shown', async () => {
  const stop = startGeocoding({
    settings: {
      providers: [
        {
          source: 'nominatim',
          url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
          key: '',
          perSecond: 100,
          perDay: 50,
        },
      ],
      timeoutMs: patience.waitMs,
      cacheMs: 86_400_000,
    },
    database: server.database,
    log: pino({ level: 'silent' }),
  })
  const source = async (token: string) =>
    (await server.call(geocodingCalls.find, { places: [shenzhen] }, token)).data?.addresses[0]?.source
  expect(await source(demo)).toBe('gazetteer')
  expect(await source(admin)).toBe('nominatim')
  expect(await source(demo)).toBe('nominatim') // what is known already costs nothing
  const { data } = await server.call(geocodingCalls.usage, {}, admin)
  expect(data).toMatchObject({
    providers: [{ source: 'nominatim', budgetPerDay: 50, restsUntilTime: null }],
    days: [{ source: 'nominatim', asked: 1, failed: 0 }],
  })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/trackway_addresses_total\{source="nominatim",outcome="found"\} 1/)
  await stop()
})
