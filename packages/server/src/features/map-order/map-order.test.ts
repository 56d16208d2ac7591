import { roles } from '@trackway/core/codes/roles.ts'
import { mapOrderCalls as calls } from '@trackway/core/features/map-order/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: string
let agent: string
let user: string
beforeAll(async () => {
  server = await startTestServer()
  const { database } = server
  const operator = await anAccount(database, { role: roles.admin })
  const dealer = await anAccount(database, { parent: operator, role: roles.agent })
  admin = await signIn(database, operator)
  agent = await signIn(database, dealer)
  user = await signIn(database, await anAccount(database, { parent: dealer, role: roles.user }))
})
afterAll(() => server.stop())

const find = async (token: string) => (await server.call(calls.find, {}, token)).data

test('the order of the account counts, else that of the next account above, else the operator’s', async () => {
  expect(await find(user)).toEqual({ order: null, own: null, operators: null })
  await server.call(calls.saveOperators, { order: ['baidu', 'osm'] }, admin)
  expect(await find(user)).toEqual({ order: ['baidu', 'osm'], own: null, operators: ['baidu', 'osm'] })
  await server.call(calls.save, { order: ['gaode'] }, agent)
  expect((await find(user))?.order).toEqual(['gaode'])
  await server.call(calls.save, { order: ['osm', 'gaode'] }, user)
  expect(await find(user)).toMatchObject({ order: ['osm', 'gaode'], own: ['osm', 'gaode'] })
  expect((await find(agent))?.order).toEqual(['gaode'])
  await server.call(calls.save, { order: null }, user)
  await server.call(calls.save, { order: null }, agent)
  expect((await find(user))?.order).toEqual(['baidu', 'osm'])
})

test('a change is recorded with what was before and after, for those above or the administrators', async () => {
  const { pool } = server.database
  await pool.query('delete from audit_events')
  await server.call(calls.save, { order: ['osm'] }, user)
  await server.call(calls.save, { order: ['osm'] }, user)
  await server.call(calls.save, { order: null }, user)
  await server.call(calls.saveOperators, { order: ['gaode'] }, admin)
  const { rows } = await pool.query(
    'select account_id is null as "isPlatforms", before, after from audit_events where kind = $1 order by id',
    ['mapOrder'],
  )
  expect(rows).toEqual([
    { isPlatforms: false, before: { order: null }, after: { order: ['osm'] } },
    { isPlatforms: false, before: { order: ['osm'] }, after: { order: null } },
    { isPlatforms: true, before: { order: ['baidu', 'osm'] }, after: { order: ['gaode'] } },
  ])
})

test('a map stands in the order once, and the operator’s is not for everybody to set', async () => {
  expect((await server.call(calls.save, { order: ['osm', 'osm'] }, user)).status).toBe(400)
  expect((await server.call(calls.saveOperators, { order: ['osm'] }, user)).status).toBe(403)
})
