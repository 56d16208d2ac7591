import type { Currency } from '@trackway/core/codes/currencies.ts'
import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { findPrices } from './find-prices.ts'

const year = 3
const [typeA, typeB] = [deviceTypes[0].id, deviceTypes[1].id]
let database: TestDatabase
let root: TestAccount
let agent: TestAccount
let shop: TestAccount
let customer: TestAccount
beforeAll(async () => {
  database = await openTestDatabase()
  root = await anAccount(database, { role: roles.admin })
})
beforeEach(async () => {
  await database.db.deleteFrom('renew_prices').execute()
  const admin = await anAccount(database, { parent: root, role: roles.admin })
  agent = await anAccount(database, { parent: admin, role: roles.superAgent })
  shop = await anAccount(database, { parent: agent, nickname: 'Shop' })
  customer = await anAccount(database, { parent: shop, role: roles.user })
})
afterAll(() => database.drop())

interface Setting {
  type?: number | null
  amount?: number | null
  floor?: number | null
  currency?: Currency
}

const set = (
  account: { id: number } | null,
  { type = null, amount = null, floor = null, currency = 'USD' }: Setting,
) =>
  database.db
    .insertInto('renew_prices')
    .values({
      account_id: account?.id ?? null,
      device_type_id: type,
      duration: year,
      currency,
      amount,
      floor_amount: floor,
      change_time: 0,
    })
    .execute()

const find = async (buyer: { id: number }, types: number[] = [typeA]) => {
  const { sale, prices } = await findPrices(database.db, buyer.id, year, types)
  return { sale, prices: Object.fromEntries([...prices].map(([key, of]) => [key, Object.fromEntries(of)])) }
}

test('a customer pays the price of the nearest agent, and all above have their part', async () => {
  await set(null, { amount: 1_000 })
  await set(agent, { amount: 1_500, floor: 700 })
  await set(shop, { amount: 2_000 })
  expect(await find(customer)).toEqual({
    sale: { sellerId: shop.id, sellerName: 'Shop', shareAccountIds: [shop.id, agent.id, null] },
    prices: { USD: { [typeA]: { amount: 2_000, shares: [500, 800, 700] } } },
  })
})

test('an agent buys for itself from the one above, at what it pays', async () => {
  await set(null, { amount: 1_000 })
  await set(agent, { amount: 1_500, floor: 700 })
  await set(shop, { floor: 900, amount: 2_000 })
  const { sale, prices } = await find(shop)
  expect(sale).toMatchObject({ sellerId: agent.id, shareAccountIds: [agent.id, null] })
  expect(prices).toEqual({ USD: { [typeA]: { amount: 900, shares: [200, 700] } } })
  expect(await find(agent)).toEqual({
    sale: { sellerId: null, sellerName: 'Trackway', shareAccountIds: [null] },
    prices: { USD: { [typeA]: { amount: 700, shares: [700] } } },
  })
})

test('administrators, and whoever has no agent above, buy from the platform', async () => {
  await set(null, { amount: 1_000 })
  const direct = await anAccount(database, { parent: root, role: roles.superUser })
  for (const buyer of [root, direct])
    expect(await find(buyer)).toMatchObject({
      sale: { sellerId: null, shareAccountIds: [null] },
      prices: { USD: { [typeA]: { amount: 1_000, shares: [1_000] } } },
    })
})

test('a type has the price that is set for it, else that of all types, at the nearest level that has either', async () => {
  await set(null, { amount: 1_000 })
  await set(null, { amount: 1_200, type: typeA })
  const priceOf = async (type: number) => (await find(customer, [typeA, typeB])).prices.USD?.[type]?.amount
  expect([await priceOf(typeA), await priceOf(typeB)]).toEqual([1_200, 1_000])
  // Of all types, and yet nearer.
  await set(shop, { amount: 1_300 })
  expect([await priceOf(typeA), await priceOf(typeB)]).toEqual([1_300, 1_300])
  await set(shop, { amount: 1_400, type: typeB })
  expect([await priceOf(typeA), await priceOf(typeB)]).toEqual([1_300, 1_400])
})

test('what has no price in a currency is not sold in it', async () => {
  expect((await find(customer)).prices).toEqual({})
  await set(null, { amount: 1_000, type: typeA })
  await set(null, { amount: 6_800, currency: 'CNY' })
  // An own price, of which nobody says what the platform gets.
  await set(shop, { amount: 900, currency: 'EUR' })
  const { prices } = await find(customer, [typeA, typeB])
  expect(Object.keys(prices).sort()).toEqual(['CNY', 'USD'])
  expect(Object.keys(prices.USD!)).toEqual([String(typeA)])
  expect(Object.keys(prices.CNY!)).toEqual([String(typeA), String(typeB)].sort())
})
