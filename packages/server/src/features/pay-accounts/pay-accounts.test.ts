import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { payAccountCalls as calls } from '@trackway/core/features/pay-accounts/calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { move } from '../ledger/ledger.ts'
import { payAccountMails } from './mails.ts'
import { eraseLeftSecrets } from './queries.ts'
import { payAccountOf } from './testing/pay-account-of.ts'

vi.mock('./providers/pay-providers.ts', async () => {
  const { fakeProvider } = await import('./testing/fake-provider.ts')
  return {
    payProviders: [fakeProvider(), fakeProvider({ name: 'sandbox', label: 'Sandbox', isSandbox: true })],
  }
})

let server: TestServer
let root: TestAccount
let agent: TestAccount
let shop: TestAccount
let [rootToken, agentToken, shopToken] = ['', '', '']
beforeAll(async () => {
  server = await startTestServer()
  changeSettings({ publicUrl: 'https://track.example.com' })
})
beforeEach(async () => {
  const { database } = server
  await database.pool.query('update pay_accounts set is_enabled = false')
  root = await anAccount(database, { role: roles.admin })
  agent = await anAccount(database, { parent: root, own_pay_accounts: true })
  shop = await anAccount(database, { parent: agent, nickname: 'Corner shop' })
  ;[rootToken, agentToken, shopToken] = (await Promise.all(
    [root, agent, shop].map((account) => signIn(database, account)),
  )) as [string, string, string]
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  // Those written by hand are in no books.
  await server.database.pool.query('truncate orders cascade')
  expect(await checkLedger(server.database.db)).toEqual([])
  changeSettings({ publicUrl: undefined })
  await server.stop()
})

const given = { provider: 'paypal', name: 'Main', merchant: 'M-1', key: 'top secret' } as const
const add = (token = agentToken, more: object = {}) => server.call(calls.add, { ...given, ...more }, token)
const edit = (id: number, more: object = {}, token = agentToken) => {
  const { key: _key, ...open } = given
  return server.call(calls.edit, { id, ...open, ...more }, token)
}
const list = async (token = agentToken) => (await server.call(calls.list, {}, token)).data!
const resultOf = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const lastRecord = async (token = rootToken) =>
  (await server.call(auditCalls.find, { pageSize: 1 }, token)).data!.list[0]

/** A payment of an order, in this state. */
async function aPayment(payAccountId: number, state: string): Promise<number> {
  const { rows } = await server.database.pool.query(
    `with placed as (insert into orders (order_no, kind, status, buyer_name, buyer_path, seller_name, pay_type, currency,
       list_amount, amount, share_account_ids, create_time, expire_time)
       values (gen_random_uuid(), 'topUp', 1, '', '/', '', 'paypal', 'USD', 100, 100, '{}', 0, 0) returning id)
     insert into payments (order_id, provider, pay_account_id, state, amount, currency, create_time)
     select id, 'paypal', $1, $2, 100, 'USD', 0 from placed returning id, order_id as "orderId"`,
    [payAccountId, state],
  )
  return rows[0].id
}

test('an account is listed with its secrets as said to be there only, to its owner and those above', async () => {
  const { data } = await add()
  const id = data!.id
  expect((await list()).list).toEqual([
    {
      id,
      userId: agent.id,
      username: agent.username,
      provider: 'paypal',
      name: 'Main',
      isEnabled: true,
      isShared: true,
      isAllowed: true,
      isBlocked: false,
      mayBlock: false,
      isReady: true,
      currencies: ['USD', 'EUR'],
      settings: { merchant: 'M-1', hasKey: true },
      hookUrl: `https://track.example.com/hooks/paypal/${id}`,
      createTime: expect.any(Number),
    },
  ])
  expect((await list(rootToken)).list.map((each) => each.id)).toContain(id)
  expect((await list(shopToken)).list).toEqual([])
  for (const token of [rootToken, agentToken, shopToken])
    expect(JSON.stringify(await list(token))).not.toContain('top secret')
  expect(await lastRecord()).toMatchObject({
    kind: 'payAccountAdded',
    after: { provider: 'paypal', name: 'Main', isEnabled: true, isShared: true, merchant: 'M-1' },
  })
  expect(JSON.stringify(await lastRecord())).not.toContain('top secret')
})

test('the list says which providers there are, their settings, and how customers pay now', async () => {
  await add(rootToken)
  const { providers, mayAdd, ways } = await list(shopToken)
  expect(mayAdd).toBe(false)
  expect(providers.map(({ name, isSandbox }) => [name, isSandbox])).toEqual([
    ['paypal', false],
    ['sandbox', true],
  ])
  expect(providers[0]!.settings).toMatchObject({
    properties: { merchant: { maxLength: 64 }, key: { writeOnly: true } },
  })
  expect(ways).toEqual([{ provider: 'paypal', currencies: ['USD', 'EUR'], isOwn: false }])
  await add()
  expect((await list()).ways).toMatchObject([{ isOwn: true }])
})

test('agents have accounts of their own where an administrator says so, administrators always', async () => {
  expect(resultOf(await add(shopToken))).toBe('payAccountsNotAllowed')
  expect(resultOf(await add(rootToken))).toBe('success')
  const allow = (userId: number, isAllowed: boolean, token = rootToken) =>
    server.call(calls.allow, { userId, isAllowed }, token)
  expect(resultOf(await allow(shop.id, true, agentToken))).toBe('noPermission')
  expect(resultOf(await allow(shop.id, true))).toBe('success')
  expect(await lastRecord()).toMatchObject({
    kind: 'payAccountsAllowed',
    before: { isAllowed: false },
    after: { isAllowed: true },
  })
  const { data } = await add(shopToken)
  const paid = async () => (await payAccountOf(server.database.db, shop.id))?.ownerId
  expect(await paid()).toBe(shop.id)
  await allow(shop.id, false)
  expect(await paid()).toBe(root.id)
  expect(resultOf(await edit(data!.id, {}, shopToken))).toBe('payAccountsNotAllowed')
  expect(resultOf(await server.call(calls.remove, { id: data!.id }, shopToken))).toBe('success')
  const user = await anAccount(server.database, { parent: agent, role: roles.user })
  expect(resultOf(await allow(user.id, true))).toBe('notAnAgent')
  expect(resultOf(await allow(root.id, true))).toBe('notFound')
})

test('a sandbox is offered where no real money is expected', async () => {
  expect(resultOf(await add(agentToken, { provider: 'sandbox' }))).toBe('success')
  vi.stubEnv('NODE_ENV', 'production')
  expect(resultOf(await add(agentToken, { provider: 'sandbox' }))).toBe('sandboxOff')
  const { list: accounts, providers, ways } = await list()
  expect(providers.map(({ name }) => name)).toEqual(['paypal'])
  expect(accounts).toMatchObject([{ provider: 'sandbox', isReady: false }])
  expect(ways).toEqual([])
})

test('so is the test environment of a provider', async () => {
  const trial = { merchant: 'TEST' }
  expect(resultOf(await add(agentToken, trial))).toBe('success')
  vi.stubEnv('NODE_ENV', 'production')
  expect(resultOf(await add(agentToken, trial))).toBe('sandboxOff')
  const { list: accounts, ways } = await list()
  expect([accounts[0]!.isReady, ways]).toEqual([false, []])
  const real = (await add()).data!.id
  expect(resultOf(await edit(real, trial))).toBe('sandboxOff')
})

describe('a change', () => {
  const stored = async (id: number) => {
    const found = await payAccountOf(server.database.db, agent.id)
    expect(found?.id ?? id).toBe(id)
    return found?.settings ?? null
  }

  test('keeps secrets that it leaves out, and takes others', async () => {
    const id = (await add()).data!.id
    expect(resultOf(await edit(id, { name: 'Second', isShared: false }))).toBe('success')
    expect(await stored(id)).toEqual({ merchant: 'M-1', key: 'top secret' })
    expect(await lastRecord()).toMatchObject({
      kind: 'payAccountEdited',
      before: { name: 'Main', isShared: true },
      after: { name: 'Second', isShared: false },
    })
    await edit(id, { key: 'another' })
    expect(await stored(id)).toEqual({ merchant: 'M-1', key: 'another' })
  })

  test('to another merchant forgets the secrets, and waits until no money is under way', async () => {
    const id = (await add()).data!.id
    const payment = await aPayment(id, 'created')
    expect(resultOf(await edit(id, { merchant: 'M-2' }))).toBe('payAccountInUse')
    expect(resultOf(await edit(id, { name: 'Second' }))).toBe('success')
    await server.database.pool.query(`update payments set state = 'expired' where id = $1`, [payment])
    expect(resultOf(await edit(id, { merchant: 'M-2' }))).toBe('success')
    expect(await stored(id)).toBe(null)
    expect((await list()).list).toMatchObject([{ isReady: false, settings: { hasKey: false } }])
  })

  test.each([
    [
      'of a stranger’s account',
      async () =>
        add(
          await signIn(
            server.database,
            await anAccount(server.database, { parent: root, own_pay_accounts: true }),
          ),
        ),
      {},
    ],
    ['of the account of a superior', () => add(rootToken), {}],
    ['to another provider', () => add(), { provider: 'sandbox' }],
  ] as const)('%s is refused', async (_, account, more) => {
    const { data } = await account()
    expect(resultOf(await edit(data!.id, more))).toBe('notFound')
  })

  test('is refused with what a provider does not take', async () => {
    expect((await add(agentToken, { merchant: '' })).status).toBe(400)
    expect((await add(agentToken, { other: 1 })).status).toBe(400)
  })
})

describe('a deletion', () => {
  const remove = (id: number, token = agentToken) => server.call(calls.remove, { id }, token)

  test('takes the secrets away and keeps the row', async () => {
    const id = (await add()).data!.id
    await aPayment(id, 'captured')
    expect(resultOf(await remove(id, shopToken))).toBe('notFound')
    expect(resultOf(await remove(id))).toBe('success')
    expect((await list()).list).toEqual([])
    const { rows } = await server.database.pool.query(
      'select secret, deleted_time from pay_accounts where id = $1',
      [id],
    )
    expect(rows).toEqual([{ secret: null, deleted_time: expect.any(Number) }])
    expect(await lastRecord()).toMatchObject({ kind: 'payAccountDeleted', before: { name: 'Main' } })
    expect(resultOf(await remove(id))).toBe('notFound')
  })

  test.each(['creating', 'created', 'capturing', 'pending'])(
    'waits for a payment that is %s',
    async (state) => {
      const id = (await add()).data!.id
      await aPayment(id, state)
      expect(resultOf(await remove(id))).toBe('payAccountInUse')
    },
  )

  test.each(['sending', 'sent'])('waits for a refund that is %s', async (state) => {
    const id = (await add()).data!.id
    const payment = await aPayment(id, 'captured')
    await server.database.pool.query(
      `insert into refunds (order_id, payment_id, state, device_ids, amount, currency, cause, create_time)
       select order_id, id, $2, '{}', 1, 'USD', 'seller', 0 from payments where id = $1`,
      [payment, state],
    )
    expect(resultOf(await remove(id))).toBe('payAccountInUse')
  })
})

describe('an account of an agent below', () => {
  const block = (id: number, isBlocked: boolean, token: string) =>
    server.call(calls.block, { id, isBlocked }, token)
  const takes = async (id: number) => (await payAccountOf(server.database.db, agent.id))?.id === id
  const shown = async (token: string, id: number) => {
    const { isBlocked, mayBlock } = (await list(token)).list.find((each) => each.id === id)!
    return { isBlocked, mayBlock }
  }

  test('is switched off and on by who is above, with a record; its owner cannot lift that', async () => {
    const id = (await add()).data!.id
    expect(await shown(rootToken, id)).toEqual({ isBlocked: false, mayBlock: true })
    expect(resultOf(await block(id, true, agentToken))).toBe('notFound')
    expect(resultOf(await block(id, true, shopToken))).toBe('notFound')
    expect(resultOf(await block(id, true, rootToken))).toBe('success')
    expect(await takes(id)).toBe(false)
    expect(await lastRecord()).toMatchObject({
      kind: 'payAccountBlocked',
      before: { name: 'Main', isBlocked: false },
      after: { name: 'Main', isBlocked: true },
    })
    expect(resultOf(await edit(id, { isEnabled: true }))).toBe('success')
    expect(resultOf(await block(id, false, agentToken))).toBe('notFound')
    expect(await takes(id)).toBe(false)
    expect(await shown(agentToken, id)).toEqual({ isBlocked: true, mayBlock: false })
    expect(resultOf(await block(id, false, rootToken))).toBe('success')
    expect(await takes(id)).toBe(true)
  })

  test('that an administrator switched off stays off for a superior between', async () => {
    await server.database.pool.query('update accounts set own_pay_accounts = true where id = $1', [shop.id])
    const id = (await add(shopToken)).data!.id
    expect(resultOf(await block(id, true, rootToken))).toBe('success')
    expect(await shown(agentToken, id)).toEqual({ isBlocked: true, mayBlock: false })
    expect(resultOf(await block(id, false, agentToken))).toBe('notFound')
    await block(id, false, rootToken)
    expect(resultOf(await block(id, true, agentToken))).toBe('success')
    expect(resultOf(await block(id, false, rootToken))).toBe('success')
  })

  test('is the agent’s to know of: its owner has a mail of how it is', async () => {
    const { db, pool } = server.database
    await pool.query('insert into bound_emails (account_id, email, bind_time) values ($1, $2, 0)', [
      agent.id,
      'agent@example.com',
    ])
    const id = (await add()).data!.id
    await block(id, true, rootToken)
    const { rows } = await pool.query(
      "select id from jobs where queue = 'pay-account-mails' and account_id = $1",
      [agent.id],
    )
    expect(rows).toHaveLength(1)
    const mail = await payAccountMails.mailOf(db, rows[0].id, Date.now())
    expect(mail).toMatchObject({ accountId: agent.id, subject: 'Payment account switched off or on' })
    expect(mail!.text).toContain('Main: switched off by your provider')
  })

  test('of an administrator is no one’s to switch off', async () => {
    const other = await anAccount(server.database, { parent: root, role: roles.admin })
    const id = (await add(await signIn(server.database, other))).data!.id
    expect(resultOf(await block(id, true, rootToken))).toBe('notFound')
  })
})

describe('what is left of an account whose agent is gone', () => {
  const rowOf = async (id: number) =>
    (
      await server.database.pool.query(
        'select secret is not null as has, deleted_time from pay_accounts where id = $1',
        [id],
      )
    ).rows[0]
  const erase = () => eraseLeftSecrets(server.database.db, 1_000)
  const left = async (state: string) => {
    const id = (await add()).data!.id
    const payment = await aPayment(id, state)
    await server.database.pool.query('update pay_accounts set account_id = null where id = $1', [id])
    return { id, payment }
  }
  const over = (payment: number, askTime: number | null = null) =>
    server.database.pool.query("update payments set state = 'expired', ask_time = $2 where id = $1", [
      payment,
      askTime,
    ])

  test.each(['creating', 'created', 'capturing', 'pending'])(
    'is its secrets, while a payment is %s',
    async (state) => {
      const { id, payment } = await left(state)
      await erase()
      expect(await rowOf(id)).toEqual({ has: true, deleted_time: null })
      // It may still turn out to be paid.
      await over(payment, 5)
      await erase()
      expect(await rowOf(id)).toMatchObject({ has: true })
      await over(payment)
      await erase()
      expect(await rowOf(id)).toEqual({ has: false, deleted_time: 1_000 })
    },
  )

  test('is its secrets, while a refund is under way', async () => {
    const { id, payment } = await left('captured')
    await server.database.pool.query(
      `insert into refunds (order_id, payment_id, state, device_ids, amount, currency, cause, create_time)
       select order_id, id, 'sent', '{}', 1, 'USD', 'late', 0 from payments where id = $1`,
      [payment],
    )
    await erase()
    expect(await rowOf(id)).toMatchObject({ has: true })
    await server.database.pool.query("update refunds set state = 'failed' where payment_id = $1", [payment])
    await erase()
    expect(await rowOf(id)).toMatchObject({ has: false })
  })

  test('of an agent who is there nothing is erased', async () => {
    const id = (await add()).data!.id
    await erase()
    expect(await rowOf(id)).toEqual({ has: true, deleted_time: null })
  })
})

test('the check says whether an account may pay online', async () => {
  const customer = await anAccount(server.database, { parent: shop, role: roles.user })
  const token = await signIn(server.database, customer)
  const check = (userId: number) => server.call(calls.check, { userId }, token)
  expect(resultOf(await check(customer.id))).toBe('payTypeUnavailable')
  await add()
  expect((await check(customer.id)).meta.success).toBe(true)
  expect(resultOf(await check(shop.id))).toBe('notFound')
})

describe('what stands on receipts', () => {
  const profile = async (token: string) => (await server.call(calls.profile, {}, token)).data
  const full = {
    name: 'Corner Shop Ltd',
    address: '1 High St\nTown',
    taxLabel: 'VAT',
    taxNumber: 'GB1',
    taxRate: 19.6,
  }

  test('is the name of the account until it is set', async () => {
    const none = { address: null, taxLabel: null, taxNumber: null, taxRate: 0 }
    expect(await profile(shopToken)).toEqual({ name: 'Corner shop', ...none })
    expect(await profile(agentToken)).toEqual({ name: agent.username, ...none })
    expect(resultOf(await server.call(calls.saveProfile, full, shopToken))).toBe('success')
    expect(await profile(shopToken)).toEqual(full)
    expect((await profile(agentToken))!.name).toBe(agent.username)
    await server.call(calls.saveProfile, { name: 'Shop' }, shopToken)
    expect(await profile(shopToken)).toEqual({ name: 'Shop', ...none })
    expect(await lastRecord()).toMatchObject({ kind: 'sellerProfile', before: full, after: { name: 'Shop' } })
  })

  test('is the same for all administrators, of whom the platform is', async () => {
    const other = await anAccount(server.database, { parent: root, role: roles.admin })
    expect((await profile(rootToken))!.name).toBe('Trackway')
    await server.call(calls.saveProfile, full, rootToken)
    expect(await profile(await signIn(server.database, other))).toEqual(full)
    await server.database.pool.query('delete from seller_profiles')
  })
})

describe('what the platform owes', () => {
  const owe = (seller: TestAccount, amount: number, asset: 'USD' | 'JPY' = 'USD') =>
    server.database.db.transaction().execute((trx) =>
      move(trx, {
        asset,
        kind: 'sale',
        amount,
        from: 'provider',
        to: { owed: seller.id },
        operatorId: null,
        now: 1,
      }),
    )
  const sellers = async (token: string, input = {}) =>
    (await server.call(calls.sellers, input, token)).data!.list.map(({ username, owed, isAllowed }) => ({
      username,
      owed,
      isAllowed,
    }))
  const pay = (amount: number, token = rootToken, userId = shop.id) =>
    server.call(calls.payOut, { userId, currency: 'USD', amount, remark: 'bank transfer 17' }, token)

  test('is listed for each agent in the scope, those first with whom it is not even', async () => {
    await owe(shop, 1_250)
    await owe(shop, 900, 'JPY')
    const ofShop = {
      username: shop.username,
      owed: [
        { currency: 'USD', amount: 1_250 },
        { currency: 'JPY', amount: 900 },
      ],
      isAllowed: false,
    }
    const ofAgent = { username: agent.username, owed: [], isAllowed: true }
    expect(await sellers(agentToken)).toEqual([ofShop, ofAgent])
    expect(await sellers(shopToken)).toEqual([ofShop])
    expect(await sellers(agentToken, { search: agent.username })).toEqual([ofAgent])
    expect(resultOf(await server.call(calls.sellers, { id: root.id }, agentToken))).toBe('notFound')
  })

  test('goes down by what was paid outside, and up by what the seller paid', async () => {
    await owe(shop, 1_250)
    expect((await pay(1_000)).data).toEqual({ owed: 250 })
    expect(await lastRecord()).toMatchObject({
      kind: 'payOut',
      before: { owed: 1_250, currency: 'USD' },
      after: { owed: 250, currency: 'USD' },
    })
    expect(resultOf(await pay(300))).toBe('moreThanOwed')
    expect((await pay(250)).data).toEqual({ owed: 0 })
    await owe(shop, -50)
    expect(resultOf(await pay(-60))).toBe('moreThanOwed')
    expect((await pay(-50)).data).toEqual({ owed: 0 })
    const { data } = await server.call(ledgerCalls.find, { asset: 'owedUSD', pageSize: 1 }, shopToken)
    expect(data!.list[0]).toMatchObject({ kind: 'payOut', amount: 50, after: 0, remark: 'bank transfer 17' })
  })

  test('is recorded by administrators, for agents only', async () => {
    expect(resultOf(await pay(1, agentToken))).toBe('noPermission')
    expect((await pay(0)).status).toBe(400)
    const user = await anAccount(server.database, { parent: agent, role: roles.user })
    expect(resultOf(await pay(1, rootToken, user.id))).toBe('notAnAgent')
    const other = await anAccount(server.database, { role: roles.admin })
    expect(resultOf(await pay(1, await signIn(server.database, other)))).toBe('notFound')
  })
})
