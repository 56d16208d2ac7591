import { roles } from '@trackway/core/codes/roles.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import { inTransaction } from '../../../platform/http/serve.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import type { Trx } from '../../devices/changes/lock-devices.ts'
import type { PayTools } from '../pay-tools.ts'
import { type NewOrder, type Placed, placeOrder, placeTopUp } from '../place-order.ts'
import { runPayment } from '../run-payments.ts'
import { FakeBooks } from './fake-books.ts'

/** A platform with an agent, a dealer below him and their customers, who pay at a provider in memory. */

/** The process ended at this step. */
export class Killed extends Error {}

export type Seller = 'admin' | 'agent' | 'dealer'
export type Buyer = 'dealer' | 'customer' | 'other'

export interface Shop {
  database: TestDatabase
  books: FakeBooks
  now: number
  /** The process ends after so many steps; null: it lives. */
  stepsLeft: number | null
  tools: PayTools
  payAccountId: number
  accounts: Record<Seller | Buyer, TestAccount>
  tokens: Record<Seller | Buyer, string>
  /** Three of the customer, one of each other buyer. */
  devices: TestDevice[]
  /** Of the dealer, whose customer's price is 30.03 USD; he pays 22.50, of which the agent pays 20.00. */
  codes: string[]
  /** Orders by their ids, as they were placed. */
  orders: number[]
  inTrx<T>(work: (trx: Trx) => Promise<T>): Promise<T>
}

export const shopStart = Date.parse('2026-11-28T12:00:00Z')
const dayMs = 86_400_000
/** Of cards and orders. */
export const year = 3

/** @param isAgents the account at the provider is the agent's, not the platform's */
export async function openShop(
  database: TestDatabase,
  bus: Bus,
  { hasCapture = true, isAgents = false } = {},
): Promise<Shop> {
  const { pool, db } = database
  await pool.query(
    `truncate accounts, devices, orders, pay_accounts, renew_prices, discount_codes, receipt_numbers, device_renewals,
      ledger_movements, ledger_entries, provider_events cascade`,
  )
  const admin = await anAccount(database, { role: roles.admin })
  const agent = await anAccount(database, { parent: admin, role: roles.superAgent, own_pay_accounts: true })
  const dealer = await anAccount(database, { parent: agent, role: roles.agent })
  const customer = await anAccount(database, { parent: dealer, role: roles.user })
  const other = await anAccount(database, { parent: agent, role: roles.user })
  const accounts = { admin, agent, dealer, customer, other }
  const tokens = Object.fromEntries(
    await Promise.all(
      Object.entries(accounts).map(async ([name, account]) => [name, await signIn(database, account)]),
    ),
  )
  await pool.query('update sessions set is_long = true, expire_time = $1', [shopStart * 2])
  const { rows } = await pool.query<{ id: number }>(
    `insert into pay_accounts (account_id, provider, name, settings, create_time, change_time)
     values ($1, 'sandbox', 'Provider', '{}', 0, 0) returning id`,
    [isAgents ? agent.id : admin.id],
  )
  await pool.query(
    `insert into renew_prices (account_id, device_type_id, duration, currency, amount, floor_amount, change_time) values
     (null, null, 3, 'USD', 2000, null, 0), ($1, null, 3, 'USD', 2501, 2000, 0), ($2, null, 3, 'USD', 3003, 2250, 0)`,
    [agent.id, dealer.id],
  )
  const codes = ['AAAABBBBCCCC', 'DDDDEEEEFFFF']
  for (const code of codes)
    await pool.query(
      `insert into discount_codes (account_id, batch_id, code, discount_basis_points, create_time)
       values ($1, 1, $2, 1111, 0)`,
      [dealer.id, code],
    )
  const devices: TestDevice[] = []
  for (const owner of [customer, customer, customer, other, dealer])
    devices.push(
      await aDevice(database, owner, {
        platform_expire_time: shopStart + 10 * dayMs,
        platform_from_activation: false,
      }),
    )
  const books = new FakeBooks()
  books.hasCapture = hasCapture
  const client = books.client()
  const shop: Shop = {
    database,
    books,
    now: shopStart,
    stepsLeft: null,
    payAccountId: rows[0]!.id,
    accounts,
    tokens,
    devices,
    codes,
    orders: [],
    tools: {
      db,
      bus,
      log: { warn: () => {}, error: () => {} } as never,
      now: () => shop.now,
      clientOf: async () => client,
      step: () => {
        if (shop.stepsLeft === null) return
        if (shop.stepsLeft === 0) throw new Killed('killed')
        shop.stepsLeft--
      },
    },
    inTrx: (work) => inTransaction({ db, bus }, (within) => work(within.db as Trx)),
  }
  return shop
}

/** What is placed in one transaction, and then made known to the provider; each step may be the last of the process. */
export async function place(shop: Shop, work: (trx: Trx) => Promise<Placed>): Promise<Placed> {
  const placed = await shop.inTrx(work)
  if (!shop.orders.includes(placed.order.id)) shop.orders.push(placed.order.id)
  shop.tools.step?.('ordered')
  if (placed.paymentId !== null) await runPayment(shop.tools, placed.paymentId)
  return placed
}

const placing = ({ accounts, now }: Shop, buyer: Buyer) => ({
  scope: { accountId: accounts[buyer].id, path: accounts[buyer].path, deviceId: null },
  operatorId: accounts[buyer].id,
  now,
})

/** Orders a year for devices of the shop, by their places. */
export const order = (
  shop: Shop,
  devices: readonly number[],
  { buyer = 'customer', ...more }: { buyer?: Buyer } & Partial<NewOrder> = {},
): Promise<Placed> =>
  place(shop, (trx) =>
    placeOrder(
      trx,
      {
        terminalIDs: devices.map((n) => shop.devices[n]!.terminalID),
        duration: year,
        target: 'both',
        payType: 'sandbox',
        ...more,
      },
      placing(shop, buyer),
    ),
  )

export const topUp = (shop: Shop, amount: number, buyer: Buyer = 'customer'): Promise<Placed> =>
  place(shop, (trx) => placeTopUp(trx, { amount, currency: 'USD', payType: 'sandbox' }, placing(shop, buyer)))
