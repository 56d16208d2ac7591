import type { Currency } from '@trackway/core/codes/currencies.ts'
import { type DurationId, durations } from '@trackway/core/codes/durations.ts'
import { cardAsset } from '@trackway/core/codes/ledger.ts'
import { orderOpenMs, type PayType, payTypes } from '@trackway/core/codes/orders.ts'
import { silentDays } from '@trackway/core/features/cards/calls.ts'
import { usdCents } from '@trackway/core/features/exchange-rates/rates.ts'
import type { PayWay } from '@trackway/core/features/orders/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { discountOf, splitAmount } from '@trackway/core/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { type PlannedRenewal, planRenewals } from '../devices/changes/renew-devices.ts'
import { checkCode, reserveCode } from '../discount-codes/reserve-code.ts'
import { findRate } from '../exchange-rates/queries.ts'
import { accountPlace } from '../ledger/ledger.ts'
import { findBalances } from '../ledger/queries.ts'
import { payWaysOf } from '../pay-accounts/find-pay-account.ts'
import { findPrices, type Sale, type UnitPrice } from '../prices/find-prices.ts'
import { book, type OrderRow, sharesOf } from './book-sale.ts'
import { completeOrder } from './complete-order.ts'
import { newOrderNo } from './numbers.ts'
import { noPayer, type Payer, startPayment } from './start-payment.ts'

const dayMs = 86_400_000
/** Orders of an account that are to be paid; those that nobody pays end after half an hour. */
const maxOpenOrders = 200
/** The same order again within this time is the first one. */
const repeatedMs = 60_000

export interface Renewal {
  terminalIDs: readonly string[]
  duration: DurationId
  target: 'both' | 'platform'
}

/** What renewing devices comes to in one currency: of each device its price, in the order of the devices. */
interface Priced {
  currency: Currency
  units: UnitPrice[]
  listAmount: number
}

interface Offer {
  planned: PlannedRenewal[]
  possible: PlannedRenewal[]
  sale: Sale
  priced: Priced[]
}

async function findOffer(db: Db, scope: Scope, renewal: Renewal, now: number): Promise<Offer> {
  const { months } = durations[renewal.duration]
  const terms = { months, target: renewal.target, payerId: scope.accountId, now }
  const planned = await planRenewals(db, scope, renewal.terminalIDs, terms)
  if (planned.length === 0) throw new Refusal('notFound')
  const possible = planned.filter(({ result }) => result === null)
  const types = [...new Set(possible.map(({ deviceTypeId }) => deviceTypeId))]
  const { sale, prices } = await findPrices(db, scope.accountId, renewal.duration, types)
  const priced = [...prices].flatMap(([currency, byType]): Priced[] => {
    const units = possible.map(({ deviceTypeId }) => byType.get(deviceTypeId))
    // One order is paid in one currency: each of its devices has a price in it.
    if (units.length === 0 || units.some((unit) => unit === undefined)) return []
    const all = units as UnitPrice[]
    return [{ currency, units: all, listAmount: all.reduce((sum, { amount }) => sum + amount, 0) }]
  })
  return { planned, possible, sale, priced }
}

const unitAmountOf = ([first, ...others]: readonly UnitPrice[]): number | null =>
  first && others.every(({ amount }) => amount === first.amount) ? first.amount : null

/** The ways to pay for renewals that the caller has, and what each comes to. */
export async function quoteRenewal(
  db: Db,
  scope: Scope,
  { discountCode, ...renewal }: Renewal & { discountCode?: string | undefined },
  now: number,
) {
  const { planned, possible, sale, priced } = await findOffer(db, scope, renewal, now)
  const discount =
    discountCode === undefined ? null : await checkCode(db, discountCode, { sellerId: sale.sellerId, now })
  const basisPoints = discount?.discountBasisPoints ?? 0
  const isOfDevice = scope.deviceId !== null
  const place = await accountPlace(db, scope.accountId)
  const balances = (await findBalances(db, [scope.accountId])).get(scope.accountId) ?? {}
  const cards = place === 'issued' ? null : (balances[cardAsset(renewal.duration)] ?? 0)
  const ways: PayWay[] = []
  if (!isOfDevice && (cards === null || cards > 0 || (await mayHoldCards(db, scope.accountId))))
    ways.push({
      payType: 'card',
      currency: null,
      listAmount: possible.length,
      amount: possible.length,
      unitAmount: null,
      held: cards,
    })
  const online = await payWaysOf(db, sale.sellerId)
  for (const { currency, units, listAmount } of priced) {
    const amount = listAmount - discountOf(listAmount, basisPoints)
    if (discount !== null && splitDiscounted(units, amount) === null) continue
    const of = { currency, listAmount, amount, unitAmount: unitAmountOf(units) }
    const isCharged = online.some(({ currencies }) => currencies.includes(currency))
    const held = balances[currency] ?? 0
    if (!isOfDevice && (held > 0 || isCharged)) ways.push({ payType: 'balance', ...of, held })
    for (const { provider, currencies } of online)
      if (currencies.includes(currency)) ways.push({ payType: provider, ...of, held: null })
  }
  if (discount !== null && ways.every(({ currency }) => currency === null))
    throw new Refusal('discountCodeUnfit')
  const silentSince = now - silentDays * dayMs
  return {
    planned,
    needed: possible.length,
    refused: planned.length - possible.length,
    silent: planned.filter(({ stateTime }) => stateTime !== null && stateTime < silentSince).length,
    seller: sale.sellerName,
    discountRate: discount && discount.discountBasisPoints / 100,
    ways,
  }
}

async function mayHoldCards(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from ledger_entries where account_id = ${accountId}) as may`.execute(db)
  return rows[0]?.may ?? false
}

export interface NewOrder extends Renewal {
  payType: PayType
  currency?: Currency | undefined
  discountCode?: string | undefined
}

interface Placing {
  scope: Scope
  operatorId: number
  /** Left out: no provider is told of it. */
  payer?: Payer
  now: number
}

export interface Placed {
  order: OrderRow
  /** To be made at the provider; null: it is paid. */
  paymentId: number | null
  /** Devices that were renewed at once. */
  deviceIds: number[]
  refused: { id: string; result: string }[]
}

/**
 * Places an order of service time. Paid by cards or a balance, it is completed at once; else a payment is noted that is
 * to be made at the provider once all of this is committed. The same order again within a minute is the first one, which
 * is what a second click means.
 * @throws {Refusal} the refusals of the call
 */
export async function placeOrder(
  trx: Trx,
  renewal: NewOrder,
  { scope, operatorId, payer = noPayer, now }: Placing,
): Promise<Placed> {
  // Cards have no price that a code takes something off.
  const given = renewal.payType === 'card' ? { ...renewal, discountCode: undefined } : renewal
  // Two clicks at once come one after the other.
  await lockOrdersOf(trx, scope.accountId)
  const { planned, possible, sale, priced } = await findOffer(trx, scope, given, now)
  const refused = planned.flatMap(({ terminalID: id, result }) => (result === null ? [] : [{ id, result }]))
  if (possible.length === 0) throw new Refusal(planned[0]!.result!)
  if (scope.deviceId !== null && !payTypes[given.payType].isOnline) throw new Refusal('payTypeUnavailable')
  const known = await findRepeated(trx, given, possible, { scope, operatorId, now })
  if (known !== null)
    return { order: known, paymentId: await openPaymentOf(trx, known, payer), deviceIds: [], refused }
  const way = await chooseWay(trx, given, { sale, priced })
  const order = await insertOrder(trx, {
    buyerId: scope.accountId,
    operatorId,
    sale,
    payType: given.payType,
    currency: way.currency,
    kind: 'renewal',
    duration: given.duration,
    target: given.target,
    deviceCount: possible.length,
    listAmount: way.listAmount,
    now,
  })
  const discount =
    given.discountCode === undefined
      ? null
      : await reserveCode(trx, given.discountCode, { id: order.id, sellerId: sale.sellerId, now })
  const basisPoints = discount?.discountBasisPoints ?? 0
  const amount = way.listAmount - discountOf(way.listAmount, basisPoints)
  await insertLines(trx, order, possible, way.units, amount)
  await finishPricing(trx, order, { amount, basisPoints, code: given.discountCode, now })
  const { paymentId, deviceIds } = await payFor(trx, order, way.payAccountId, { payer, now })
  return { order, paymentId, deviceIds, refused }
}

/** Of the locks that transactions take by number. */
const orderLocks = 0x6f72

/** What an account orders is ordered one after the other. */
export async function lockOrdersOf(trx: Trx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${orderLocks}, ${accountId})`.execute(trx)
}

/** Orders money on the balance of an account. @throws {Refusal} `payTypeUnavailable` */
export async function placeTopUp(
  trx: Trx,
  { amount, currency, payType }: { amount: number; currency: Currency; payType: PayType },
  { scope, operatorId, payer = noPayer, now }: Placing,
): Promise<Placed> {
  const { sale } = await findPrices(trx, scope.accountId, 1, [])
  const payAccountId = await onlineAccount(trx, sale.sellerId, payType, currency)
  const order = await insertOrder(trx, {
    buyerId: scope.accountId,
    operatorId,
    sale,
    payType,
    currency,
    kind: 'topUp',
    duration: null,
    target: null,
    deviceCount: 0,
    listAmount: amount,
    now,
  })
  await finishPricing(trx, order, { amount, basisPoints: 0, code: undefined, now })
  const { paymentId } = await payFor(trx, order, payAccountId, { payer, now })
  return { order, paymentId, deviceIds: [], refused: [] }
}

/** Pays an order that is to be paid: at once from cards or a balance, or by a new payment. */
export async function payFor(
  trx: Trx,
  order: OrderRow,
  payAccountId: number | null,
  { payer = noPayer, now }: Pick<Placing, 'payer' | 'now'>,
): Promise<{ paymentId: number | null; deviceIds: number[] }> {
  if (payAccountId !== null)
    return { paymentId: await startPayment(trx, order, payAccountId, payer, now), deviceIds: [] }
  const { lines, deviceIds } = await completeOrder(trx, order, now)
  // A device that went away this instant would be paid for nothing.
  if (lines.some(({ result }) => result !== 'renewed')) throw new Refusal('operationRepeated')
  if (order.pay_type === 'balance')
    await book(
      trx,
      { order, kind: 'sale', cause: { name: 'order', id: order.id }, operatorId: order.operator_id, now },
      [{ place: { held: order.buyer_id! }, amount: -order.amount }, ...(await sharesOf(trx, order, lines))],
    )
  order.status = 2
  return { paymentId: null, deviceIds }
}

interface Way extends Priced {
  /** Null: paid by cards or a balance. */
  payAccountId: number | null
}

async function chooseWay(
  trx: Trx,
  { payType, currency }: NewOrder,
  { sale, priced }: Pick<Offer, 'sale' | 'priced'>,
): Promise<Way> {
  // Cards have no price: each of them is one device's.
  if (payType === 'card') return { currency: 'USD', units: [], listAmount: 0, payAccountId: null }
  const possible = priced.filter((each) => currency === undefined || each.currency === currency)
  if (possible.length === 0) throw new Refusal('priceMissing')
  if (payType === 'balance') return { ...possible[0]!, payAccountId: null }
  const online = (await payWaysOf(trx, sale.sellerId)).find(({ provider }) => provider === payType)
  const found = possible.find((each) => online?.currencies.includes(each.currency))
  if (online === undefined || found === undefined) throw new Refusal('payTypeUnavailable')
  return { ...found, payAccountId: online.payAccountId }
}

/** @throws {Refusal} `payTypeUnavailable` */
export async function onlineAccount(
  trx: Db,
  sellerId: number | null,
  payType: PayType,
  currency: Currency,
): Promise<number> {
  const way = (await payWaysOf(trx, sellerId)).find(
    ({ provider, currencies }) => provider === payType && currencies.includes(currency),
  )
  if (way === undefined) throw new Refusal('payTypeUnavailable')
  return way.payAccountId
}

/** As it stands in the order, however it was typed. */
const codeOf = (text: string | undefined): string | null =>
  text?.toUpperCase().replaceAll(/[^0-9A-Z]/g, '') ?? null

async function findRepeated(
  trx: Trx,
  { duration, target, payType, currency, discountCode }: NewOrder,
  devices: readonly PlannedRenewal[],
  { scope, now }: Placing,
): Promise<OrderRow | null> {
  const ids = devices.map(({ id }) => id).toSorted((a, b) => a - b)
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', scope.accountId)
    .where('status', '=', 1)
    .where('create_time', '>', now - repeatedMs)
    .where('duration', '=', duration)
    .where('target', '=', target)
    .where('pay_type', '=', payType)
    .where('discount_code', 'is not distinct from', codeOf(discountCode))
    .where((where) =>
      where.or([where.lit(currency === undefined), where('currency', '=', currency ?? 'USD')]),
    )
    .where(
      sql<boolean>`(select array_agg(device_id order by device_id) from order_lines where order_id = orders.id) = ${ids}::int4[]`,
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return order ?? null
}

async function openPaymentOf(trx: Trx, order: OrderRow, payer: Payer): Promise<number | null> {
  const payment = await trx
    .selectFrom('payments')
    .select(['id', 'state', 'pay_account_id'])
    .where('order_id', '=', order.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (payment === undefined) return null
  const isOver = payment.state === 'failed' || payment.state === 'expired'
  return isOver ? startPayment(trx, order, payment.pay_account_id, payer, order.create_time) : payment.id
}

interface OrderParts {
  buyerId: number
  operatorId: number
  sale: Sale
  payType: PayType
  currency: Currency
  kind: OrderRow['kind']
  duration: DurationId | null
  target: 'both' | 'platform' | null
  deviceCount: number
  listAmount: number
  now: number
}

async function insertOrder(trx: Trx, parts: OrderParts): Promise<OrderRow> {
  const { sale, now } = parts
  const buyer = await trx
    .selectFrom('accounts')
    .select(['username', 'path'])
    .where('id', '=', parts.buyerId)
    .executeTakeFirstOrThrow()
  const open = await trx
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', parts.buyerId)
    .where('status', '=', 1)
    .limit(maxOpenOrders)
    .execute()
  if (open.length >= maxOpenOrders) throw new Refusal('tooManyRequests')
  return trx
    .insertInto('orders')
    .values({
      order_no: newOrderNo(now),
      kind: parts.kind,
      status: 1,
      buyer_id: parts.buyerId,
      buyer_name: buyer.username,
      buyer_path: buyer.path,
      operator_id: parts.operatorId,
      seller_id: sale.sellerId,
      seller_name: sale.sellerName,
      pay_type: parts.payType,
      currency: parts.currency,
      list_amount: parts.listAmount,
      amount: parts.listAmount,
      duration: parts.duration,
      target: parts.target,
      device_count: parts.deviceCount,
      share_account_ids: sql`${sale.shareAccountIds}::int4[]`,
      create_time: now,
      expire_time: now + orderOpenMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * What each device costs of a discounted amount.
 * @returns null where the discount, which is the seller's, would be at the cost of those above it, or leave nothing to pay
 */
function splitDiscounted(units: readonly UnitPrice[], amount: number): number[] | null {
  const amounts = splitAmount(
    amount,
    units.map((unit) => unit.amount),
  )
  const isSellers = units.every(({ amount: list, shares: [own = 0] }, n) => own >= list - amounts[n]!)
  return amount >= 1 && isSellers ? amounts : null
}

/** @throws {Refusal} `discountCodeUnfit` */
async function insertLines(
  trx: Trx,
  order: OrderRow,
  devices: readonly PlannedRenewal[],
  units: readonly UnitPrice[],
  amount: number,
): Promise<void> {
  // Paid by cards, there are no prices.
  const amounts = units.length === 0 ? devices.map(() => 0) : splitDiscounted(units, amount)
  if (amounts === null) throw new Refusal('discountCodeUnfit')
  const rows = devices.map((device, n) => {
    const [own = 0, ...others] = units[n]?.shares ?? []
    const list = units[n]?.amount ?? 0
    const paid = amounts[n]!
    // The discount is the seller's.
    const left = own - (list - paid)
    return {
      device_id: device.id,
      line_no: n + 1,
      terminal_id: device.terminalID,
      nickname: device.nickname,
      list_amount: list,
      amount: paid,
      share_amounts: units.length === 0 ? [] : [left, ...others],
    }
  })
  await sql`insert into order_lines (order_id, device_id, line_no, terminal_id, nickname, list_amount, amount, share_amounts)
    select ${order.id}, device_id, line_no, terminal_id, nickname, list_amount, amount,
      coalesce((select array_agg(value::int8 order by n) from jsonb_array_elements_text(share_amounts) with ordinality as s (value, n)), '{}')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (device_id int4, line_no int2, terminal_id text,
      nickname text, list_amount int8, amount int8, share_amounts jsonb)`.execute(trx)
}

async function finishPricing(
  trx: Trx,
  order: OrderRow,
  {
    amount,
    basisPoints,
    code,
    now,
  }: { amount: number; basisPoints: number; code: string | undefined; now: number },
): Promise<void> {
  const usdRate = await findRate(trx, order.currency, dayAt(now, 'UTC'))
  const set = {
    amount,
    ...(code !== undefined && {
      discount_code: codeOf(code),
      discount_basis_points: basisPoints,
    }),
    usd_rate: usdRate,
    usd_amount: usdRate === null ? null : usdCents(amount, order.currency, usdRate),
  }
  await trx.updateTable('orders').set(set).where('id', '=', order.id).execute()
  Object.assign(order, set)
}
