import { jigResultCalls } from '@trackway/core/features/jig-results/calls.ts'
import { qualityCheckCalls } from '@trackway/core/features/quality-checks/calls.ts'
import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import { jigResultHandlers } from '@trackway/server/features/jig-results/calls.ts'
import { qualityCheckHandlers } from '@trackway/server/features/quality-checks/calls.ts'
import { stockHandlers } from '@trackway/server/features/stock/calls.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'
import { type Case, measureCases } from './load/accounts.ts'
import { type BenchDatabase, openBenchDatabase } from './load/bench-database.ts'
import { readOptions } from './load/figures.ts'

/**
 * The factory's pages over HTTP, after weeks of a line that makes 10,000 devices a day: every list, filter, search and
 * sum within 200 ms. `--results 300000` of jigs, two of five for positioning, and as many of quality
 * checks, in 40 days; `--stock 100000`.
 */
const { results, stock, rounds } = readOptions({ results: 300_000, stock: 100_000, rounds: 7 })
const dayMs = 86_400_000
const now = Date.now()
const spanMs = 40 * dayMs

const database = await openBenchDatabase(0)
try {
  await fill(database)
  console.table(await measure(database))
} finally {
  await database.drop()
}

async function fill({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into jig_results (account_id, result_id, digest, kind, unit, imei, serial_number, iccid, station, batch, operator,
       device_type_id, test_time, time, receive_time, is_passed, is_first, is_last)
     select 1, 'R' || n, '\\x00', case when n % 5 < 3 then 'serial' else 'gps' end, imei, imei, 'SN' || unit, '8986061708' || lpad(unit::text, 10, '0'),
       'Line ' || (1 + n % 8), 'B' || unit % 24, 'operator' || n % 12, 13, at, at, at, n % 23 <> 0, n % 23 <> 1, n % 23 <> 0
     from generate_series(1, $1::int4) n
       cross join lateral (select n * 2 / 5 as unit, $2::bigint - $3::bigint + n * ($3 / $1) as at) of
       cross join lateral (select '86' || lpad(unit::text, 13, '0') as imei) named`,
    [results, now, spanMs],
  )
  await pool.query(
    `insert into jig_measurements (result_id, items)
     select id, '{"version": 1, "items": [{"code": "csq", "value": 20, "low": 12, "isPassed": true}]}' from jig_results`,
  )
  await pool.query(
    `insert into jig_units (account_id, unit, imei, serial_number, iccid, station, batch, device_type_id, last_time, attempts,
       last_serial_id, last_gps_id, state)
     select 1, unit, min(imei), min(serial_number), min(iccid), min(station), min(batch), 13, max(time), count(*),
       max(id) filter (where kind = 'serial'), max(id) filter (where kind = 'gps'),
       case when bool_and(is_passed) then 'passed' else 'failed' end
     from jig_results group by unit order by max(time)`,
  )
  await pool.query(
    `insert into device_tasks (id, kind, account_id, scope_account_id, creator, name, params, time_zone, start_time, min_sample,
       max_tries, create_time, change_time) overriding system value
     select n, 'qualityCheck', 1, 1, 'tester', 'Run ' || n, '{}', 'UTC', 0, 20, 1, 0, 0 from generate_series(1, 100) n`,
  )
  await pool.query(
    `insert into quality_results (account_id, task_id, terminal_id, device_type_id, batch, station, operator, attempt, state, failures,
       start_time, deadline_time, end_time, is_last, is_last_of_run)
     select 1, 1 + n * 100 / ($1 + 1), '86' || lpad(n::text, 13, '0'), 13, 'B' || n % 24, 'Bench ' || n % 8, 'tester' || n % 12,
       case when n % 23 = 1 then 2 else 1 end, case when n % 23 = 0 then 'failed' else 'passed' end, '{}', at, at, at, true, true
     from generate_series(1, $1::int4) n, lateral (select $2::bigint - $3::bigint + n * ($3 / $1) as at) of`,
    [results, now, spanMs],
  )
  await pool.query(
    `insert into quality_measurements (result_id, checks)
     select id, '{"version": 1, "checks": []}' from quality_results`,
  )
  await pool.query(
    `insert into stock_items (account_id, terminal_id, device_type_id, place, place_time, batch, serial_number, paper_number, create_time)
     select 1, '86' || lpad(n::text, 13, '0'), 13,
       (array['produced', 'tested', 'inStock', 'inStock', 'shipped', 'sold', 'sold', 'sold', 'returned', 'scrapped'])[1 + n % 10],
       at, 'B' || n / 5000, 'SN' || n, 'P' || n / 100, at
     from generate_series(1, $1::int4) n, lateral (select $2::bigint - $3::bigint + n * ($3 / $1) as at) of`,
    [stock, now, spanMs],
  )
  await pool.query(
    `insert into stock_movements (item_id, from_place, to_place, cause, operator, time)
     select id, 'produced', place, 'moved', 'operator', place_time from stock_items, generate_series(1, 3)`,
  )
  await pool.query('vacuum analyze')
}

async function measure(database: BenchDatabase) {
  const pages = (rows: number, size = 20) => ({ pageNum: Math.floor(rows / size), pageSize: size })
  const month = { from: now - 31 * dayMs, to: now }
  const span = { from: now - spanMs, to: now }
  const cases: Case[] = [
    ['jigs: first page', jigResultCalls.find, {}],
    ['jigs: last page', jigResultCalls.find, pages(results)],
    ['jigs: failed', jigResultCalls.find, { verdict: 'failed' }],
    ['jigs: of a station', jigResultCalls.find, { station: 'Line 3' }],
    ['jigs: of a batch', jigResultCalls.find, { batch: 'B7' }],
    ['jigs: an IMEI', jigResultCalls.find, { search: '0000054321' }],
    ['jigs: text in none', jigResultCalls.find, { search: 'no such text' }],
    ['jigs: of a day', jigResultCalls.find, { from: now - 10 * dayMs, to: now - 9 * dayMs }],
    ['devices of jigs: first page', jigResultCalls.units, {}],
    ['devices of jigs: last page', jigResultCalls.units, pages((results * 2) / 5)],
    ['devices of jigs: failed', jigResultCalls.units, { state: 'failed' }],
    ['devices of jigs: an IMEI', jigResultCalls.units, { search: '0000054321' }],
    ['yield: a week', jigResultCalls.yield, {}],
    ['yield: 31 days', jigResultCalls.yield, month],
    ['yield: 40 days', jigResultCalls.yield, span],
    ['checks: first page', qualityCheckCalls.find, {}],
    ['checks: last page', qualityCheckCalls.find, pages(results)],
    ['checks: failed', qualityCheckCalls.find, { state: 'failed' }],
    ['checks: of a station', qualityCheckCalls.find, { station: 'Bench 3' }],
    ['checks: of a run', qualityCheckCalls.find, { taskId: 50, attempt: 'run' }],
    ['checks: an IMEI', qualityCheckCalls.find, { search: '0000054321' }],
    ['yield of checks: 31 days by day', qualityCheckCalls.yield, { ...month, by: 'day' }],
    ['yield of checks: 31 days by model', qualityCheckCalls.yield, { ...month, by: 'deviceType' }],
    ['yield of checks: 31 days by batch', qualityCheckCalls.yield, { ...month, by: 'batch' }],
    ['stock: first page', stockCalls.find, {}],
    ['stock: last page', stockCalls.find, pages(stock)],
    ['stock: in stock', stockCalls.find, { place: 'inStock' }],
    ['stock: not registered', stockCalls.find, { isRegistered: 'no' }],
    ['stock: an id', stockCalls.find, { search: '0000054321' }],
    ['stock: text in none', stockCalls.find, { search: 'no such text' }],
    ['stock: counts', stockCalls.counts, {}],
    ['stock: movements', stockCalls.movements, { terminalID: '860000000054321' }],
  ]
  const handlers = [...jigResultHandlers, ...qualityCheckHandlers, ...stockHandlers]
  return await measureCases(database, handlers, { who: ['admin'], cases, rounds })
}
