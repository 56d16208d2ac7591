import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { openShop, type Shop, shopStart, year } from './testing/order-shop.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ now: () => shopStart })
  shop = await openShop(server.database, server.bus)
})
afterAll(() => server.stop())

const crowd = 200
const codeOf = ({ meta }: { meta: { code: number } }) => meta.code
const count = (codes: number[], code: number) => codes.filter((each) => each === code).length

test('200 buyers at once take the last 100 cards and one discount code', async () => {
  const { accounts, tokens, codes } = shop
  for (const [to, by] of [
    ['agent', 'admin'],
    ['dealer', 'agent'],
  ] as const)
    await server.call(cardCalls.transfer, { userId: accounts[to].id, duration: year, count: 100 }, tokens[by])
  const buyers = await Promise.all(
    Array.from({ length: crowd }, async () => {
      const account = await anAccount(server.database, { parent: accounts.dealer, role: roles.user })
      const token = await signIn(server.database, account)
      const device = () =>
        aDevice(server.database, account, {
          platform_expire_time: shopStart + 86_400_000,
          platform_from_activation: false,
        })
      return { token, forCard: await device(), forMoney: await device() }
    }),
  )
  await server.database.pool.query('update sessions set is_long = true, expire_time = $1', [shopStart * 2])
  const [byCards, byMoney] = await Promise.all([
    // Half of them from the list of devices, half as orders.
    Promise.all(
      buyers.map(async ({ forCard: { terminalID } }, n) =>
        codeOf(
          n % 2 === 0
            ? await server.call(cardCalls.renew, { terminalIDs: [terminalID], duration: year }, tokens.dealer)
            : await server.call(
                orderCalls.create,
                { terminalIDs: [terminalID], duration: year, payType: 'card' },
                tokens.dealer,
              ),
        ),
      ),
    ),
    Promise.all(
      buyers.map(async ({ token, forMoney: { terminalID } }) => {
        const given = { duration: year, payType: 'sandbox', discountCode: codes[0]! } as const
        const reply = await server.call(orderCalls.create, { terminalIDs: [terminalID], ...given }, token)
        if (reply.data)
          await server.call(payAccountCalls.sandbox, { orderNo: reply.data.orderNo, outcome: 'twice' }, token)
        return codeOf(reply)
      }),
    ),
  ])
  expect(count(byCards, resultCodes.success)).toBe(100)
  expect(count(byCards, resultCodes.notEnoughCards)).toBe(100)
  expect(count(byMoney, resultCodes.success)).toBe(1)
  expect(count(byMoney, resultCodes.discountCodeUsed)).toBe(crowd - 1)
  const { rows } = await server.database.pool.query(
    `select (select count(*)::int from devices where platform_expire_time > $1) as renewed,
       (select count(*)::int from device_renewals) as renewals, (select count(*)::int from discount_codes where used_time is not null) as codes,
       (select balance::int from ledger_balances where account_id = $2 and asset = 'card3') as cards`,
    [shopStart + 300 * 86_400_000, accounts.dealer.id],
  )
  expect(rows).toEqual([{ renewed: 101, renewals: 101, codes: 1, cards: 0 }])
  expect(await checkLedger(server.database.db)).toEqual([])
})
