import { onlinePayTypes } from '@trackway/core/codes/orders.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Something about orders that the books do not say. */
export interface OrderFault {
  fault:
    | 'paymentDiffers'
    | 'orderUnpaid'
    | 'lineDiffers'
    | 'refundDiffers'
    | 'refundedDiffers'
    | 'receiptsDiffer'
  /** The payment, order, refund, or the seller (0: the platform). */
  id: number
  /** Currency; of receipts the year. */
  asset: string
  expected: number
  found: number
}

/**
 * Proves that orders are as the books are: of each payment what was captured and not refunded is its money at the
 * provider; an order that is paid online has a payment of its amount; each device that was paid for is renewed once, and no other; each refund that is done is booked once, and
 * no other, and an order's are its refunded amount; receipts of a seller and year have no gaps.
 * @returns what is not so, the first 1,000 of each
 */
export async function checkOrders(db: Db): Promise<OrderFault[]> {
  const payments = await sql<OrderFault>`
    with booked as (
      select coalesce(p.id, r.payment_id) as id, sum(e.amount) as amount
      from ledger_entries e join ledger_movements m on m.id = e.movement_id
        left join payments p on m.cause = 'payment' and p.id = m.cause_id
        left join refunds r on m.cause = 'refund' and r.id = m.cause_id
      where e.book = 'provider' and m.cause in ('payment', 'refund') group by 1
    )
    select 'paymentDiffers' as fault, p.id, p.currency as asset, own.amount as expected, coalesce(-booked.amount, 0) as found
    from payments p cross join lateral (
        select case p.state when 'captured' then p.amount else 0 end - p.refunded_amount as amount) as own
      left join booked on booked.id = p.id
    where own.amount <> coalesce(-booked.amount, 0) limit 1000`.execute(db)
  const unpaid = await sql<OrderFault>`
    select 'orderUnpaid' as fault, o.id, o.currency as asset, o.amount as expected, coalesce(paid.amount, 0) as found
    from orders o cross join lateral (select max(p.amount) as amount, bool_or(p.amount = o.amount and p.currency = o.currency) as is_equal
      from payments p where p.order_id = o.id and p.state = 'captured') as paid
    where o.status in (2, 3) and o.pay_type = any(${onlinePayTypes}::text[]) and paid.is_equal is not true limit 1000`.execute(
    db,
  )
  const lines = await sql<OrderFault>`
    with renewed as (
      select case r.cause when 'order' then r.cause_id else m.cause_id end as order_id, r.device_id, count(*) as times
      from device_renewals r left join ledger_movements m on r.cause = 'card' and m.id = r.cause_id
      where r.cause = 'order' or m.cause = 'order' group by 1, 2
    )
    select 'lineDiffers' as fault, o.id, o.currency as asset,
      count(*) filter (where o.status in (2, 3) and l.result = 'renewed') as expected, coalesce(sum(renewed.times), 0) as found
    from orders o join order_lines l on l.order_id = o.id
      left join renewed on renewed.order_id = l.order_id and renewed.device_id = l.device_id
    group by o.id
    having bool_or((o.status in (2, 3)) <> (l.result is not null)
      or coalesce(renewed.times, 0) <> case when o.status in (2, 3) and l.result = 'renewed' then 1 else 0 end)
    order by o.id limit 1000`.execute(db)
  const refunds = await sql<OrderFault>`
    with booked as (select cause_id as id, count(*) as times from ledger_movements where cause = 'refund' group by 1)
    select 'refundDiffers' as fault, coalesce(r.id, booked.id) as id, coalesce(r.currency, '') as asset,
      coalesce(own.times, 0) as expected, coalesce(booked.times, 0) as found
    -- Cards come back to an account only that is there.
    from (select f.*, case when f.state <> 'done' then 0 when o.pay_type = 'card' then null when f.amount = 0 then 0 else 1 end as times
        from refunds f join orders o on o.id = f.order_id) as r
      full join booked on booked.id = r.id
      cross join lateral (select case when r.id is null then 0 else coalesce(r.times, booked.times) end as times) as own
    where coalesce(own.times, 0) <> coalesce(booked.times, 0) limit 1000`.execute(db)
  const refunded = await sql<OrderFault>`
    select 'refundedDiffers' as fault, o.id, o.currency as asset, done.amount as expected, o.refunded_amount as found
    from orders o cross join lateral (select coalesce(sum(r.amount), 0) as amount from refunds r
      where r.order_id = o.id and r.state = 'done' and r.cause <> 'late') as done
    where o.refunded_amount <> done.amount limit 1000`.execute(db)
  // Orders of a seller that is gone are told from the platform's no more, which may hide a gap of the platform.
  const receipts = await sql<OrderFault>`
    select 'receiptsDiffer' as fault, n.seller_id as id, n.year::text as asset, n.last as expected, given.count as found
    from receipt_numbers n cross join lateral (
        select count(distinct receipt_number) as count, max(receipt_number) as last from orders o
        where o.receipt_year = n.year and coalesce(o.seller_id, 0) = n.seller_id
          and (n.seller_id > 0 or receipt_number <= n.last)) as given
    where (n.seller_id = 0 or exists (select from accounts a where a.id = n.seller_id))
      and (given.count <> n.last or given.last is distinct from n.last) limit 1000`.execute(db)
  return [payments, unpaid, lines, refunds, refunded, receipts].flatMap(({ rows }) =>
    rows.map((row) => ({
      ...row,
      id: Number(row.id),
      expected: Number(row.expected),
      found: Number(row.found),
    })),
  )
}
