import { discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { discountCodeHandlers } from '@trackway/server/features/discount-codes/calls.ts'
import { ledgerHandlers } from '@trackway/server/features/ledger/calls.ts'
import { checkLedger } from '@trackway/server/features/ledger/check.ts'
import { orderHandlers } from '@trackway/server/features/orders/calls.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'
import { type Case, fillAccounts, measureCases } from './load/accounts.ts'
import { type BenchDatabase, openBenchDatabase } from './load/bench-database.ts'
import { rounded } from './load/figures.ts'

/**
 * A year of 100,000 orders of 2,000 accounts, a million entries of the ledger and 100,000 discount codes of one agent,
 * over HTTP, as the administrator, as an agent of a twentieth of them and as an end user: every list, sum, chart and
 * filter within 200 ms. Then the check of the books.
 */
const agents = 20
const usersPerAgent = 100
const orders = 100_000
const movements = 500_000
const codes = 100_000
const rounds = 7
const dayMs = 86_400_000
const yearMs = 365 * dayMs
const now = Date.now()

const database = await openBenchDatabase(0)
try {
  await fill(database)
  console.table(await measure(database))
  const begin = performance.now()
  await checkLedger(database.db)
  console.table([{ what: 'the check of the books', s: rounded((performance.now() - begin) / 1000, 1) }])
} finally {
  await database.drop()
}

async function fill(database: Database): Promise<void> {
  const { pool } = database
  await fillAccounts(database, { agents, usersPerAgent, now })
  await pool.query(`insert into pay_accounts (account_id, provider, name, settings, create_time, change_time)
    values (1, 'sandbox', 'Provider', '{}', 0, 0)`)
  // Of a hundred: 84 are paid, 3 of them refunded, 16 were cancelled. The newest 20 are to be paid.
  await pool.query(
    `insert into orders (order_no, kind, status, buyer_id, buyer_name, buyer_path, operator_id, seller_id, seller_name, pay_type,
       currency, list_amount, amount, refunded_amount, usd_rate, usd_amount, duration, target, device_count, share_account_ids,
       create_time, expire_time, paid_time, cancel_time, cancel_cause, receipt_year, receipt_number, receipt)
     select 'TW' || to_char(to_timestamp(at / 1000), 'YYYYMMDD') || lpad(n::text, 9, '0'), 'renewal', status, a.id, a.username, a.path,
       a.id, a.parent_id, 'agent' || (a.parent_id - 1000), (array['paypal', 'weixin', 'balance', 'card'])[1 + n % 4], 'USD', 9000, amount,
       case status when 3 then amount else 0 end, 1, amount, 3, 'both', 3, array[a.parent_id, null], at, at + 1800000,
       case when status in (2, 3) then at + 60000 end, case status when 4 then at + 1800000 end,
       case status when 4 then 'expired' end, case when status in (2, 3) then 2026 end,
       case when status in (2, 3) then row_number() over (partition by a.parent_id, status in (2, 3) order by n) end, '{"name": "Shop"}'
     from generate_series(1, $1::int4) n
       join accounts a on a.id = 10001 + n % $2::int4
       cross join lateral (select $3::bigint - $4::bigint + n * ($4 / $1) as at,
         case when n > $1 - 20 then 1 when n % 100 < 16 then 4 when n % 100 < 19 then 3 else 2 end as status,
         case n % 4 when 3 then 0 else 9000 end as amount) o`,
    [orders, agents * usersPerAgent, now, yearMs],
  )
  await pool.query(
    `insert into receipt_numbers (seller_id, year, last) select seller_id, 2026, max(receipt_number) from orders
     where receipt_number is not null group by 1`,
  )
  await pool.query(
    `insert into order_lines (order_id, device_id, line_no, terminal_id, nickname, list_amount, amount, share_amounts, result)
     select o.id, 3 * o.id + l, l + 1, (860000000000000 + 3 * o.id + l)::text, 'vehicle ' || l, 3000, o.amount / 3,
       case when o.pay_type = 'card' then '{}'::int8[] else array[1000, o.amount / 3 - 1000] end,
       case when o.status in (2, 3) then 'renewed' end
     from orders o cross join generate_series(0, 2) l`,
  )
  await pool.query(
    `insert into payments (order_id, provider, pay_account_id, state, amount, currency, provider_payment, provider_capture,
       refunded_amount, create_time, end_time)
     select id, pay_type, 1, case when status in (2, 3) then 'captured' when status = 1 then 'created' else 'expired' end, amount,
       currency, 'there' || id, 'money' || id, case status when 3 then amount else 0 end, create_time, create_time + 60000
     from orders where pay_type in ('paypal', 'weixin')`,
  )
  await pool.query(
    `insert into refunds (order_id, payment_id, state, device_ids, amount, currency, cause, create_time, end_time)
     select o.id, p.id, 'done', array(select device_id from order_lines l where l.order_id = o.id), o.amount, 'USD', 'seller',
       o.paid_time, o.paid_time from orders o left join payments p on p.order_id = o.id where o.status = 3`,
  )
  await pool.query(
    `insert into device_renewals (time, cause, cause_id, device_id, terminal_id, account_id, payer_id, months)
     select o.paid_time, 'order', o.id, l.device_id, l.terminal_id, o.buyer_id, o.buyer_id, 12
     from orders o join order_lines l on l.order_id = o.id where o.status in (2, 3)`,
  )
  await fillLedger(pool)
  await pool.query(
    `insert into discount_codes (account_id, batch_id, code, discount_basis_points, expire_time, is_enabled, create_time, order_id,
       used_time, used_by)
     select 1001, 1 + n / 10000, upper(lpad(to_hex(n::bigint * 7919 * 104729), 12, 'Z')), 1000, $2::bigint + n, n % 10 > 0, $2 - n,
       o.id, o.paid_time, o.buyer_name
     from generate_series(1, $1::int4) n left join orders o on o.id = n and o.status = 2 and n % 3 = 0`,
    [codes, now],
  )
  await pool.query('vacuum analyze')
}

/** Movements between the platform, agents and what was used, each of two entries, with their chains of balances. */
async function fillLedger(pool: Database['pool']): Promise<void> {
  await pool.query(
    `insert into ledger_movements (id, time, asset, kind, operator_id, reference) overriding system value
     select n, $2::bigint - $3::bigint + n * ($3 / $1), (array['card1', 'card3', 'USD', 'import'])[1 + n % 4],
       case n % 10 when 0 then 'grant' when 1 then 'issue' else (array['renew', 'renew', 'sale', 'use'])[1 + n % 4] end, 1,
       (860000000000000 + n)::text
     from generate_series(1, $1::int4) n`,
    [movements, now, yearMs],
  )
  await pool.query('alter table ledger_movements alter column id restart with 10000000')
  // Half of them of the agents. Each movement adds up; asking that of each entry would take minutes.
  await pool.query('alter table ledger_entries disable trigger user')
  await pool.query(
    `insert into ledger_entries (movement_id, amount, book, account_id, account_name, before_balance, after_balance)
     select m.id, 1, 'held', a.id, a.username, row_number() over w - 1, row_number() over w
     from ledger_movements m join accounts a on a.id = case when m.id % 2 = 0 then 1001 + m.id / 2 % $1::int4 else 10001 + m.id % $2::int4 end
     window w as (partition by a.id, m.asset order by m.id) order by m.id`,
    [agents, agents * usersPerAgent],
  )
  await pool.query(
    `insert into ledger_entries (movement_id, amount, book) select id, -1, 'issued' from ledger_movements order by id`,
  )
  await pool.query('alter table ledger_entries enable trigger user')
  await pool.query(
    `insert into ledger_balances (account_id, asset, balance)
     select e.account_id, m.asset, sum(e.amount) from ledger_entries e join ledger_movements m on m.id = e.movement_id
     where e.account_id is not null group by 1, 2`,
  )
}

async function measure(database: BenchDatabase) {
  const year = { from: now - yearMs, to: now }
  const month = { from: now - 200 * dayMs, to: now - 170 * dayMs }
  const below: Case[] = [
    ['orders: first page', orderCalls.findBelow, {}],
    ['orders: page 400', orderCalls.findBelow, { pageNum: 400 }],
    ['orders: 100 rows', orderCalls.findBelow, { pageSize: 100 }],
    ['orders: to be paid', orderCalls.findBelow, { status: 'toBePaid' }],
    ['orders: refunded', orderCalls.findBelow, { status: 'refunded' }],
    ['orders: cancelled', orderCalls.findBelow, { status: 'cancelled' }],
    ['orders: by PayPal', orderCalls.findBelow, { payType: 'paypal' }],
    ['orders: top-ups, of which there are none', orderCalls.findBelow, { kind: 'topUp' }],
    ['orders: refund requested, none', orderCalls.findBelow, { refundState: 'requested' }],
    ['orders: refund done', orderCalls.findBelow, { refundState: 'done' }],
    ['orders: of a month', orderCalls.findBelow, month],
    ['orders: a number', orderCalls.findBelow, { search: '000054321' }],
    ['orders: a device', orderCalls.findBelow, { search: '860000000054321' }],
    ['orders: a customer', orderCalls.findBelow, { search: 'user1777' }],
    ['orders: text in all', orderCalls.findBelow, { search: 'user' }],
    ['orders: text in none', orderCalls.findBelow, { search: 'no such text' }],
    ['income: a year by day', orderCalls.income, year],
    ['income: a year by account', orderCalls.income, { ...year, by: 'account' }],
    ['income: a month by day', orderCalls.income, month],
    ['codes: first page', discountCodeCalls.find, {}],
    ['codes: page 2,000', discountCodeCalls.find, { pageNum: 2000 }],
    ['codes: unused', discountCodeCalls.find, { state: 'unused' }],
    ['codes: used', discountCodeCalls.find, { state: 'used' }],
    ['codes: expired, none', discountCodeCalls.find, { state: 'expired' }],
    ['codes: a batch', discountCodeCalls.find, { batchId: 5 }],
    ['codes: part of one', discountCodeCalls.find, { search: 'F4A7' }],
    ['codes: text in none', discountCodeCalls.find, { search: 'no such' }],
    ['ledger: first page', ledgerCalls.find, {}],
    ['ledger: page 400', ledgerCalls.find, { pageNum: 400 }],
    ['ledger: money', ledgerCalls.find, { asset: 'USD' }],
    ['ledger: owed money, none', ledgerCalls.find, { asset: 'owedUSD' }],
    ['ledger: granted', ledgerCalls.find, { kind: 'grant' }],
    ['ledger: taken back, none', ledgerCalls.find, { kind: 'takeBack' }],
    ['ledger: of a month', ledgerCalls.find, month],
    ['ledger: money of a month', ledgerCalls.find, { ...month, asset: 'USD' }],
    ['ledger: a customer', ledgerCalls.find, { search: 'user1777' }],
    ['ledger: text in none', ledgerCalls.find, { search: 'no such' }],
  ]
  const one: Case[] = [
    ['ledger: one account', ledgerCalls.find, { id: 10_001 }],
    ['orders: of one account', orderCalls.findBelow, { id: 10_001 }],
  ]
  const own: Case[] = [
    ['own orders: first page', orderCalls.find, {}],
    ['own orders: refunded', orderCalls.find, { status: 'refunded' }],
    ['own orders: a device', orderCalls.find, { search: '8600000000' }],
  ]
  const handlers = [...orderHandlers, ...discountCodeHandlers, ...ledgerHandlers]
  return [
    ...(await measureCases(database, handlers, { who: ['admin', 'agent'], cases: below, rounds })),
    ...(await measureCases(database, handlers, { who: ['admin'], cases: one, rounds })),
    ...(await measureCases(database, handlers, { who: ['user'], cases: own, rounds })),
  ]
}
