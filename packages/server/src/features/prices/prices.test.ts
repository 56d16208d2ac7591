import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const typeA = deviceTypes[0].id
let server: TestServer
let root: TestAccount
let agent: TestAccount
let shop: TestAccount
let customer: TestAccount
let rootToken: string
let agentToken: string
let shopToken: string
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  rootToken = await signIn(server.database, root)
})
beforeEach(async () => {
  await server.database.db.deleteFrom('renew_prices').execute()
  agent = await anAccount(server.database, { parent: root })
  shop = await anAccount(server.database, { parent: agent })
  customer = await anAccount(server.database, { parent: shop, role: roles.user })
  agentToken = await signIn(server.database, agent)
  shopToken = await signIn(server.database, shop)
})
afterAll(() => server.stop())

interface Given {
  userId?: number
  deviceType?: number
  amount?: number | null
  floor?: number | null
}

const save = async (token: string, { userId, deviceType, ...price }: Given) => {
  const prices = [{ duration: 3 as const, currency: 'USD' as const, ...price }]
  const input = {
    ...(userId !== undefined && { userId }),
    ...(deviceType !== undefined && { deviceType }),
    prices,
  }
  const { meta } = await server.call(renewPriceCalls.save, input, token)
  return { result: resultNames[meta.code], at: meta.issues?.[0]?.path }
}
const saved = { result: 'success', at: undefined }
const find = async (token: string, userId?: number) =>
  (await server.call(renewPriceCalls.find, userId === undefined ? {} : { userId }, token)).data
const yearOf = async (token: string, userId?: number, type: number | null = null) =>
  (await find(token, userId))?.list.find(({ deviceType, duration }) => deviceType === type && duration === 3)

test('administrators set the platform’s prices, agents their own, and what is not set is inherited', async () => {
  expect(await find(rootToken)).toMatchObject({ userId: null, maySetFloor: false, currencies: [], list: [] })
  expect(await save(rootToken, { amount: 1_000 })).toEqual(saved)
  expect(await yearOf(rootToken)).toMatchObject({ amount: 1_000, own: 1_000, origin: 'own', floor: null })
  expect(await yearOf(shopToken)).toMatchObject({
    amount: 1_000,
    own: null,
    origin: 'above',
    originUser: null,
    floor: 1_000,
    floorOrigin: 'price',
  })
  expect(await save(agentToken, { amount: 1_500 })).toEqual(saved)
  expect(await yearOf(agentToken)).toMatchObject({ amount: 1_500, own: 1_500, origin: 'own', floor: 1_000 })
  // Names of accounts above are not told, those below are.
  expect(await yearOf(shopToken)).toMatchObject({ amount: 1_500, originUser: null, floor: 1_500 })
  expect(await yearOf(rootToken, shop.id)).toMatchObject({ amount: 1_500, originUser: agent.username })
  expect(await save(agentToken, { amount: null })).toEqual(saved)
  expect(await yearOf(shopToken)).toMatchObject({ amount: 1_000 })
})

test('a price below what the account pays is refused', async () => {
  await save(rootToken, { amount: 1_000 })
  expect(await save(agentToken, { amount: 999 })).toEqual({
    result: 'priceBelowFloor',
    at: 'prices.0.amount',
  })
  expect(await yearOf(agentToken)).toMatchObject({ own: null })
  await save(rootToken, { userId: agent.id, floor: 700 })
  expect(await save(agentToken, { amount: 700 })).toEqual(saved)
  expect(await yearOf(agentToken)).toMatchObject({ floor: 700, ownFloor: 700, floorOrigin: 'set' })
})

test('a floor that rises lifts the price, and comes back down with it', async () => {
  await save(rootToken, { amount: 1_000 })
  await save(agentToken, { amount: 1_200 })
  expect(await save(rootToken, { userId: agent.id, floor: 1_300 })).toEqual(saved)
  expect(await yearOf(agentToken)).toMatchObject({ amount: 1_300, own: 1_200, origin: 'floor' })
  await save(rootToken, { userId: agent.id, floor: null })
  expect(await yearOf(agentToken)).toMatchObject({ amount: 1_200, origin: 'own' })
})

test('a floor is set by those above, and not below what they pay themselves', async () => {
  await save(rootToken, { amount: 1_000 })
  const own = await save(agentToken, { floor: 1 })
  const named = await save(agentToken, { userId: agent.id, floor: 1 })
  const ofPlatform = await save(rootToken, { floor: 1 })
  expect([own, named, ofPlatform].map(({ result }) => result)).toEqual(Array(3).fill('noPermission'))
  expect(await save(agentToken, { userId: shop.id, floor: 999 })).toEqual({
    result: 'priceBelowFloor',
    at: 'prices.0.floor',
  })
  expect(await save(agentToken, { userId: shop.id, floor: 1_100, amount: 2_000 })).toEqual(saved)
  expect(await yearOf(shopToken)).toMatchObject({ amount: 2_000, floor: 1_100, floorOrigin: 'set' })
})

test('strangers, customers and those above have no prices to set', async () => {
  const other = await anAccount(server.database, { parent: root })
  for (const userId of [other.id, root.id])
    expect((await save(agentToken, { userId, amount: 2_000 })).result).toBe('notFound')
  expect((await save(shopToken, { userId: customer.id, amount: 2_000 })).result).toBe('notAnAgent')
  expect((await save(shopToken, { deviceType: 999_999, amount: 2_000 })).result).toBe('unknownDeviceType')
})

test('one model may have another price than the rest', async () => {
  await save(rootToken, { amount: 1_000 })
  await save(rootToken, { deviceType: typeA, amount: 2_000 })
  expect(await yearOf(shopToken, undefined, typeA)).toMatchObject({ amount: 2_000, origin: 'above' })
  await save(shopToken, { amount: 3_000 })
  expect(await yearOf(shopToken, undefined, typeA)).toMatchObject({ amount: 3_000, origin: 'ownForAll' })
})

test('a preview tells what a customer would pay', async () => {
  await save(rootToken, { amount: 1_000 })
  await save(shopToken, { amount: 1_500 })
  for (const userId of [shop.id, customer.id]) {
    const { data } = await server.call(renewPriceCalls.preview, { userId }, shopToken)
    expect(data).toEqual({
      seller: shop.username,
      list: [{ deviceType: null, duration: 3, currency: 'USD', amount: 1_500 }],
    })
  }
})

test('a change is recorded with what was before', async () => {
  await save(rootToken, { amount: 1_000 })
  await save(rootToken, { amount: 1_200 })
  const event = await server.database.db
    .selectFrom('audit_events')
    .selectAll()
    .where('kind', '=', 'renewPrices')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(event).toMatchObject({
    account_id: null,
    before: { 'year.USD': '10.00 USD' },
    after: { 'year.USD': '12.00 USD' },
  })
})
