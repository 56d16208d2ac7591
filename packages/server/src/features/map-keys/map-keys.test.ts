import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { roles } from '@trackway/core/codes/roles.ts'
import { type MapKeyProvider, mapKeyCalls } from '@trackway/core/features/map-keys/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { testMapKey } from './test-key.ts'

let server: TestServer
let admin: string
let user: string
beforeAll(async () => {
  server = await startTestServer()
  const account = await anAccount(server.database, { role: roles.admin })
  admin = await signIn(server.database, account)
  user = await signIn(
    server.database,
    await anAccount(server.database, { parent: account, role: roles.user }),
  )
})
afterAll(() => server.stop())

const save = (project: string, key: string) =>
  server.call(mapKeyCalls.save, { provider: 'Baidu', platform: 'web', project, key }, admin)
const getKey = (projectName?: string) =>
  server.call(mapKeyCalls.getKey, { projectName, devicePlatform: 'web', mapType: 'Baidu' }, user)

test('a program gets the key of its project, else that of all projects, else is told that there is none', async () => {
  const missing = await getKey('fleet')
  expect([missing.status, missing.meta.code, missing.meta.message]).toEqual([
    404,
    1217,
    'No map configuration obtained.',
  ])
  await save('', 'key-of-all')
  await save('fleet', 'key-of-fleet')
  expect((await getKey('fleet')).data).toBe('key-of-fleet')
  expect((await getKey('other')).data).toBe('key-of-all')
  expect((await getKey()).data).toBe('key-of-all')
  const other = await server.call(mapKeyCalls.getKey, { devicePlatform: 'ios', mapType: 'Baidu' }, user)
  expect(other.status).toBe(404)
})

test('a page gets all keys that are for pages of all projects at once, the demo account none', async () => {
  const ofAll = async (token: string) => (await server.call(mapKeyCalls.getKeys, {}, token)).data
  expect(await ofAll(user)).toEqual({ list: [{ provider: 'Baidu', key: 'key-of-all' }] })
  const demo = await anAccount(server.database, { role: roles.user, is_demo: true })
  expect(await ofAll(await signIn(server.database, demo))).toEqual({ list: [] })
})

test('keys are replaced in their place, told by their end only, kept sealed, and removed with a record', async () => {
  await save('fleet', 'replaced-key-1234')
  const { list } = (await server.call(mapKeyCalls.find, {}, admin)).data!
  expect(list).toMatchObject([{ project: '' }, { project: 'fleet', keyEnd: '1234' }])
  const { rows } = await server.database.pool.query("select * from platform_settings where name = 'mapKeys'")
  expect(JSON.stringify(rows[0].value) + rows[0].secret.toString('latin1')).not.toContain('replaced-key')
  const { id } = list[1]!
  expect((await server.call(mapKeyCalls.remove, { id }, admin)).meta.success).toBe(true)
  expect((await server.call(mapKeyCalls.remove, { id }, admin)).status).toBe(404)
  expect((await getKey('fleet')).data).toBe('key-of-all')
  const events = await server.database.pool.query(
    "select kind, before, after from audit_events where kind like 'mapKey%' order by id",
  )
  expect(events.rows.at(-1)).toMatchObject({ kind: 'mapKeyRemoved', before: { project: 'fleet' } })
  expect(JSON.stringify(events.rows)).not.toContain('replaced-key')
})

test.each([
  ['Google', 200, '{"session":"x"}', true],
  ['Google', 400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}', false],
  ['Google', 403, '{"error":{"message":"Requests from referer <empty> are blocked."}}', true],
  ['Baidu', 200, '{"status":0}', true],
  ['Baidu', 200, '{"status":200,"message":"APP does not exist"}', false],
  ['Baidu', 200, '{"status":220,"message":"APP Referer check failed"}', true],
  ['GaoDe', 200, '{"status":"1","info":"OK"}', true],
  ['GaoDe', 200, '{"status":"0","info":"INVALID_USER_KEY","infocode":"10001"}', false],
  ['GaoDe', 200, '{"status":"0","info":"USERKEY_PLAT_NOMATCH","infocode":"10009"}', true],
  ['Yandex', 200, 'picture', true],
  ['Yandex', 403, '{"message":"Invalid key"}', false],
  ['Tianditu', 403, '{"msg":"tk"}', false],
  ['Tianditu', 200, 'picture', true],
] as [MapKeyProvider, number, string, boolean][])('%s says %i %s', async (provider, status, text, works) => {
  const requested: string[] = []
  const provide = createServer((request, response) => {
    requested.push(request.url ?? '')
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => provide.listen(0, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${(provide.address() as AddressInfo).port}`
  expect(await testMapKey(provider, 'a key&', host)).toMatchObject({ works })
  expect(requested[0]).toContain('a%20key%26')
  provide.close()
})

test('a provider that is not there is said not to be', async () => {
  const { works, reason } = await testMapKey('Yandex', 'key', 'http://127.0.0.1:1')
  expect(works).toBe(false)
  expect(reason).toMatch(/^The provider was not reached/)
})
