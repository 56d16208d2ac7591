import { type DurationId, durationIds } from '@trackway/core/codes/durations.ts'
import { cardAsset } from '@trackway/core/codes/ledger.ts'
import type { SandboxOutcome } from '@trackway/core/codes/orders.ts'
import { sql } from 'kysely'
import { addCodes } from '../features/discount-codes/queries.ts'
import { move } from '../features/ledger/ledger.ts'
import { askAbout, receiveEvent } from '../features/orders/events.ts'
import { paymentNumber } from '../features/orders/numbers.ts'
import { type PayTools, payToolsOf } from '../features/orders/pay-tools.ts'
import { type Placed, placeOrder } from '../features/orders/place-order.ts'
import { makeRefund, requestRefund } from '../features/orders/refunds.ts'
import { cancelOrder, runPayment, runRefund } from '../features/orders/run-payments.ts'
import { lockOrder } from '../features/orders/settle.ts'
import { chooseOutcome } from '../features/pay-accounts/providers/sandbox.ts'
import { reconcile } from '../features/reconciliation/reconcile.ts'
import { createLocalBus } from '../platform/bus/bus.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'

/**
 * A year of renewals: prices with what each agent pays for them himself, cards at every level, discount codes in every
 * state, and orders that went as orders go. All of it is written by what writes real ones, in the sandbox.
 */

const dayMs = 86_400_000
const minuteMs = 60_000

/** In US cents, from a month to a lifetime: what customers pay, and what the agent pays himself to who is above him. */
const prices: readonly { of: string; cost: readonly number[]; price: readonly number[] }[] = [
  { of: 'demo', cost: [120, 590, 990, 1_790, 2_490, 4_900], price: [200, 990, 1_800, 3_200, 4_500, 7_900] },
  {
    of: 'yuanhang',
    cost: [150, 750, 1_200, 2_200, 3_100, 5_900],
    price: [250, 1_190, 2_100, 3_900, 5_400, 8_900],
  },
  {
    of: 'beifang',
    cost: [180, 890, 1_500, 2_800, 3_900, 6_900],
    price: [299, 1_390, 2_400, 4_400, 6_200, 9_900],
  },
  {
    of: 'vietlink',
    cost: [150, 750, 1_200, 2_200, 3_100, 5_900],
    price: [240, 1_190, 1_990, 3_700, 5_200, 7_900],
  },
  {
    of: 'europe',
    cost: [160, 790, 1_300, 2_400, 3_300, 6_400],
    price: [299, 1_690, 2_999, 5_499, 7_499, 11_900],
  },
]

const cards: readonly {
  from: 'issued' | string
  to: string
  duration: DurationId
  count: number
  daysAgo: number
}[] = [
  { from: 'issued', to: 'demo', duration: 3, count: 1_500, daysAgo: 340 },
  { from: 'issued', to: 'demo', duration: 1, count: 500, daysAgo: 340 },
  { from: 'issued', to: 'demo', duration: 6, count: 60, daysAgo: 200 },
  { from: 'demo', to: 'yuanhang', duration: 3, count: 600, daysAgo: 330 },
  { from: 'yuanhang', to: 'beifang', duration: 3, count: 190, daysAgo: 240 },
  { from: 'beifang', to: 'tianjin', duration: 3, count: 40, daysAgo: 120 },
  { from: 'demo', to: 'vietlink', duration: 3, count: 150, daysAgo: 280 },
  { from: 'demo', to: 'europe', duration: 6, count: 20, daysAgo: 150 },
  { from: 'demo', to: 'yuanhang', duration: 1, count: 120, daysAgo: 230 },
  { from: 'yuanhang', to: 'beifang', duration: 1, count: 25, daysAgo: 60 },
]

const buyers = [
  'shunda',
  'nanfang',
  'huadong',
  'jingcheng',
  'chuanyu',
  'thanglong',
  'saigon',
  'lefevre',
  'iberia',
  'helsinki',
]
/** How the orders of each ten end. */
const endings: readonly (SandboxOutcome | 'cancelled' | 'refunded' | 'partly')[] = [
  'paid',
  'paid',
  'never',
  'paid',
  'twice',
  'paid',
  'cancelled',
  'paid',
  'refunded',
  'paid',
  'partly',
  'paid',
]
const ordersOfBuyer = 9

/** Writes them where there are none. */
export async function ensureOrders(
  db: Db,
  accountIds: ReadonlyMap<string, number>,
  now: number,
  log: Log,
): Promise<void> {
  const idOf = (name: string) => accountIds.get(name)!
  const demoId = idOf('demo')
  const known =
    await sql`select from orders where buyer_path >= ${`/1/${demoId}/`} and buyer_path < ${`/1/${demoId}0`} limit 1`.execute(
      db,
    )
  if (known.rows.length > 0) return
  await db.transaction().execute(async (trx) => {
    await writePrices(trx, idOf, now)
    for (const { from, to, duration, count, daysAgo } of cards)
      await move(trx, {
        asset: cardAsset(duration),
        kind: from === 'issued' ? 'issue' : 'grant',
        amount: count,
        from: from === 'issued' ? from : { held: idOf(from) },
        to: { held: idOf(to) },
        operatorId: from === 'issued' ? 1 : idOf(from),
        now: now - daysAgo * dayMs,
      })
    await writeTerms(trx, demoId, now)
  })
  const codes = await writeCodes(db, idOf('yuanhang'), now)
  const bus = createLocalBus(log)
  for (const [n, name] of buyers.entries()) await writeOrders(n, name)
  await writeDifference(db, demoId, now)
  await reconcile(payToolsOf({ db, bus, log }, () => now))
  await bus.close()

  async function writeOrders(n: number, name: string): Promise<void> {
    const buyer = await db
      .selectFrom('accounts')
      .select(['id', 'path'])
      .where('id', '=', idOf(name))
      .executeTakeFirstOrThrow()
    const devices = await db
      .selectFrom('devices')
      .select(['id', 'terminal_id as terminalID'])
      .where('account_id', '=', buyer.id)
      .orderBy('id')
      .limit(ordersOfBuyer * 3)
      .execute()
    for (let k = 0; k < ordersOfBuyer; k++) {
      const some = devices.slice(k * 3, k * 3 + 1 + ((n + k) % 3))
      if (some.length === 0) return
      const isLast = k === ordersOfBuyer - 1 && n % 4 === 0
      // From nearly a year ago until now, at other hours each.
      const ageDays = isLast ? 0 : 350 - (k * 350) / ordersOfBuyer - n * 3
      const time = isLast
        ? now - 5 * minuteMs
        : now - Math.max(1, ageDays) * dayMs + ((n * 7 + k * 5) % 11) * 53 * minuteMs
      const ending = isLast ? 'open' : endings[(n * ordersOfBuyer + k) % endings.length]!
      await writeOrder({
        buyer,
        devices: some,
        time,
        ending,
        code: n < 3 && k % 2 === 0 ? codes.pop() : undefined,
      })
    }
  }

  async function writeOrder({
    buyer,
    devices,
    time,
    ending,
    code,
  }: {
    buyer: { id: number; path: string }
    devices: readonly { id: number; terminalID: string }[]
    time: number
    ending: SandboxOutcome | 'cancelled' | 'refunded' | 'partly' | 'open'
    code: string | undefined
  }): Promise<void> {
    const isRenewed = ending !== 'cancelled' && ending !== 'open'
    // A term that ended some days after the order, or ends some days from now.
    const ended = isRenewed
      ? time + (5 + (devices[0]!.id % 15)) * dayMs
      : now + (12 + (devices[0]!.id % 30)) * dayMs
    await db
      .updateTable('devices')
      .set({ platform_expire_time: ended, platform_from_activation: false })
      .where(
        'id',
        'in',
        devices.map(({ id }) => id),
      )
      .execute()
    const tools = payToolsOf({ db, bus, log }, () => time)
    const scope = { accountId: buyer.id, path: buyer.path, deviceId: null }
    const given = {
      terminalIDs: devices.map(({ terminalID }) => terminalID),
      duration: 3 as const,
      target: 'both' as const,
      payType: 'sandbox' as const,
      ...(code && { discountCode: code }),
    }
    const { order, paymentId } = await db
      .transaction()
      .execute((trx) => placeOrder(trx, given, { scope, operatorId: buyer.id, now: time }))
    await runPayment(tools, paymentId!)
    if (ending === 'open') return
    if (ending === 'cancelled') {
      await cancelOrder(tools, order.id, 'buyer')
      return
    }
    await payInSandbox(
      tools,
      { order, paymentId },
      ending === 'refunded' || ending === 'partly' ? 'paid' : ending,
    )
    if (ending === 'paid' || ending === 'twice' || ending === 'never') return
    const later = time + 2 * dayMs
    const wanted = {
      reason: ending === 'partly' ? 'One of the vehicles was sold.' : 'Ordered by mistake.',
      takesBack: true,
      isByHand: false,
      ...(ending === 'partly' && { terminalIDs: [devices[0]!.terminalID] }),
    }
    await db
      .transaction()
      .execute(async (trx) => {
        const paid = (await lockOrder(trx, order.id))!
        // The newest ones wait for their seller.
        if (now - time < 60 * dayMs) {
          await requestRefund(trx, paid, wanted, { accountId: buyer.id, isAdministrator: false, now: later })
          return null
        }
        const decider = { accountId: paid.seller_id ?? 1, isAdministrator: true, now: later }
        return (await makeRefund(trx, paid, wanted, decider)).refund.id
      })
      .then((refundId) =>
        refundId === null ? undefined : runRefund({ ...tools, now: () => later }, refundId),
      )
  }
}

/** What becomes of a payment that was begun at the sandbox. */
export async function payInSandbox(
  tools: PayTools,
  { order, paymentId }: Pick<Placed, 'order' | 'paymentId'>,
  outcome: SandboxOutcome,
): Promise<void> {
  const { db, now } = tools
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'pay_account_id as payAccountId'])
    .where('id', '=', paymentId!)
    .executeTakeFirstOrThrow()
  const { payAccountId } = payment
  const number = paymentNumber(order.order_no, payment.id)
  const events = await chooseOutcome(db, { number, payAccountId, outcome, now: now() })
  for (const event of events ?? []) await receiveEvent(tools, { provider: 'sandbox', payAccountId }, event)
  if (outcome === 'never') await runPayment(tools, payment.id)
  else await askAbout(tools, payAccountId)
}

/** Money at the provider that no order knows of, found by the comparison of its day. */
async function writeDifference(db: Db, demoId: number, now: number): Promise<void> {
  const account = await db
    .selectFrom('pay_accounts')
    .select('id')
    .where('account_id', '=', demoId)
    .where('provider', '=', 'sandbox')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sandbox_payments')
    .values({
      number: 'SHOP-2041',
      pay_account_id: account.id,
      amount: 1_990,
      currency: 'USD',
      state: 'paid',
      create_time: now - dayMs,
      paid_time: now - dayMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function writePrices(trx: Db, idOf: (name: string) => number, now: number): Promise<void> {
  const rows = prices.flatMap(({ of, cost, price }) =>
    durationIds.map((duration, n) => ({
      account_id: idOf(of),
      device_type_id: null,
      duration,
      currency: 'USD' as const,
      amount: price[n]!,
      floor_amount: cost[n]!,
      change_time: now - 360 * dayMs,
    })),
  )
  await trx
    .insertInto('renew_prices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const demoId = idOf('demo')
  // The demo's own: nobody else on the platform is offered its sandbox.
  await trx.updateTable('accounts').set({ own_pay_accounts: true }).where('id', '=', demoId).execute()
  await trx
    .insertInto('pay_accounts')
    .values({
      account_id: demoId,
      provider: 'sandbox',
      name: 'Test mode',
      settings: '{}',
      create_time: now - 360 * dayMs,
      change_time: now - 360 * dayMs,
    })
    .execute()
  await trx
    .insertInto('seller_profiles')
    .values({
      account_id: idOf('europe'),
      name: 'Flottes d’Europe SAS',
      address: '12 rue des Entrepreneurs\n75015 Paris',
      tax_label: 'TVA',
      tax_number: 'FR 12 345678901',
      tax_basis_points: 2_000,
      change_time: now - 360 * dayMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Some of the fleet end within the next months, so that there is something to renew. */
async function writeTerms(trx: Db, demoId: number, now: number): Promise<void> {
  await sql`update devices set platform_expire_time = user_expire_time + 30 * ${dayMs}::int8, platform_from_activation = false
    from accounts a where a.id = devices.account_id and starts_with(a.path, ${`/1/${demoId}/`})
      and devices.platform_expire_time is null and devices.user_expire_time > ${now}`.execute(trx)
}

/** Codes in every state. @returns those for orders of its customers */
async function writeCodes(db: Db, sellerId: number, now: number): Promise<string[]> {
  const add = (count: number, basisPoints: number, daysAgo: number, expireTime: number | null) =>
    addCodes(db, sellerId, { count, basisPoints, expireTime, now: now - daysAgo * dayMs })
  const batch = await add(30, 1_000, 355, null)
  await add(20, 1_500, 200, now - 20 * dayMs)
  const disabled = await add(20, 500, 90, now + 200 * dayMs)
  await db.updateTable('discount_codes').set({ is_enabled: false }).where('batch_id', '=', disabled).execute()
  const codes = await db
    .selectFrom('discount_codes')
    .select('code')
    .where('batch_id', '=', batch)
    .orderBy('id')
    .limit(12)
    .execute()
  return codes.map(({ code }) => code)
}
