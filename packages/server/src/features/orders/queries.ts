import { durations } from '@trackway/core/codes/durations.ts'
import { orderStatusNames, payTypes } from '@trackway/core/codes/orders.ts'
import type { Order, OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import type { OrderRow } from './book-sale.ts'

/** Pages go no further; filters narrow the query. */
const maxCounted = 10_000

type Filter = z.output<typeof orderCalls.find.input> &
  Pick<z.output<typeof orderCalls.findBelow.input>, 'refundState'>

/** Orders that the caller placed; in a session of one device, those of that device alone. */
export function ownOrders({ accountId, deviceId }: Scope): RawBuilder<boolean> {
  const mine = sql<boolean>`o.buyer_id = ${accountId}`
  return deviceId === null
    ? mine
    : sql<boolean>`(${mine} and o.device_count = 1 and exists (
        select from order_lines l where l.order_id = o.id and l.device_id = ${deviceId}))`
}

/**
 * Orders of accounts that were below the caller when they ordered, and what he sold himself: also after he was moved
 * below another superior.
 */
export const ordersBelow = ({ path, accountId }: Pick<Scope, 'path' | 'accountId'>): RawBuilder<boolean> =>
  sql<boolean>`(o.buyer_path > ${path} and o.buyer_path < ${pathEnd(path)} or o.seller_id = ${accountId})`

/** A page of orders, newest first. */
export async function findOrders(db: Db, which: RawBuilder<boolean>, filter: Filter): Promise<Page<Order>> {
  const { status, payType, kind, refundState, search = '', pageNum, pageSize } = filter
  const conditions = [which]
  let from = sql`orders o`
  let withLines = sql``
  if (status !== undefined) conditions.push(sql`o.status = ${orderStatusNames.indexOf(status) + 1}::int2`)
  if (payType !== undefined) conditions.push(sql`o.pay_type = ${payType}`)
  if (kind !== undefined) conditions.push(sql`o.kind = ${kind}`)
  if (refundState !== undefined)
    conditions.push(sql`o.id in (select order_id from refunds where state = ${refundState})`)
  if (filter.from !== undefined) conditions.push(sql`o.create_time >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`o.create_time <= ${filter.to}`)
  if (search !== '') {
    const pattern = likePattern(search)
    conditions.push(
      sql`(o.order_no ilike ${pattern} or o.buyer_name ilike ${pattern} or lines.order_id is not null)`,
    )
    // Joined, for where a part of a number is in most lines a subquery would be looked through for each order.
    withLines = sql`lines as materialized (select distinct l.order_id from orders o join order_lines l on l.order_id = o.id
      where ${which} and l.terminal_id ilike ${pattern}), `
    from = sql`orders o left join lines on lines.order_id = o.id`
  }
  // Counted and cut to a page in one pass: a filter that meets few looks at all.
  const { rows } = await sql<
    OrderRow & { total: number; unit_amount: number | null; refund_state: Order['refundState'] }
  >`
    with ${withLines}found as materialized (
      select o.id from ${from} where ${sql.join(conditions, sql` and `)} order by o.id desc limit ${maxCounted}
    ), page as (select id from found order by id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select o.*, (select count(*) from found) as total,
      (select case when min(list_amount) = max(list_amount) then min(list_amount) end
        from order_lines l where l.order_id = o.id) as unit_amount,
      (select state from refunds r where r.order_id = o.id order by r.id desc limit 1) as refund_state
    from (select count(*) as total from found) as counted left join page on true left join orders o on o.id = page.id
    order by o.id desc`.execute(db)
  // Of a page beyond the last one there is the number alone.
  return { list: rows.filter(({ id }) => id !== null).map(orderOf), total: rows[0]?.total ?? 0 }
}

function orderOf(row: OrderRow & { unit_amount: number | null; refund_state: Order['refundState'] }): Order {
  return {
    id: row.id,
    orderNo: row.order_no,
    kind: row.kind,
    status: row.status,
    buyer: row.buyer_name,
    seller: row.seller_name,
    payType: row.pay_type,
    paymentType: payTypes[row.pay_type].id,
    currency: row.currency,
    listAmount: row.list_amount,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    usdAmount: row.usd_amount,
    taxAmount: row.tax_amount,
    duration: row.duration,
    days: row.duration === null ? null : durations[row.duration].days,
    target: row.target,
    deviceCount: row.device_count,
    unitAmount: row.pay_type === 'card' || row.kind === 'topUp' ? null : row.unit_amount,
    discountCode: row.discount_code,
    discountRate: row.discount_basis_points === null ? null : row.discount_basis_points / 100,
    createTime: row.create_time,
    expireTime: row.expire_time,
    paidTime: row.paid_time,
    cancelTime: row.cancel_time,
    cancelCause: row.cancel_cause,
    receiptNo: receiptNoOf(row),
    refundState: row.refund_state,
  }
}

export const receiptNoOf = ({ receipt_year, receipt_number }: OrderRow): string | null =>
  receipt_number === null ? null : `${receipt_year}-${String(receipt_number).padStart(6, '0')}`

/**
 * An order that the caller placed or that is of an account below.
 * @throws {Refusal} `notFound`
 */
export async function findOrder(
  db: Db,
  scope: Scope,
  orderNo: string,
  { isOwnOnly = false } = {},
): Promise<OrderRow & { isOwn: boolean }> {
  const which =
    isOwnOnly || scope.deviceId !== null
      ? ownOrders(scope)
      : sql<boolean>`(${ownOrders(scope)} or ${ordersBelow(scope)})`
  const { rows } = await sql<OrderRow>`
    select o.* from orders o where o.order_no = ${orderNo} and ${which}`.execute(db)
  const [order] = rows
  if (order === undefined) throw new Refusal('notFound')
  return { ...order, isOwn: order.buyer_id === scope.accountId }
}

/** An order with all that is known of it. */
export async function findOrderDetail(
  db: Db,
  scope: Scope,
  orderNo: string,
  mayRefund: (order: OrderRow) => boolean,
): Promise<OrderDetail> {
  const order = await findOrder(db, scope, orderNo)
  const [{ list }, lines, payments, refunds] = await Promise.all([
    findOrders(db, sql<boolean>`o.id = ${order.id}`, { pageNum: 1, pageSize: 1 }),
    sql<OrderDetail['lines'][number]>`
      select l.terminal_id as "terminalID", l.nickname, l.amount, l.result, r.platform_after_time as "platformExpireTime",
        coalesce(f.state = 'done', false) as "isRefunded"
      from order_lines l left join refunds f on f.id = l.refund_id
        left join device_renewals r on r.device_id = l.device_id and r.cause = 'order' and r.cause_id = l.order_id
      where l.order_id = ${order.id} order by l.line_no limit 1000`.execute(db),
    db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('id', 'desc')
      .limit(100)
      .execute(),
    sql<OrderDetail['refunds'][number]>`
      select id, state, cause, amount, currency, takes_back as "takesBack", is_by_hand as "isByHand", reason, answer, failure,
        create_time as "createTime", end_time as "endTime",
        array(select terminal_id from order_lines l where l.order_id = refunds.order_id and l.device_id = any(refunds.device_ids)
          order by line_no) as "terminalIDs"
      from refunds where order_id = ${order.id} order by id desc limit 100`.execute(db),
  ])
  return {
    ...list[0]!,
    lines: lines.rows,
    payments: payments.map((row) => ({
      id: row.id,
      provider: row.provider,
      state: row.state,
      amount: row.amount,
      currency: row.currency,
      providerPayment: row.provider_payment,
      providerCapture: row.provider_capture,
      // Codes and words of the provider are for the seller.
      failure: order.isOwn ? null : row.failure,
      createTime: row.create_time,
      endTime: row.end_time,
      payPage: order.status === 1 && order.isOwn ? row.pay_page : null,
    })),
    refunds: refunds.rows.map((refund) => ({ ...refund, failure: order.isOwn ? null : refund.failure })),
    isOwn: order.isOwn,
    mayRefund: mayRefund(order),
  }
}

type Income = z.output<typeof orderCalls.income.output>['list']

/** What orders below brought: by the day of the caller's zone in which they were paid, or by seller. */
export async function findIncome(
  db: Db,
  {
    which,
    from,
    to,
    by,
    timeZone,
  }: { which: RawBuilder<boolean>; from: number; to: number; by: 'day' | 'account'; timeZone: string },
): Promise<Income> {
  const day = sql`(to_timestamp(paid_time / 1000) at time zone ${timeZone})::date`
  const { rows } = await sql<Income[number]>`
    select to_char(day, 'YYYY-MM-DD') as day, account, currency, orders, amount, "refundedAmount", "usdAmount", "withoutRate" from (
    select ${by === 'day' ? day : sql`null::date`} as day, ${by === 'day' ? sql`null::text` : sql`seller_name`} as account,
      currency, count(*)::int as orders, sum(amount)::int8 as amount, sum(refunded_amount)::int8 as "refundedAmount",
      coalesce(sum(case when refunded_amount = 0 then usd_amount
          else round(usd_amount::numeric * (amount - refunded_amount) / amount) end), 0)::int8
        as "usdAmount", count(*) filter (where usd_amount is null)::int as "withoutRate"
    from orders o where paid_time between ${from} and ${to} and ${which} and kind = 'renewal' and pay_type <> 'card'
    group by 1, 2, 3) as sums order by sums.day desc nulls last, amount desc limit 1000`.execute(db)
  return rows
}
