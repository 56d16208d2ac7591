import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { agentDeviceCountCalls, importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { returnImportCounts, takeImportCounts } from '../ledger/ledger.ts'
import { checkDeviceLimits } from './device-limits.ts'

let server: TestServer
let root: TestAccount
let agent: TestAccount
let shop: TestAccount
let rootToken: string
let agentToken: string
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  rootToken = await signIn(server.database, root)
})
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root })
  shop = await anAccount(server.database, { parent: agent })
  agentToken = await signIn(server.database, agent)
})
afterAll(async () => {
  // Whatever was done: no number was made from nothing.
  const { rows } = await sql<{ sum: number }>`select sum(amount)::integer as sum from ledger_entries`.execute(
    server.database.db,
  )
  expect(rows[0]?.sum ?? 0).toBe(0)
  await server.stop()
})

const give = (id: number, count: number, token = rootToken) =>
  server.call(importCountCalls.add, { id, count }, token)
const take = (id: number, count: number) =>
  server.database.db.transaction().execute((trx) => takeImportCounts(trx, id, count, 'import 1'))

test('counts are issued by administrators and handed on down the tree, with what was there before and after', async () => {
  expect((await give(agent.id, 100)).data).toEqual({ importCount: 100, ownCount: null })
  expect((await give(shop.id, 30, agentToken)).data).toEqual({ importCount: 30, ownCount: 70 })
  expect((await give(shop.id, -10, agentToken)).data).toEqual({ importCount: 20, ownCount: 80 })
  await take(shop.id, 5)
  await server.database.db.transaction().execute((trx) => returnImportCounts(trx, shop.id, 2, 'import 1'))
  const numbers = await server.call(importCountCalls.findNumbers, {}, agentToken)
  expect(numbers.data?.list).toMatchObject([{ id: shop.id, importCount: 17, usedCount: 3 }])
  const records = await server.call(importCountCalls.findRecords, { id: shop.id }, agentToken)
  expect(records.data?.list).toMatchObject([
    { kind: 'undo', amount: 2, before: 15, after: 17, reference: 'import 1', other: null },
    { kind: 'use', amount: -5, before: 20, after: 15 },
    { kind: 'takeBack', amount: -10, before: 30, after: 20, other: agent.username, operator: agent.username },
    { kind: 'grant', amount: 30, before: 0, after: 30 },
  ])
  // The accounts above the caller are not named.
  const own = await server.call(importCountCalls.findRecords, { id: agent.id, kind: 'grant' }, agentToken)
  expect(own.data?.list.at(-1)).toMatchObject({ amount: 100, operator: null, other: null })
})

test('the right to import comes and goes with the count', async () => {
  const may = async () =>
    (await server.call(accountCalls.self, {}, agentToken)).data?.permissions.includes('main:devices_import')
  expect(await may()).toBe(false)
  await give(agent.id, 1)
  expect(await may()).toBe(true)
  await take(agent.id, 1)
  expect(await may()).toBe(true)
  await give(agent.id, 1)
  await give(agent.id, -1)
  expect(await may()).toBe(false)
})

test('imports and grants at once cannot overspend', async () => {
  await give(agent.id, 50)
  const others = await Promise.all(
    Array.from({ length: 4 }, () => anAccount(server.database, { parent: agent })),
  )
  const attempts = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => take(agent.id, 4)),
    ...others.flatMap(({ id }) => [give(id, 7, agentToken), give(id, 7, agentToken)]),
  ])
  const taken = attempts.slice(0, 20).filter(({ status }) => status === 'fulfilled').length * 4
  const given =
    attempts
      .slice(20)
      .filter(
        (each) => each.status === 'fulfilled' && (each.value as { meta: { code: number } }).meta.code === 200,
      ).length * 7
  const { balance } = await server.database.db
    .selectFrom('ledger_balances')
    .select('balance')
    .where('account_id', '=', agent.id)
    .executeTakeFirstOrThrow()
  expect(balance).toBe(50 - taken - given)
  expect(balance).toBeLessThan(7)
})

test('two who hand to each other at once do not block each other', async () => {
  const below = await anAccount(server.database, { parent: shop })
  await give(agent.id, 1000)
  await give(shop.id, 500, agentToken)
  await give(below.id, 100, agentToken)
  const both = Array.from({ length: 10 }, () => [give(shop.id, 1, agentToken), give(shop.id, -1, agentToken)])
  for (const reply of await Promise.all(both.flat())) expect(reply.meta.code).toBe(200)
})

test('an account that is deleted leaves what it held to its superior', async () => {
  await give(agent.id, 10)
  await give(shop.id, 4, agentToken)
  await server.call(subAccountCalls.delete, { id: shop.id }, agentToken)
  const self = await server.call(accountCalls.self, {}, agentToken)
  expect(self.data?.importCount).toBe(10)
})

test('the database itself keeps a movement from making something of nothing', async () => {
  await expect(
    server.database.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto('ledger_movements')
        .values({ time: 0, asset: 'import', kind: 'grant', operator_id: null, reference: null, remark: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const none = { account_id: null, account_name: null, before_balance: null, after_balance: null }
      await trx
        .insertInto('ledger_entries')
        .values({ movement_id: id, book: 'used', amount: 5, ...none })
        .execute()
    }),
  ).rejects.toThrow(/do not add up/)
})

test('device limits are set, changed and removed, and refuse what is over', async () => {
  await aDevice(server.database, shop)
  const added = await server.call(
    agentDeviceCountCalls.add,
    { userId: agent.id, totalDeviceCount: 2 },
    rootToken,
  )
  const id = added.data?.id ?? 0
  const check = () => server.database.db.transaction().execute((trx) => checkDeviceLimits(trx, [shop.id]))
  await aDevice(server.database, shop)
  await check()
  await aDevice(server.database, shop)
  await expect(check()).rejects.toMatchObject({ refusal: 'deviceLimitReached' })
  const { data } = await server.call(agentDeviceCountCalls.list, { search: agent.username }, rootToken)
  expect(data?.list).toMatchObject([{ id, userId: agent.id, deviceCount: 3, totalDeviceCount: 2 }])
  await server.call(agentDeviceCountCalls.edit, { id, totalDeviceCount: 3 }, rootToken)
  await check()
  // Somebody else’s limit is not shown, and nobody lifts his own.
  expect((await server.call(agentDeviceCountCalls.list, {}, agentToken)).data?.list).toEqual([])
  expect((await server.call(agentDeviceCountCalls.delete, { ids: [id] }, agentToken)).meta.code).toBe(1002)
  expect((await server.call(agentDeviceCountCalls.delete, { ids: [id] }, rootToken)).meta.code).toBe(200)
})
