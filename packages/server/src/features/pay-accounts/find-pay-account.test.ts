import { randomBytes } from 'node:crypto'
import { roles } from '@trackway/core/codes/roles.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { resealColumn, useSecretKey } from '../../platform/secrets.ts'
import { anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { payClientOf, payWaysOf } from './find-pay-account.ts'
import type { PayProvider } from './providers/pay-provider.ts'
import { payAccounts } from './stored-accounts.ts'
import { payAccountOf } from './testing/pay-account-of.ts'

const registry = vi.hoisted((): { providers: PayProvider[] } => ({ providers: [] }))
vi.mock('./providers/pay-providers.ts', async () => {
  const { fakeProvider } = await import('./testing/fake-provider.ts')
  registry.providers = [fakeProvider(), fakeProvider({ name: 'stripe', currencies: ['GBP'] })]
  return { payProviders: registry.providers }
})

const [oldKey, key] = [randomBytes(32), randomBytes(32)]
let database: TestDatabase
let root: TestAccount
let agent: TestAccount
let shop: TestAccount
beforeAll(async () => {
  useSecretKey(key)
  database = await openTestDatabase()
})
beforeEach(async () => {
  await database.db.deleteFrom('pay_accounts').execute()
  root = await anAccount(database, { role: roles.admin })
  agent = await anAccount(database, { parent: root, role: roles.superAgent, own_pay_accounts: true })
  shop = await anAccount(database, { parent: agent, own_pay_accounts: true })
})
afterAll(() => database.drop())

interface Parts {
  provider?: 'paypal' | 'stripe'
  hasKey?: boolean
  is_shared?: boolean
  is_enabled?: boolean
  deleted_time?: number
}

async function add({ id }: TestAccount, { provider = 'paypal', hasKey = true, ...columns }: Parts = {}) {
  const settings = { merchant: `of ${id}`, ...(hasKey && { key: 'top secret' }) }
  const row = await database.db
    .insertInto('pay_accounts')
    .values({
      account_id: id,
      provider,
      name: 'Main',
      ...payAccounts.columnsOf(registry.providers[0]!, settings),
      create_time: 0,
      change_time: 0,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const paid = async (seller: TestAccount | null) =>
  (await payAccountOf(database.db, seller?.id ?? null))?.ownerId ?? null

test('a seller is paid on its own account, else on that of the nearest above that shares one', async () => {
  await add(root)
  expect(await paid(shop)).toBe(root.id)
  await add(agent, { is_shared: false })
  expect(await paid(shop)).toBe(root.id)
  expect(await paid(agent)).toBe(agent.id)
  const shared = await add(agent)
  expect(await payAccountOf(database.db, shop.id)).toEqual({
    id: shared,
    ownerId: agent.id,
    settings: { merchant: `of ${agent.id}`, key: 'top secret' },
  })
  await add(shop, { is_shared: false })
  expect(await paid(shop)).toBe(shop.id)
})

test.each<[string, Parts]>([
  ['is off', { is_enabled: false }],
  ['has a secret missing', { hasKey: false }],
  ['is deleted', { deleted_time: 1 }],
])('an account that %s takes no payments', async (_, parts) => {
  await add(root)
  await add(shop, parts)
  expect(await paid(shop)).toBe(root.id)
})

test('an agent who may have none of its own any more is not paid on it', async () => {
  await add(root)
  await add(agent)
  const { db } = database
  await db.updateTable('accounts').set({ own_pay_accounts: false }).where('id', '=', agent.id).execute()
  for (const seller of [agent, shop]) expect(await paid(seller)).toBe(root.id)
})

test('nobody is paid on the account of somebody beside or below', async () => {
  const beside = await anAccount(database, { parent: root, own_pay_accounts: true })
  await add(beside)
  await add(shop)
  for (const seller of [root, agent, null]) expect(await paid(seller)).toBe(null)
})

test('the platform is paid on an account of an administrator, shared or not, its first one before others', async () => {
  const other = await anAccount(database, { parent: root, role: roles.admin })
  await add(other)
  expect(await paid(null)).toBe(other.id)
  expect(await paid(shop)).toBe(other.id)
  await add(root, { is_shared: false })
  expect(await paid(null)).toBe(root.id)
  expect(await paid(shop)).toBe(other.id)
})

test('the ways to pay are those with an account', async () => {
  const { db } = database
  expect(await payWaysOf(db, shop.id)).toEqual([])
  const ofRoot = await add(root)
  const ofShop = await add(shop, { provider: 'stripe' })
  expect(await payWaysOf(db, shop.id)).toEqual([
    { provider: 'paypal', currencies: ['USD', 'EUR'], payAccountId: ofRoot },
    { provider: 'stripe', currencies: ['GBP'], payAccountId: ofShop },
  ])
  expect(await payWaysOf(db, null)).toMatchObject([{ payAccountId: ofRoot }])
})

test('a client is kept until its settings change, also of an account that takes no new payments', async () => {
  const { db } = database
  const tools = { now: () => 0 }
  const id = await add(shop, { is_enabled: false })
  const client = await payClientOf(db, id, tools)
  expect(client).not.toBe(null)
  expect(await payClientOf(db, id, { ...tools })).toBe(client)
  const columns = payAccounts.columnsOf(registry.providers[0]!, { merchant: 'other', key: 'top secret' })
  await db.updateTable('pay_accounts').set(columns).where('id', '=', id).execute()
  expect(await payClientOf(db, id, tools)).not.toBe(client)
  expect(await payClientOf(db, await add(shop, { hasKey: false }), tools)).toBe(null)
  expect(await payClientOf(db, 2_000_000_000, tools)).toBe(null)
})

test('secrets are sealed, and sealed anew with a new key', async () => {
  const { db } = database
  useSecretKey(oldKey)
  const id = await add(shop)
  const { rows } = await database.pool.query('select * from pay_accounts')
  expect(JSON.stringify(rows)).not.toContain('top secret')
  useSecretKey(key, oldKey)
  expect(await db.transaction().execute((trx) => resealColumn(trx, payAccounts.secrets))).toEqual({
    done: 1,
    unreadable: 0,
  })
  useSecretKey(key)
  expect(await payClientOf(db, id, { now: () => 0 })).not.toBe(null)
})
