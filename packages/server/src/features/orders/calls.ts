import { currencyCodes } from '@trackway/core/codes/currencies.ts'
import { openPaymentStates, type PayType, payTypes } from '@trackway/core/codes/orders.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { previewedDevices } from '@trackway/core/features/cards/calls.ts'
import { orderCalls, type PlacedOrder } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { sql } from 'kysely'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, inTransaction, type SessionContext, serve } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { previewOf } from '../devices/changes/renew-devices.ts'
import { managedDevices } from '../devices/service-calls.ts'
import { findBalances } from '../ledger/queries.ts'
import { payClientOf, payWaysOf } from '../pay-accounts/find-pay-account.ts'
import { PayFailure } from '../pay-accounts/providers/pay-provider.ts'
import { chooseOutcome } from '../pay-accounts/providers/sandbox.ts'
import { findPrices } from '../prices/find-prices.ts'
import type { OrderRow } from './book-sale.ts'
import { askAbout, receiveEvent } from './events.ts'
import { paymentNumber } from './numbers.ts'
import type { PayTools } from './pay-tools.ts'
import { onlineAccount, type Placed, payFor, placeOrder, placeTopUp, quoteRenewal } from './place-order.ts'
import { findIncome, findOrder, findOrderDetail, findOrders, ordersBelow, ownOrders } from './queries.ts'
import { decideRefund, makeRefund, mayDecide, requestRefund } from './refunds.ts'
import { cancelOrder, runPayment, runRefund } from './run-payments.ts'
import { lockOrder } from './settle.ts'
import type { Payer } from './start-payment.ts'

type Context<Input = unknown> = SessionContext<Input>
type Tooled = Pick<Context, 'db' | 'bus' | 'log' | 'now'>

const toolsOf = ({ db, bus, log, now }: Tooled): PayTools => ({
  db,
  bus,
  log,
  now: () => now,
  clientOf: (payAccountId) => payClientOf(db, payAccountId, { now: Date.now }),
})

const placing = (context: Context) => ({
  scope: context.scope,
  operatorId: by(context.session).actorId,
  payer: payerOf(context),
  now: context.now,
})
const payerOf = ({ origin, language, input }: Context): Payer => ({
  language,
  openId: (input as { openId?: string }).openId ?? null,
  origin: publicUrl() ?? origin,
})
const deciding = ({ scope, session, now }: Context) => ({
  accountId: scope.accountId,
  isAdministrator: session.account.role === roles.admin,
  now,
})

const handlers: readonly Handler[] = [
  serve(orderCalls.quote, async (context) => {
    const { db, scope, input, now } = context
    const terminalIDs = await idsMeant<string>(context, managedDevices)
    const { planned, ...quote } = await quoteRenewal(db, scope, { ...input, terminalIDs }, now)
    return { list: planned.slice(0, previewedDevices).map(previewOf), ...quote }
  }),

  serve(orderCalls.create, async (context) => {
    const terminalIDs = await idsMeant<string>(context, managedDevices)
    const given = { ...context.input, terminalIDs }
    assertHimself(context, given.payType)
    return place(context, (db) => placeOrder(db, given, placing(context)))
  }),

  serve(orderCalls.topUp, (context) =>
    place(context, (db) => placeTopUp(db, context.input, placing(context))),
  ),

  serve(orderCalls.find, ({ db, scope, input }) => findOrders(db, ownOrders(scope), input)),

  serve(orderCalls.findBelow, async ({ db, scope, input }) => {
    const below = input.id === undefined ? ordersBelow(scope) : await ordersOf(db, scope, input.id, input)
    return findOrders(db, below, input)
  }),

  serve(orderCalls.get, ({ db, scope, session, input }) =>
    findOrderDetail(db, scope, input.orderNo, (order) => mayRefund(order, { scope, session })),
  ),

  serve(orderCalls.refresh, async (context) => {
    const { db, scope, input } = context
    const order = await findOrder(db, scope, input.orderNo)
    const open = await openPayment(db, order.id)
    if (open !== null && mayRefresh(open.id))
      await runPayment(toolsOf(context), open.id).catch((error) => {
        // Whoever waits is told how it is known to be: it is asked again.
        if (!(error instanceof PayFailure)) throw error
      })
    const { status } = await findOrder(db, scope, input.orderNo)
    const after = await openPayment(db, order.id)
    return { status, isPending: after?.state === 'pending' || after?.state === 'capturing' }
  }),

  serve(orderCalls.pay, async (context) => {
    const { db, scope, input, now } = context
    const own = await findOrder(db, scope, input.orderNo, { isOwnOnly: true })
    const wanted: PayType = input.payType ?? own.pay_type
    if (own.status !== 1 || own.expire_time <= now) throw new Refusal('orderNotOpen')
    assertMayPay(context, own, wanted)
    if (payTypes[wanted].isOnline) await onlineAccount(db, own.seller_id, wanted, own.currency)
    await abandonOpen(context, own)
    return place(context, async (trx) => {
      const order = await lockOrder(trx, own.id)
      if (order === null || order.status !== 1 || order.expire_time <= now) throw new Refusal('orderNotOpen')
      const payType: PayType = input.payType ?? order.pay_type
      assertMayPay(context, order, payType)
      if (payType !== order.pay_type) {
        await trx.updateTable('orders').set({ pay_type: payType }).where('id', '=', order.id).execute()
        order.pay_type = payType
      }
      const account = payTypes[payType].isOnline
        ? await onlineAccount(trx, order.seller_id, payType, order.currency)
        : null
      return { order, ...(await payFor(trx, order, account, { payer: payerOf(context), now })), refused: [] }
    })
  }),

  serve(orderCalls.cancel, async (context) => {
    const { db, scope, input } = context
    const order = await findOrder(db, scope, input.orderNo, { isOwnOnly: true })
    if (order.status !== 1) throw new Refusal('orderNotOpen')
    const status = await cancelOrder(toolsOf(context), order.id, 'buyer').catch(refuseFailure)
    if (status === null) throw new Refusal('paymentRunning')
    return { status }
  }),

  serve(orderCalls.refund, async (context) => {
    const { db, scope, session, input } = context
    const found = await findOrder(db, scope, input.orderNo)
    const isSeller = mayRefund(found, { scope, session })
    const { refund, deviceIds } = await inTransaction(context, async ({ db: trx }) => {
      const order = await lockOrder(trx, found.id)
      if (order === null) throw new Refusal('notFound')
      if (isSeller) return makeRefund(trx, order, input, deciding(context))
      if (!found.isOwn) throw new Refusal('notFound')
      return { refund: await requestRefund(trx, order, input, deciding(context)), deviceIds: [] }
    })
    return sendRefund(context, refund, deviceIds)
  }),

  serve(orderCalls.decideRefund, async (context) => {
    const { db, scope, session, input } = context
    const found = await findOrder(db, scope, input.orderNo)
    if (!mayRefund(found, { scope, session })) throw new Refusal('notFound')
    const { refund, deviceIds } = await inTransaction(context, async ({ db: trx }) => {
      const order = await lockOrder(trx, found.id)
      if (order === null) throw new Refusal('notFound')
      return decideRefund(trx, order, input, deciding(context))
    })
    return sendRefund(context, refund, deviceIds)
  }),

  serve(orderCalls.receipt, async ({ db, scope, session, input, language }) => {
    const order = await findOrder(db, scope, input.orderNo)
    if (order.receipt_number === null) throw new Refusal('orderNotOpen')
    // What draws pages takes tens of megabytes: it is loaded by the first who asks for one.
    const { receiptFile } = await import('./receipt.ts')
    return receiptFile(db, order, { language, timeZone: session.account.timeZone })
  }),

  serve(orderCalls.income, async ({ db, scope, session, input }) => {
    if (input.to - input.from > maxIncomeMs) throw new Refusal('rangeTooLong', { count: maxIncomeDays })
    const of = input.id === undefined ? null : await findAccountRow(db, scope, input.id)
    const which = ordersBelow(of === null ? scope : { path: of.path, accountId: of.id })
    return { list: await findIncome(db, { ...input, which, timeZone: session.account.timeZone }) }
  }),

  serve(payAccountCalls.allowedPay, async ({ db, scope }) => {
    const { sale } = await findPrices(db, scope.accountId, 1, [])
    const online = await payWaysOf(db, sale.sellerId)
    const balances = (await findBalances(db, [scope.accountId])).get(scope.accountId) ?? {}
    const held = currencyCodes.flatMap((currency) => {
      const amount = balances[currency] ?? 0
      return amount > 0 ? [{ currency, amount }] : []
    })
    return {
      list: online.map(({ provider, currencies }) => ({ payType: provider, currencies: [...currencies] })),
      balances: scope.deviceId === null ? held : [],
    }
  }),

  serve(payAccountCalls.sandbox, async (context) => {
    const { db, scope, session, input, now } = context
    const isAdministrator = session.account.role === roles.admin
    const order = await findOrder(db, scope, input.orderNo, { isOwnOnly: !isAdministrator })
    const payment = await db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('provider', '=', 'sandbox')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (payment === undefined) throw new Refusal('sandboxOff')
    const tools = toolsOf(context)
    if ((await tools.clientOf(payment.pay_account_id)) === null) throw new Refusal('sandboxOff')
    const number = paymentNumber(order.order_no, payment.id)
    const account = { provider: 'sandbox', payAccountId: payment.pay_account_id }
    const events = await chooseOutcome(db, { number, ...account, outcome: input.outcome, now })
    if (events === null) throw new Refusal('orderNotOpen')
    for (const event of events) await receiveEvent(tools, account, event)
    await askAbout(tools, payment.pay_account_id)
  }),
]

/** Pages that follow an order have its provider asked no more often than this. */
const refreshedMs = 2_000
const maxRefreshed = 10_000
const refreshTimes = new Map<number, number>()

function mayRefresh(paymentId: number): boolean {
  const time = performance.now()
  if (time - (refreshTimes.get(paymentId) ?? -Infinity) < refreshedMs) return false
  if (refreshTimes.size >= maxRefreshed) refreshTimes.clear()
  refreshTimes.set(paymentId, time)
  return true
}

/**
 * Whoever signed in to one device orders as the account that owns it: at its prices, and into the list of its orders. The
 * link is often made by an agent, whose own prices and orders are nothing to its customers.
 */
const byDeviceOwner = (handler: Handler): Handler => ({
  call: handler.call,
  run: async (context, caller) =>
    handler.run(context, caller && { ...caller, scope: await deviceOwnerScope(context.db, caller.scope) }),
})

export const orderHandlers = handlers.map(byDeviceOwner)

async function deviceOwnerScope(db: Context['db'], scope: Context['scope']): Promise<Context['scope']> {
  if (scope.deviceId === null) return scope
  const owner = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['accounts.id', 'accounts.path'])
    .where('devices.id', '=', scope.deviceId)
    .executeTakeFirst()
  return owner ? { ...scope, accountId: owner.id, path: owner.path } : scope
}

/** Somebody's balance is spent by himself: not by who acts as him and sells to him. */
function assertHimself({ session }: Context, payType: PayType): void {
  if (payType === 'balance' && session.actor !== null) throw new Refusal('notWhileActing')
}

/** @throws {Refusal} where an order that was placed cannot be paid this way */
function assertMayPay(context: Context, order: OrderRow, payType: PayType): void {
  assertHimself(context, payType)
  const isOwnMoney = payType === 'balance' && (order.kind === 'topUp' || context.scope.deviceId !== null)
  if (payType === 'card' || isOwnMoney) throw new Refusal('payTypeUnavailable')
}

const maxIncomeDays = 370
const maxIncomeMs = maxIncomeDays * 86_400_000

async function ordersOf(
  db: Context['db'],
  scope: Context['scope'],
  accountId: number,
  { withSubAccounts }: { withSubAccounts: boolean },
) {
  const { path } = await findAccountRow(db, scope, accountId)
  const isOf = withSubAccounts ? sql`starts_with(o.buyer_path, ${path})` : sql`o.buyer_path = ${path}`
  return sql<boolean>`(${ordersBelow(scope)} and ${isOf})`
}

/**
 * Whoever is above the buyer and had a part of the sale decides on refunds, for he bears them; administrators on their own
 * too.
 */
const mayRefund = (order: OrderRow, { scope, session }: Pick<Context, 'scope' | 'session'>): boolean =>
  scope.deviceId === null &&
  session.permissions.includes('main:pay') &&
  (order.buyer_path.startsWith(scope.path) || order.seller_id === scope.accountId) &&
  (order.buyer_path !== scope.path || session.account.role === roles.admin) &&
  (session.account.role === roles.admin || order.share_account_ids.includes(scope.accountId)) &&
  mayDecide(order, { isAdministrator: session.account.role === roles.admin })

/** Places or pays an order in one transaction, then makes its payment at the provider. */
async function place(
  context: Context,
  work: (trx: Parameters<typeof placeOrder>[0]) => Promise<Placed>,
): Promise<PlacedOrder> {
  const { order, paymentId, refused } = await inTransaction(context, async ({ db, bus }) => {
    const placed = await work(db)
    if (placed.deviceIds.length > 0)
      bus.publish('device.edited', { deviceIds: Int32Array.from(placed.deviceIds) })
    return placed
  })
  if (paymentId !== null) await runPayment(toolsOf(context), paymentId).catch(refuseFailure)
  const payment =
    paymentId === null
      ? null
      : await context.db
          .selectFrom('payments')
          .selectAll()
          .where('id', '=', paymentId)
          .executeTakeFirstOrThrow()
  if (payment?.state === 'failed') throw new Refusal('payProviderRefused')
  const page = payment?.pay_page
  const { status } = await context.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return {
    orderNo: order.order_no,
    amount: order.amount,
    currency: order.currency,
    status,
    refused,
    ...(page?.url && { payUrl: page.url }),
    ...(page && { payPage: page }),
  }
}

/** @throws {Refusal} what a caller is told of a provider's failure */
function refuseFailure(error: unknown): never {
  if (!(error instanceof PayFailure)) throw error
  throw new Refusal(error.kind === 'refused' ? 'payProviderRefused' : 'payProviderSilent', { cause: error })
}

async function openPayment(db: Context['db'], orderId: number) {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('order_id', '=', orderId)
    .where('state', 'in', [...openPaymentStates])
    .executeTakeFirst()
  return payment ?? null
}

/** An attempt that is open is closed before another one begins: nobody pays twice. @throws {Refusal} `paymentRunning` */
async function abandonOpen(context: Context, order: OrderRow): Promise<void> {
  const open = await openPayment(context.db, order.id)
  if (open === null) return
  await runPayment(toolsOf(context), open.id, 'again').catch(refuseFailure)
  if ((await openPayment(context.db, order.id)) !== null) throw new Refusal('paymentRunning')
}

async function sendRefund(
  context: Context,
  refund: { id: number; state: string; amount: number },
  deviceIds: readonly number[],
) {
  if (deviceIds.length > 0) context.bus.publish('device.edited', { deviceIds: Int32Array.from(deviceIds) })
  if (refund.state === 'sending') await runRefund(toolsOf(context), refund.id)
  const { state } = await context.db
    .selectFrom('refunds')
    .select('state')
    .where('id', '=', refund.id)
    .executeTakeFirstOrThrow()
  return { state, amount: refund.amount }
}
