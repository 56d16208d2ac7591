import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../platform/database/tables.ts'
import { anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { checkCode, releaseCode, reserveCode, useCode } from './reserve-code.ts'

const now = 1_000_000
let database: TestDatabase
let seller: TestAccount
beforeAll(async () => {
  database = await openTestDatabase()
  seller = await anAccount(database)
})
afterAll(() => database.drop())

let count = 0

async function aCode(columns: Partial<Insertable<Tables['discount_codes']>> = {}): Promise<string> {
  const code = `ABCDEFGH${String(2222 + ++count).replaceAll(/[01]/g, 'X')}`
  await database.db
    .insertInto('discount_codes')
    .values({
      account_id: seller.id,
      batch_id: 1,
      code,
      discount_basis_points: 2_500,
      create_time: now,
      ...columns,
    })
    .execute()
  return code
}

async function anOrderId(): Promise<number> {
  const { id } = await database.db
    .insertInto('orders')
    .values({
      order_no: `N${++count}`,
      kind: 'renewal',
      status: 1,
      buyer_name: 'buyer',
      buyer_path: seller.path,
      seller_name: 'seller',
      pay_type: 'sandbox',
      currency: 'USD',
      list_amount: 1,
      amount: 1,
      share_account_ids: [],
      create_time: now,
      expire_time: now + 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const order = async () => ({ id: await anOrderId(), sellerId: seller.id, now })
const use = () => ({ sellerId: seller.id, now })
const reserve = async (code: string, by?: Awaited<ReturnType<typeof order>>) =>
  reserveCode(database.db, code, by ?? (await order()))

test('a code takes its part off, however it is typed', async () => {
  const code = await aCode()
  expect(await checkCode(database.db, `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`, use())).toEqual({
    discountBasisPoints: 2_500,
  })
  expect(await reserve(` ${code} `)).toEqual({ discountBasisPoints: 2_500 })
})

test('a code that another order holds, or that was used, is refused as used', async () => {
  const code = await aCode()
  const first = await order()
  await reserve(code, first)
  await expect(reserve(code)).rejects.toMatchObject({ refusal: 'discountCodeUsed' })
  await useCode(database.db, first.id, { name: 'buyer', now })
  // Too late: it stays used.
  await releaseCode(database.db, first.id)
  await expect(reserve(code)).rejects.toMatchObject({ refusal: 'discountCodeUsed' })
  await database.db.deleteFrom('orders').where('id', '=', first.id).execute()
  await expect(checkCode(database.db, code, use())).rejects.toMatchObject({ refusal: 'discountCodeUsed' })
})

test('the code of an order that is cancelled is free again', async () => {
  const code = await aCode()
  const first = await order()
  await reserve(code, first)
  await releaseCode(database.db, first.id)
  expect(await reserve(code)).toEqual({ discountBasisPoints: 2_500 })
})

test('a code is refused by what is wrong with it', async () => {
  const refused = (code: string) => expect(reserve(code)).rejects
  await refused('ABCD').toMatchObject({ refusal: 'discountCodeMalformed' })
  await refused('WWWWWWWWWWWW').toMatchObject({ refusal: 'discountCodeUnknown' })
  // Another seller's, so that nobody can find out which codes there are.
  await refused(await aCode({ account_id: null })).toMatchObject({ refusal: 'discountCodeUnknown' })
  await refused(await aCode({ expire_time: now })).toMatchObject({ refusal: 'discountCodeOver' })
  await refused(await aCode({ is_enabled: false })).toMatchObject({ refusal: 'discountCodeOver' })
  expect(
    await reserveCode(database.db, await aCode({ account_id: null }), { ...(await order()), sellerId: null }),
  ).toEqual({ discountBasisPoints: 2_500 })
})

test('of 200 orders at once one gets the code', async () => {
  const code = await aCode()
  const orders = await Promise.all(Array.from({ length: 200 }, order))
  const tries = await Promise.allSettled(
    orders.map((each) => database.db.transaction().execute((trx) => reserveCode(trx, code, each))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ refusal: 'discountCodeUsed' })
})
