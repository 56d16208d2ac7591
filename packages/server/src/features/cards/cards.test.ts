import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { move, returnHoldings } from '../ledger/ledger.ts'

const dayMs = 86_400_000
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
  agent = await anAccount(server.database, { parent: root })
  shop = await anAccount(server.database, { parent: agent })
  customer = await anAccount(server.database, { parent: shop, role: roles.user, time_zone: 'Asia/Shanghai' })
  agentToken = await signIn(server.database, agent)
  shopToken = await signIn(server.database, shop)
})
afterAll(async () => {
  // Whatever was done: the books are right.
  expect(await checkLedger(server.database.db)).toEqual([])
  await server.stop()
})

const year = 3
const pass = (userId: number, count: number, token = rootToken, duration: 1 | 3 | 6 = year) =>
  server.call(cardCalls.transfer, { userId, duration, count }, token)
const renew = (terminalIDs: string[], token = shopToken, duration: 1 | 3 | 6 = year) =>
  server.call(cardCalls.renew, { terminalIDs, duration }, token)
const endsOf = async (terminalID: string) => {
  const { data } = await server.call(deviceCalls.detail, { terminalID }, rootToken)
  return [data?.platformExpireTime, data?.userExpireTime].map((time) =>
    time == null ? null : new Date(time).toISOString(),
  )
}
const held = async (token: string) => (await server.call(cardCalls.find, {}, token)).data?.own?.year

/** A device of the customer whose term ends on 31 January 2030, in the afternoon of Shanghai. */
const aDueDevice = (columns = {}) =>
  aDevice(server.database, customer, {
    platform_expire_time: Date.parse('2030-01-31T08:00Z'),
    user_expire_time: Date.parse('2029-12-31T08:00Z'),
    ...columns,
  })

test('cards are issued by administrators, handed on down the tree and taken back', async () => {
  expect((await pass(agent.id, 100)).data).toEqual({ count: 100, ownCount: null })
  expect((await pass(shop.id, 30, agentToken)).data).toEqual({ count: 30, ownCount: 70 })
  expect((await pass(shop.id, -10, agentToken)).data).toEqual({ count: 20, ownCount: 80 })
  const { data } = await server.call(cardCalls.find, {}, agentToken)
  expect(data?.own).toMatchObject({ year: 80, month: 0 })
  expect(data?.list).toMatchObject([{ id: shop.id, year: 20, lifetime: 0 }])
  const { data: records } = await server.call(ledgerCalls.find, { asset: 'card3' }, agentToken)
  expect(records?.list.map(({ kind, username, before, after }) => [kind, username, before, after])).toEqual([
    ['takeBack', agent.username, 70, 80],
    ['takeBack', shop.username, 30, 20],
    ['grant', shop.username, 0, 30],
    ['grant', agent.username, 100, 70],
    ['issue', agent.username, 0, 100],
  ])
})

test('more than is held is neither handed on nor taken back, and says how many are missing', async () => {
  await pass(agent.id, 3)
  const { meta } = await pass(shop.id, 5, agentToken)
  expect(meta).toMatchObject({ code: 1240, count: 2 })
  expect((await pass(shop.id, -1, agentToken)).meta).toMatchObject({ code: 1240, count: 1 })
  expect(await held(agentToken)).toBe(3)
  // End users hold none, and nobody gives himself any.
  expect((await pass(customer.id, 1, agentToken)).meta.code).toBe(1037)
  expect((await pass(agent.id, 1, agentToken)).meta.code).toBe(1002)
})

test('a device is renewed by calendar months of its owner’s zone, for a card', async () => {
  await pass(shop.id, 5, rootToken, 1)
  const device = await aDueDevice()
  expect((await renew([device.terminalID], shopToken, 1)).data).toEqual({ done: 1, failed: [] })
  expect(await endsOf(device.terminalID)).toEqual(['2030-02-28T08:00:00.000Z', '2030-01-31T08:00:00.000Z'])
  const { data } = await server.call(ledgerCalls.find, { kind: 'renew' }, shopToken)
  expect(data?.list).toMatchObject([{ asset: 'card1', amount: -1, after: 4, reference: device.terminalID }])
})

test('the next renewal keeps the day that a short month could not hold', async () => {
  await pass(shop.id, 5, rootToken, 1)
  await pass(shop.id, 5)
  const device = await aDueDevice()
  await renew([device.terminalID], shopToken, 1)
  // Another duration, which is no second click.
  await renew([device.terminalID], shopToken, 3)
  expect((await endsOf(device.terminalID))[0]).toBe('2031-02-28T08:00:00.000Z')
  await server.database.db.updateTable('device_renewals').set({ time: 0 }).execute()
  await renew([device.terminalID], shopToken, 1)
  expect((await endsOf(device.terminalID))[0]).toBe('2031-03-31T08:00:00.000Z')
})

test('the same devices again within a minute are a second click, at once or after', async () => {
  await pass(shop.id, 10)
  const device = await aDueDevice()
  const other = await aDueDevice()
  const replies = await Promise.all(Array.from({ length: 5 }, () => renew([device.terminalID])))
  expect(replies.map(({ meta }) => meta.code).sort()).toEqual([1242, 1242, 1242, 1242, 200].sort())
  expect((await renew([device.terminalID, other.terminalID])).data).toEqual({
    done: 1,
    failed: [{ id: device.terminalID, result: 'operationRepeated' }],
  })
  expect(await held(shopToken)).toBe(8)
})

test('with too few cards nothing is renewed', async () => {
  await pass(shop.id, 2)
  const devices = await Promise.all([aDueDevice(), aDueDevice(), aDueDevice()])
  const ids = devices.map(({ terminalID }) => terminalID)
  expect((await renew(ids)).meta).toMatchObject({ code: 1240, count: 1 })
  for (const id of ids) expect((await endsOf(id))[0]).toBe('2030-01-31T08:00:00.000Z')
  expect(await held(shopToken)).toBe(2)
})

test('a term without an end is not renewed; one for life has none afterwards; one not begun gets longer', async () => {
  await pass(shop.id, 3, rootToken, 6)
  await pass(shop.id, 3)
  const endless = await aDueDevice({ platform_expire_time: null })
  expect((await renew([endless.terminalID])).meta.code).toBe(1241)
  const due = await aDueDevice()
  await renew([due.terminalID], shopToken, 6)
  expect(await endsOf(due.terminalID)).toEqual([null, null])
  const fresh = await aDueDevice({
    platform_expire_time: null,
    platform_months: 12,
    platform_from_activation: true,
  })
  const preview = { terminalIDs: [fresh.terminalID], duration: 3 as const }
  expect((await server.call(orderCalls.quote, preview, shopToken)).data?.list).toMatchObject([
    { platformExpireTime: null, platformMonths: 12, renewedTime: null, renewedMonths: 24 },
  ])
  await renew([fresh.terminalID])
  const { data } = await server.call(deviceCalls.detail, { terminalID: fresh.terminalID }, rootToken)
  expect(data).toMatchObject({ platformMode: 'activation', platformMonths: 24, platformExpireTime: null })
})

test('what is over goes on from today', async () => {
  await pass(shop.id, 1, rootToken, 1)
  const device = await aDueDevice({ platform_expire_time: 1_000_000, user_expire_time: null })
  const before = Date.now()
  await renew([device.terminalID], shopToken, 1)
  const [platform, user] = await endsOf(device.terminalID)
  expect(Date.parse(platform!) - before).toBeGreaterThanOrEqual(28 * dayMs)
  // A user without a term of his own keeps none.
  expect(user).toBeNull()
})

test('a preview tells what it would come to, and who has been silent', async () => {
  await pass(shop.id, 1)
  const now = Date.now()
  const silent = await aDevice(
    server.database,
    customer,
    { platform_expire_time: Date.parse('2030-01-31T08:00Z') },
    { state_time: now - 41 * dayMs, external_voltage_v: 12.5 },
  )
  const endless = await aDueDevice({ platform_expire_time: null })
  const due = await aDueDevice()
  const terminalIDs = [silent, endless, due].map(({ terminalID }) => terminalID)
  const { data } = await server.call(orderCalls.quote, { terminalIDs, duration: year }, shopToken)
  expect(data).toMatchObject({
    needed: 2,
    refused: 1,
    silent: 1,
    ways: [{ payType: 'card', amount: 2, held: 1 }],
  })
  expect(data?.list).toMatchObject([
    { terminalID: silent.terminalID, externalVoltageV: 12.5, renewedTime: Date.parse('2031-01-31T08:00Z') },
    { terminalID: endless.terminalID, renewedTime: null, result: 'lifetimeTerm' },
    { terminalID: due.terminalID, stateTime: null, result: null },
  ])
  expect((await endsOf(due.terminalID))[0]).toBe('2030-01-31T08:00:00.000Z')
})

test('100 cards renew 100 of 200 devices that are renewed at once', async () => {
  await pass(shop.id, 100)
  const devices = await Promise.all(Array.from({ length: 200 }, () => aDueDevice()))
  const replies = await Promise.all(devices.map(({ terminalID }) => renew([terminalID])))
  expect(replies.filter(({ meta }) => meta.code === 200)).toHaveLength(100)
  expect(replies.filter(({ meta }) => meta.code === 1240)).toHaveLength(100)
  expect(await held(shopToken)).toBe(0)
})

test('a stranger’s device is not there, and cards of an account that is deleted go to its superior', async () => {
  await pass(agent.id, 5)
  const stranger = await anAccount(server.database, { parent: root })
  const theirs = await aDevice(server.database, stranger, { platform_expire_time: 1 })
  expect((await renew([theirs.terminalID], agentToken)).meta.code).toBe(1002)
  const below = await anAccount(server.database, { parent: agent })
  await pass(below.id, 4, agentToken)
  await server.call(subAccountCalls.delete, { id: below.id }, agentToken)
  expect(await held(agentToken)).toBe(5)
})

/** Until another waits for a lock. */
const someoneWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(server.database.db)
    expect(rows).not.toEqual([])
  }, 10_000)

/** Grants a card to an account and deletes the account while the grant is not yet committed. */
async function deleteDuringGrant(below: TestAccount): Promise<void> {
  const { db } = server.database
  let deletion: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    const what = { asset: 'card3', kind: 'grant', amount: 1, operatorId: agent.id, now: Date.now() } as const
    await move(trx, { ...what, from: { held: agent.id }, to: { held: below.id } })
    deletion = server.call(subAccountCalls.delete, { id: below.id }, agentToken)
    await someoneWaits()
  })
  await deletion
}

test('cards that are handed to an account while it is deleted are not lost', async () => {
  await pass(agent.id, 5)
  await deleteDuringGrant(await anAccount(server.database, { parent: agent }))
  expect(await held(agentToken)).toBe(5)
})

test('handing cards to an account that is gone this instant is refused', async () => {
  await pass(agent.id, 5)
  const { db } = server.database
  for (const isHolder of [false, true]) {
    const below = await anAccount(server.database, { parent: agent })
    if (isHolder) await pass(below.id, 1, agentToken)
    let grant: ReturnType<typeof pass> | undefined
    await db.transaction().execute(async (trx) => {
      await returnHoldings(trx, [below.id], agent.id, { operatorId: agent.id, now: Date.now() })
      await trx.deleteFrom('accounts').where('id', '=', below.id).execute()
      grant = pass(below.id, 1, agentToken)
      await someoneWaits()
    })
    expect((await grant)?.meta.code).toBe(1002)
  }
  expect(await held(agentToken)).toBe(5)
})

test('what an account holds goes to its superior when it stops being an agent', async () => {
  await pass(agent.id, 5)
  const below = await anAccount(server.database, { parent: agent })
  await pass(below.id, 4, agentToken)
  const { meta } = await server.call(
    subAccountCalls.updateRole,
    { id: below.id, role: roles.user },
    agentToken,
  )
  expect(meta.code).toBe(200)
  expect(await held(agentToken)).toBe(5)
  const { data } = await server.call(ledgerCalls.find, { id: below.id }, agentToken)
  expect(data?.list[0]).toMatchObject({ kind: 'roleChanged', amount: -4, after: 0 })
})
