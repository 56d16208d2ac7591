import { randomBytes } from 'node:crypto'
import { secret } from '@trackway/core/api/secret.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { seal, useSecretKey } from './secrets.ts'
import { shownSetting, storedSetting, withKeptSecrets } from './stored-setting.ts'

const schema = z.object({
  url: z.string(),
  token: secret(z.string().optional().describe('What it signs in with.')),
})
const setting = storedSetting({
  name: 'sample',
  version: 2,
  schema,
  unversioned: ({ address: url }, token) => ({ url, token: token ?? undefined }),
})
const key = randomBytes(32)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  useSecretKey(key)
  await server.database.pool.query("delete from platform_settings where name = 'sample'")
})

const row = async () =>
  (await server.database.pool.query("select value, secret from platform_settings where name = 'sample'"))
    .rows[0]
const write = (value: object, sealed: Buffer | null) =>
  server.database.pool.query("insert into platform_settings values ('sample', $1, $2, 0)", [value, sealed])

test('a secret is stored sealed, and read with the rest', async () => {
  const { db } = server.database
  expect(await setting.read(db)).toBeNull()
  await setting.change(db, 1, () => ({ url: 'https://a', token: 'hush' }))
  expect((await row()).value).toEqual({ url: 'https://a', version: 2 })
  expect(await setting.read(db)).toEqual({ url: 'https://a', token: 'hush' })
  await setting.change(db, 2, () => null)
  expect(await row()).toBeUndefined()
})

test('what earlier releases stored is read on, and written anew at the next change', async () => {
  const { db } = server.database
  await write({ address: 'https://a' }, seal('hush', 'sample'))
  expect(await setting.read(db)).toEqual({ url: 'https://a', token: 'hush' })
  await setting.change(db, 1, (before) => before)
  expect((await row()).value).toEqual({ url: 'https://a', version: 2 })
  expect(await setting.read(db)).toEqual({ url: 'https://a', token: 'hush' })
})

test('of what a lost key sealed the rest is read; what a later release stored, or nobody did, is not', async () => {
  const { db } = server.database
  await write({ url: 'https://a', version: 2 }, seal('{"token":"hush"}', 'sample'))
  useSecretKey(randomBytes(32))
  expect(await setting.read(db)).toEqual({ url: 'https://a' })
  await server.database.pool.query(
    `update platform_settings set value = '{"version": 3}' where name = 'sample'`,
  )
  expect(await setting.read(db)).toBeNull()
  await server.database.pool.query(
    `update platform_settings set value = '{"version": 2}', secret = null where name = 'sample'`,
  )
  expect(await setting.read(db)).toBeNull()
})

test('changes at once do not lose one another', async () => {
  const { db } = server.database
  const add = () => setting.change(db, 1, (before) => ({ url: `${before?.url ?? ''}x` }))
  await Promise.all([add(), add(), add()])
  expect(await setting.read(db)).toEqual({ url: 'xxx' })
})

test('is shown without its secret, which stays until it would be sent elsewhere', () => {
  const before = { url: 'https://a', token: 'hush' }
  expect(shownSetting(schema, before)).toEqual({ url: 'https://a', hasToken: true })
  expect(withKeptSecrets(schema, { url: 'https://a' }, before, ['url'])).toEqual(before)
  expect(withKeptSecrets(schema, { url: 'https://a', token: 'new' }, before, ['url'])).toMatchObject({
    token: 'new',
  })
  expect(withKeptSecrets(schema, { url: 'https://b' }, before, ['url'])).toEqual({ url: 'https://b' })
  expect(withKeptSecrets(schema, { url: 'https://a' }, null, ['url'])).toEqual({ url: 'https://a' })
})
