import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let root: TestAccount
let agent: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root })
  token = await signIn(server.database, agent)
})
afterAll(() => server.stop())

const add = (count: number, more: { rate?: number; expireTime?: number | null } = {}) =>
  server.call(discountCodeCalls.add, { count, rate: 10, ...more }, token)
const find = async (filter: object = {}) =>
  (await server.call(discountCodeCalls.find, { pageSize: 100, ...filter }, token)).data!
/** Brings the newest codes into states, one each. */
async function inStates(...sets: object[]): Promise<void> {
  const { list } = await find()
  for (const [n, set] of sets.entries())
    await server.database.db.updateTable('discount_codes').set(set).where('id', '=', list[n]!.id).execute()
}

test('10,000 codes at once, all different and nobody’s guess', async () => {
  const { data } = await add(10_000, { rate: 33.33 })
  const rows = await server.database.db
    .selectFrom('discount_codes')
    .select(['code', 'discount_basis_points'])
    .where('batch_id', '=', data!.batchId)
    .execute()
  expect(new Set(rows.map(({ code }) => code)).size).toBe(10_000)
  expect(new Set(rows.map(({ discount_basis_points }) => discount_basis_points))).toEqual(new Set([3_333]))
  // Each place takes each letter about as often as any other: of 31 letters 322 times.
  const firsts = Object.values(Object.groupBy(rows, ({ code }) => code[0]!)).map((same) => same!.length)
  expect(firsts).toHaveLength(31)
  expect(Math.min(...firsts)).toBeGreaterThan(200)
})

test('a rate has two decimals at most, and an expiry is to come', async () => {
  for (const rate of [0, 0.001, 33.333, 100.01, -1])
    expect(resultNames[(await add(1, { rate })).meta.code]).toBe('invalidInput')
  for (const count of [0, 10_001]) expect(resultNames[(await add(count)).meta.code]).toBe('invalidInput')
  expect((await add(1, { expireTime: Date.now() - 1 })).meta.issues).toMatchObject([{ path: 'expireTime' }])
  expect((await add(1, { rate: 100 })).data?.count).toBe(1)
  expect((await find()).list).toMatchObject([
    { rate: 100, state: 'unused', expireTime: null, code: expect.stringMatching(/^.{4}-.{4}-.{4}$/) },
  ])
})

test('codes are found by state, batch, code and who used them, by their seller alone', async () => {
  const { data: batch } = await add(5, { expireTime: Date.now() + 60_000 })
  await inStates(
    { used_time: 1, used_by: 'a buyer' },
    { is_enabled: false },
    { expire_time: 1 },
    { used_time: 2, used_by: 'another', expire_time: 1, is_enabled: false },
  )
  await add(1)
  const statesOf = async (filter: object) => (await find(filter)).list.map(({ state }) => state)
  expect(await statesOf({ batchId: batch!.batchId })).toEqual([
    'used',
    'disabled',
    'expired',
    'used',
    'unused',
  ])
  expect(await statesOf({ state: 'used' })).toEqual(['used', 'used'])
  expect((await find({ state: 'unused' })).total).toBe(2)
  expect((await find({ search: 'a buy' })).list).toMatchObject([{ usedBy: 'a buyer', usedTime: 1 }])
  const { code } = (await find()).list[0]!
  for (const search of [code, code.toLowerCase().slice(0, 7), code.replaceAll('-', '').slice(2, 9)])
    expect((await find({ search })).list.map((row) => row.code)).toContain(code)
  token = await signIn(server.database, root)
  expect((await find({ search: code })).total).toBe(0)
})

test('codes are disabled and deleted, but for those that an order holds or used', async () => {
  await add(4)
  await inStates({ used_time: 1, used_by: 'a buyer' })
  const ids = (await find()).list.map(({ id }) => id)
  const disabled = await server.call(discountCodeCalls.enable, { ids, isEnabled: false }, token)
  expect(disabled.data).toEqual({ done: 4, failed: [] })
  expect((await find({ state: 'disabled' })).total).toBe(3)
  const enabled = await server.call(
    discountCodeCalls.enable,
    { filter: { state: 'disabled' }, isEnabled: true },
    token,
  )
  expect(enabled.data).toEqual({ done: 3, failed: [] })
  const deleted = await server.call(discountCodeCalls.delete, { ids: [...ids, 999_999] }, token)
  expect(deleted.data).toEqual({
    done: 3,
    failed: [
      { id: ids[0], result: 'discountCodeUsed' },
      { id: 999_999, result: 'notFound' },
    ],
  })
  expect((await find()).list.map(({ state }) => state)).toEqual(['used'])
})

test('a stranger’s codes are neither changed nor deleted', async () => {
  await add(2)
  const ids = (await find()).list.map(({ id }) => id)
  const stranger = await signIn(server.database, await anAccount(server.database, { parent: root }))
  const failed = ids.map((id) => ({ id, result: 'notFound' }))
  for (const call of [discountCodeCalls.enable, discountCodeCalls.delete] as const) {
    const { data } = await server.call(call, { ids, isEnabled: false } as never, stranger)
    if (data !== null) expect(data).toEqual({ done: 0, failed })
  }
  expect((await find({ state: 'unused' })).total).toBe(2)
})
