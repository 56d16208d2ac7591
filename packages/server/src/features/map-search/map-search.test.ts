import { roles } from '@trackway/core/codes/roles.ts'
import { mapSearchCalls } from '@trackway/core/features/map-search/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { buildMissingNames } from '../street-maps/names/build-names.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await signIn(server.database, await anAccount(server.database, { role: roles.user }))
  await buildMissingNames(server.database.db)
})
afterAll(() => server.stop())

const find = async (text: string, more = {}) =>
  (await server.call(mapSearchCalls.find, { text, language: 'en', ...more }, token)).data!.list

test('a street is found by a part of its name, with its town and what it covers', async () => {
  const [first] = await find('mannerheim')
  expect(first).toMatchObject({ kind: 'road', name: 'Mannerheimintie', context: 'Helsinki' })
  const [west, south, east, north] = first!.box!
  expect(west < first!.lon && first!.lon < east && south < first!.lat && first!.lat < north).toBe(true)
})

test.each([
  ['Kaivokatu 6', 'Kaivokatu 6'],
  ['6 kaivokatu', 'Kaivokatu 6'],
  ['Sofiankatu 8', 'Sofiankatu 8'],
])('%s is a house', async (text, name) => {
  const [first] = await find(text)
  expect(first).toMatchObject({ kind: 'address', name, context: 'Helsinki', box: null })
  expect([first!.lat.toFixed(2), first!.lon.toFixed(2)]).toEqual([
    '60.17',
    expect.stringMatching(/^24\.9[45]$/),
  ])
})

test('a street is found by its Swedish name, too', async () => {
  expect((await find('Norra Esplanaden'))[0]).toMatchObject({ kind: 'road', name: 'Pohjoisesplanadi' })
})

test('places of the world, however they are written', async () => {
  expect((await find('Helsinki'))[0]).toMatchObject({
    kind: 'place',
    name: 'Helsinki',
    context: expect.stringContaining('Finland'),
  })
  expect((await find('são paulo'))[0]).toMatchObject({ kind: 'place', name: 'São Paulo' })
  expect((await find('北京', { language: 'cn' }))[0]).toMatchObject({
    kind: 'place',
    context: expect.stringContaining('中国'),
  })
  expect(await find('qqqqqqqq')).toEqual([])
  expect(await find('%')).toEqual([])
})

test('the specification’s own call', async () => {
  const ask = (param: string) => server.call(mapSearchCalls.getSuggestion, { param }, token)
  const { data } = await ask('query=Vilhonkatu&output=json&region=FI')
  expect(data).toMatchObject({ status: 0, message: 'ok' })
  expect(data!.result[0]).toMatchObject({
    name: 'Vilhonkatu',
    city: 'Helsinki',
    tag: 'road',
    location: { lat: expect.any(Number) },
  })
  expect((await ask('output=json')).status).toBe(400)
  const suzhou = await ask(`query=Paris&region=US`)
  expect(suzhou.data!.result[0]!.address).toContain('Paris')
})

test('names are read once for each version of a file', async () => {
  const count = async () =>
    (await server.database.pool.query('select count(*)::int as count, max(id) as last from street_names'))
      .rows[0]
  const before = await count()
  expect(before.count).toBeGreaterThan(80)
  await buildMissingNames(server.database.db)
  expect(await count()).toEqual(before)
})
