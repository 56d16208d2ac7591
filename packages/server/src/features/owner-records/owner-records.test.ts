import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useSecretKey } from '../../platform/secrets.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { writeOwnerRecords } from './queries.ts'

let server: TestServer
let agent: TestAccount
let customer: TestAccount
let device: TestDevice
let token: string

const owner = {
  realName: '欧阳小明',
  idCard: '440301199001011234',
  telephone: '138 0013 8000',
  address: '广东省深圳市南山区科技园路 1 号',
  contract: 'HX-2026-0815',
}

beforeAll(async () => {
  server = await startTestServer()
  const admin = await anAccount(server.database, { role: roles.admin })
  agent = await anAccount(server.database, { parent: admin })
  customer = await anAccount(server.database, { parent: agent, role: roles.superUser })
  device = await aDevice(server.database, customer, { car_number: '粤B12345' })
  token = await signIn(server.database, agent)
})
beforeEach(async () => {
  await server.database.pool.query('delete from owner_records; delete from audit_events')
  expect((await save(owner)).meta.success).toBe(true)
})
afterAll(() => server.stop())

const save = (input: object) =>
  server.call(ownerRecordCalls.save, { terminalID: device.terminalID, ...input }, token)
const found = async (input: object = {}) => (await server.call(ownerRecordCalls.find, input, token)).data!
const events = async () =>
  (
    await server.database.pool.query(
      'select kind, actor_id, terminal_id, before, after from audit_events order by id',
    )
  ).rows

test('a record is sealed in the database, masked in lists, whole where it is asked for', async () => {
  const { rows } = await server.database.pool.query('select *, sealed::text as bytes from owner_records')
  const kept = JSON.stringify(rows) + rows[0].sealed.toString('latin1') + rows[0].sealed.toString('utf8')
  for (const value of Object.values(owner)) expect(kept).not.toContain(value)
  expect(rows[0].key_id).toMatch(/^[0-9a-f]{16}$/)

  const [row] = (await found()).list
  expect(row).toMatchObject({
    realName: '欧***',
    idCard: '440***34',
    telephone: '138***00',
    address: '广东省深***',
  })
  for (const value of Object.values(owner)) expect(JSON.stringify(row)).not.toContain(value)

  const { data } = await server.call(ownerRecordCalls.view, { terminalID: device.terminalID }, token)
  expect(data).toMatchObject(owner)
})

test('each full view and each change is recorded, and tells nothing of the record itself', async () => {
  await server.call(ownerRecordCalls.view, { terminalID: device.terminalID }, token)
  const about = { actor_id: agent.id, terminal_id: device.terminalID, before: null, after: null }
  expect(await events()).toEqual([
    { kind: 'ownerRecordSaved', ...about },
    { kind: 'ownerRecordViewed', ...about },
  ])
})

test('a superior who acts as the agent looks under his own name', async () => {
  const boss = await anAccount(server.database, { role: roles.admin })
  const below = await anAccount(server.database, { parent: boss })
  const theirs = await aDevice(server.database, below)
  const by = await signIn(server.database, boss)
  const { data } = await server.call(subAccountCalls.actAs, { id: below.id }, by)
  const acting = data!.token
  const { terminalID } = theirs
  await server.call(ownerRecordCalls.save, { terminalID, realName: 'Ann' }, acting)
  await server.call(ownerRecordCalls.view, { terminalID }, acting)
  const { rows } = await server.database.pool.query(
    'select kind, actor_id, acted_as_id from audit_events where terminal_id = $1 order by id',
    [terminalID],
  )
  const who = { actor_id: boss.id, acted_as_id: below.id }
  expect(rows).toEqual([
    { kind: 'ownerRecordSaved', ...who },
    { kind: 'ownerRecordViewed', ...who },
  ])
})

test.each(['440301199001011234', '13800138000', 'hx 2026 0815', '粤B123', 'whole'])(
  'it is found by the whole of its numbers or a part of the vehicle’s: %s',
  async (search) => expect((await found({ search })).total).toBe(search === 'whole' ? 0 : 1),
)

test('a part of a number finds nothing: who looks must know it', async () => {
  expect((await found({ search: '44030119900101' })).total).toBe(0)
})

test('what is left out stays, what is emptied goes', async () => {
  await save({ telephone: null, contract: '' })
  const { data } = await server.call(ownerRecordCalls.view, { terminalID: device.terminalID }, token)
  expect(data).toMatchObject({ ...owner, telephone: null, contract: null })
  expect((await found({ search: '13800138000' })).total).toBe(0)
})

test('many are written at once, each in place of what there was', async () => {
  const others = await Promise.all(Array.from({ length: 3 }, () => aDevice(server.database, customer)))
  const records = others.map(({ id }, n) => ({ deviceId: id, realName: `Owner ${n}`, contract: `C${n}` }))
  await writeOwnerRecords(server.database.db, records, Date.now())
  await writeOwnerRecords(server.database.db, [{ deviceId: others[0]!.id, realName: 'Else' }], Date.now())
  expect((await found({ search: 'C2' })).list).toMatchObject([{ terminalID: others[2]!.terminalID }])
  const view = await server.call(ownerRecordCalls.view, { terminalID: others[0]!.terminalID }, token)
  expect(view.data).toMatchObject({ realName: 'Else', contract: null })
  expect((await found()).total).toBe(4)
})

test('a record moved to another device, or sealed with another key, does not open', async () => {
  const other = await aDevice(server.database, customer)
  await server.database.pool.query(
    `insert into owner_records select $1, key_id, sealed, digests, change_time from owner_records where device_id = $2`,
    [other.id, device.id],
  )
  const view = await server.call(ownerRecordCalls.view, { terminalID: other.terminalID }, token)
  expect(resultNames[view.meta.code]).toBe('unavailable')
  useSecretKey(Buffer.alloc(32, 8))
  const [row] = (await found({ terminalIDs: [device.terminalID] })).list
  useSecretKey(Buffer.alloc(32, 7))
  expect(row).toMatchObject({ isReadable: false, realName: null })
})
